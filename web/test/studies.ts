import {
  endGame,
  formatFen,
  formatMoveList,
  formatPositionString,
  formatRecord,
  type Game,
  legalGameMoves,
  newGame,
  play,
  positionOf,
  setComment,
  treeOfGame,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { jsonOfStudy, textOfStudy } from '../src/features/analysis/study/export.ts';
import { moved, type Study, studyOf } from '../src/features/analysis/study/study.ts';

/** Games and studies for the tests of the analysis. */

/** Plays a game by indices into the legal moves. */
export function playPicks(picks: readonly number[], start: Game = newGame()): Game {
  let game = start;
  for (const pick of picks) {
    const moves = legalGameMoves(game);
    const move = moves[pick % Math.max(1, moves.length)];
    const next = move && play(game, move);
    if (next?.ok) game = next.value;
  }
  return game;
}

/** A game of at least one move from the start; some end by a decision of the players. */
export const anyGame: fc.Arbitrary<Game> = fc
  .tuple(fc.array(fc.nat(31), { minLength: 1, maxLength: 60, size: 'max' }), fc.nat(4))
  .map(([picks, end]) => {
    const game = playPicks(picks);
    return end === 0
      ? endGame(game, 'blue', 'SURRENDER')
      : end === 1
        ? endGame(game, 'draw', 'DRAW_AGREED')
        : game;
  });

/** Serializations of a game that can be parsed. */
export const NOTATIONS: Readonly<Record<string, (game: Game) => string>> = {
  record: formatRecord,
  'move list': formatMoveList,
  'game text': (game) => textOfStudy(studyOf(treeOfGame(game))),
  json: (game) => jsonOfStudy(studyOf(treeOfGame(game))),
};

/** Serializations of a position. */
export const POSITIONS: Readonly<Record<string, (game: Game) => string>> = {
  code: (game) => formatPositionString(positionOf(game)),
  fen: (game) => formatFen(positionOf(game)),
};

/** Makes moves such as `6,6-6,5` at the current node of the study. */
export function played(study: Study, moves: string): Study {
  return moves.split(' ').reduce((before, text) => {
    const [from, to] = text.split('-').map((point) => ({ x: Number(point[0]), y: Number(point[2]) }));
    const next = moved(before, { from: from!, to: to! });
    if (!next.ok) throw new Error(`${text}: ${next.error}`);
    return next.value;
  }, study);
}

export function noted(study: Study, comment: string): Study {
  const tree = setComment(study.tree, study.path, comment);
  if (!tree.ok) throw new Error(tree.error);
  return { ...study, tree: tree.value };
}

/** Returns a pseudorandom function with a fixed seed, 0 ≤ n < 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
