/** The positions that stood before: what was played in the game, and the line that is being searched. */
import { key, quiet } from './board';

/** Half-moves without a capture after which a game is drawn, where that rule applies. */
export const QUIET_LIMIT: i32 = 200;
/** Positions of the game that are remembered; more cannot be played without a capture where 100 rounds are a draw. */
const REMEMBERED: i32 = 1_024;

/** Keys as u64: those of the game, then those of the line. */
const KEYS: usize = memory.data((1_024 + 128) * 8, 8);
/** How many positions stood in the game before the root. */
let before: i32 = 0;
let limited: bool = true;
let thirdLimited: bool = true;
/** The type that moved last in the game, or -1. */
export let playedLast: i32 = -1;

export function quietLimited(): bool {
  return limited;
}
/** Whether the rule of third repetition is on. */
export function thirdForbidden(): bool {
  return thirdLimited;
}

/** A game begins: nothing stood before. */
export function forgetGame(quietRule: bool, thirdRule: bool): void {
  before = 0;
  limited = quietRule;
  thirdLimited = thirdRule;
  playedLast = -1;
}

/** The present position of the game will be one that stood before; a piece of type `type` moves. */
export function notePlayed(type: i32): void {
  playedLast = type;
  if (before === REMEMBERED) {
    memory.copy(KEYS, KEYS + 8, (<usize>(REMEMBERED - 1)) << 3);
    before--;
  }
  store<u64>(KEYS + ((<usize>before) << 3), key);
  before++;
}

export function noteKey(ply: i32): void {
  store<u64>(KEYS + ((<usize>(before + ply)) << 3), key);
}

/** Whether the position stood before in the line that is searched, the root included, or twice in the game. */
export function isRepeated(ply: i32): bool {
  const last = before + ply;
  const first = max(0, last - quiet);
  let found = 0;
  for (let index = last - 4; index >= first; index -= 2) {
    if (load<u64>(KEYS + ((<usize>index) << 3)) !== key) continue;
    if (index >= before || ++found === 2) return true;
  }
  return false;
}
