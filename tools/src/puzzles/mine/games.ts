/** Games between levels of the computer, and the mistakes that a weak level would make in them. */
import type { Level } from '@doushouqi/engine';
import { judged, levelOf, limitsOfLevel, randomFrom } from '@doushouqi/engine/laboratory';
import { type Game, legalGameMoves, type Move, newGame, outcome, play, plyCount } from '@doushouqi/rules';
import { searched } from '../../engine/players.ts';
import { type Core, isSame } from './look.ts';

/** A level plays as often as it occurs here. */
const LEVELS: readonly Level[] = [1, 1, 2, 2, 3];
/** Random plies of an opening: at least, and how many more. */
const OPENING = { least: 6, more: 30 } as const;
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

/** Plays a game between two drawn levels from the usual start, or goes on with one. */
export function playGame(core: Core, random: Random, start?: Game): Game {
  const levels = [levelOf(draw(LEVELS, random)), levelOf(draw(LEVELS, random))] as const;
  const opening = start ? 0 : OPENING.least + Math.floor(random() * OPENING.more);
  let game = start ?? newGame();
  const most = start ? plyCount(start) + PLIES_AFTER : MOST_PLIES;
  while (outcome(game).winner === null && plyCount(game) < most) {
    if (plyCount(game) < opening) {
      game = gameWith(game, draw(legalGameMoves(game), random));
      continue;
    }
    const setting = levels[plyCount(game) % 2 === 0 ? 0 : 1];
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
    if (!found.some((other) => isSame(other, move))) found.push(move);
  }
  return found;
}
