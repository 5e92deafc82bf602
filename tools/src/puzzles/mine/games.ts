/** Games between levels of the computer, and the mistakes that a weak level would make in them. */
import type { Level } from '@doushouqi/engine';
import { judged, levelOf, limitsOfLevel, randomFrom } from '@doushouqi/engine/laboratory';
import {
  type Game,
  isSameMove,
  legalGameMoves,
  type Move,
  newGame,
  outcome,
  pieceAt,
  play,
  plyCount,
  positionOf,
} from '@doushouqi/rules';
import { searched } from '../../engine/players.ts';
import type { Core } from './look.ts';

/** A level plays as often as it occurs here. */
const LEVELS: readonly Level[] = [1, 1, 2, 2, 3];
/** An opening of random plies: at least, and how many more; `takes`: the chance that it takes if it can. */
export interface Opening {
  readonly least: number;
  readonly more: number;
  readonly takes: number;
}

/** Openings of odd and of even seeds. Few pieces are left after an exchange. */
const QUIET: Opening = { least: 6, more: 30, takes: 0 };
const EXCHANGE: Opening = { least: 20, more: 80, takes: 0.8 };
/** A longer game ends without a result; so does one that goes on from a mistake for so many plies. */
const MOST_PLIES = 130;
const PLIES_AFTER = 30;
/** The level that makes mistakes, and its attempts in a position. */
const WEAK: Level = 1;
const ATTEMPTS = 10;

export type Random = () => number;

/** Returns the generator of a game. Neighbors have unlike ones. */
export function randomOf(seed: number, number: number): Random {
  return randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
}

function draw<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}

function seedFrom(random: Random): number {
  return Math.floor(random() * 2 ** 31);
}

/** Returns the game after a legal move. */
export function gameWith(game: Game, move: Move): Game {
  const next = play(game, move);
  if (!next.ok) throw new Error(next.error);
  return next.value;
}

/** Returns the opening of the games of a seed. */
export function openingOf(seed: number): Opening {
  return seed % 2 === 0 ? EXCHANGE : QUIET;
}

/** Plays a game between two drawn levels from the usual start. */
export function playGame(core: Core, random: Random, { least, more, takes }: Opening): Game {
  const levels = drawLevels(random);
  const opening = least + Math.floor(random() * more);
  let game = newGame();
  while (outcome(game).winner === null && plyCount(game) < opening) {
    const moves = legalGameMoves(game);
    const captures = takes === 0 ? [] : moves.filter(({ to }) => pieceAt(positionOf(game), to) !== null);
    const isTaking = captures.length > 0 && random() < takes;
    game = gameWith(game, draw(isTaking ? captures : moves, random));
  }
  return playOn(core, random, game, levels, MOST_PLIES);
}

/** Goes on with a game for some plies, between two drawn levels. */
export function continueGame(core: Core, random: Random, game: Game): Game {
  return playOn(core, random, game, drawLevels(random), plyCount(game) + PLIES_AFTER);
}

function drawLevels(random: Random): readonly [Level, Level] {
  return [draw(LEVELS, random), draw(LEVELS, random)];
}

function playOn(
  core: Core,
  random: Random,
  start: Game,
  levels: readonly [Level, Level],
  mostPlies: number,
): Game {
  let game = start;
  while (outcome(game).winner === null && plyCount(game) < mostPlies) {
    const setting = levelOf(levels[plyCount(game) % 2 === 0 ? 0 : 1]);
    const info = searched(core, game, limitsOfLevel(setting));
    game = gameWith(game, judged(info, game, setting, seedFrom(random)).lines[0]!.move);
  }
  return game;
}

/** Returns the different moves that a weak level chooses in a position. */
export function weakMoves(core: Core, game: Game, random: Random): Move[] {
  const found: Move[] = [];
  const setting = levelOf(WEAK);
  const info = searched(core, game, limitsOfLevel(setting));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { move } = judged(info, game, setting, seedFrom(random)).lines[0]!;
    if (!found.some((other) => isSameMove(other, move))) found.push(move);
  }
  return found;
}
