/** Plays games and hands back the positions of which only one move is good. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  formatFen,
  type Game,
  newGame,
  opponent,
  outcome,
  type PieceType,
  placePiece,
  play,
  plyCount,
  positionFromSetup,
  positionOf,
  type Setup,
} from '@doushouqi/rules';
import { randomFrom } from '../src/levels.ts';
import { formatSquareMove } from '../src/squares.ts';
import type { EngineLine } from '../src/types.ts';
import { opening } from './game.ts';
import { coreWith, searched } from './players.ts';
import { kindOf, type Puzzle } from './puzzle.ts';

const { nodes, seed } = workerData as { nodes: number; seed: number };
const core = await coreWith(new Map());

/** What the players of the games look at, and what is seen at first sight. */
const PLAYED_NODES = 600;
const GLANCE_NODES = 60;
const MOST_PLIES = 200;
/** Tried for each index that is for endings. */
const ENDINGS = 60;
/** Points by which the best move is better where nothing wins by force. */
const CLEAR = 350;

/** The line of the only good move, or null. */
function onlyLine(game: Game, limit: number): EngineLine | null {
  const { lines } = searched(core, game, { nodes: limit, lines: 2 });
  const [best, next] = lines;
  if (best === undefined || next === undefined) return null;
  if (best.score.kind === 'win') {
    const wins = best.score.plies > 3 && !(next.score.kind === 'win' && next.score.plies > 0);
    return wins && !(next.score.kind === 'cp' && next.score.value > 900) ? best : null;
  }
  const other = next.score.kind === 'cp' ? next.score.value : -10_000;
  return best.score.value > 0 && best.score.value - other > CLEAR ? best : null;
}

function puzzleAt(game: Game): Puzzle | null {
  const glance = searched(core, game, { nodes: GLANCE_NODES, lines: 1 }).lines[0]!;
  const line = onlyLine(game, nodes);
  if (line === null || formatSquareMove(glance.move) === formatSquareMove(line.move)) return null;
  const checked = onlyLine(game, nodes * 10);
  if (checked === null || formatSquareMove(checked.move) !== formatSquareMove(line.move)) return null;
  const position = positionOf(game);
  const win = checked.score.kind === 'win' ? checked.score.plies : null;
  return {
    kind: kindOf(position, checked),
    fen: formatFen(position),
    move: formatSquareMove(checked.move),
    win,
  };
}

function mine(index: number): Puzzle[] {
  const random = randomFrom(seed + index);
  let game = opening(seed + index, 8);
  const found: Puzzle[] = [];
  while (outcome(game).winner === -1 && plyCount(game) < MOST_PLIES) {
    // A position of the suite has no history, and stands alone.
    const puzzle = random() < 0.3 ? puzzleAt(alone(game)) : null;
    if (puzzle !== null) found.push(puzzle);
    const { move } = searched(core, game, { nodes: PLAYED_NODES, lines: 1 }).lines[0]!;
    const next = play(game, move);
    if (!next.ok) throw new Error(next.error);
    game = next.value;
  }
  return found;
}

function alone(game: Game): Game {
  const { position, ruleSet } = game;
  return newGame(ruleSet, position);
}

/** Endings that no game need have led to: three pieces, anywhere. */
function mineEndings(index: number): Puzzle[] {
  const random = randomFrom(seed + index);
  const found: Puzzle[] = [];
  for (let attempt = 0; attempt < ENDINGS; attempt++) {
    const game = anyEnding(random);
    const puzzle = game === null || outcome(game).winner !== -1 ? null : puzzleAt(game);
    if (puzzle !== null) found.push(puzzle);
  }
  return found;
}

function anyEnding(random: () => number): Game | null {
  let setup: Setup = { pieces: [], turn: 1 };
  for (const player of [1, 1, 2] as const) {
    const type = (1 + Math.floor(random() * 8)) as PieceType;
    const position = { x: Math.floor(random() * 7), y: Math.floor(random() * 9) };
    const placed = placePiece(setup, { type, player: random() < 0.5 ? player : opponent(player), position });
    if (!placed.ok) return null;
    setup = placed.value;
  }
  const position = positionFromSetup(setup);
  return position.ok && setup.pieces.length === 3 ? newGame(undefined, position.value) : null;
}

parentPort?.on('message', (index: number | null) => {
  if (index === null) parentPort?.close();
  else parentPort?.postMessage(index % 8 === 0 ? mineEndings(index) : mine(index));
});
