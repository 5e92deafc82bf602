/** Earlier positions: those of the game, and the searched line. */
import { key, quiet } from './board';

/** Number of plies without a capture after which a game is drawn, if that rule applies. */
export const QUIET_LIMIT: i32 = 200;
/**
 * Maximum number of stored positions of the game. More cannot be played without a capture if 100 rounds are a draw.
 */
const REMEMBERED: i32 = 1_024;

/** Keys as u64: those of the game, then those of the line. */
const KEYS: usize = memory.data((1_024 + 128) * 8, 8);
/** Number of positions of the game before the root. */
let before: i32 = 0;
let limited: bool = true;
let thirdLimited: bool = true;
/** Type of the last moved piece in the game, or -1. */
export let playedLast: i32 = -1;

export function quietLimited(): bool {
  return limited;
}
/** Returns whether the rule of third repetition is on. */
export function thirdForbidden(): bool {
  return thirdLimited;
}

/** Starts a game without history. */
export function forgetGame(quietRule: bool, thirdRule: bool): void {
  before = 0;
  limited = quietRule;
  thirdLimited = thirdRule;
  playedLast = -1;
}

/** Adds the current position of the game to the history; a piece of type `type` moves. */
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

/** Returns whether the position occurred before in the searched line, including the root, or twice in the game. */
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
