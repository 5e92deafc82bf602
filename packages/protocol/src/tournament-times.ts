import type { TimeControl } from './limits.ts';

/** Times of tournaments, for servers and browsers. Milliseconds; pure. */

/** Moves for which the clocks of a game are counted: nearly all games are shorter. */
const COUNTED_MOVES = 60;
/** Until the players are at the table and after the last move. */
const MARGIN_MS = 90_000;

/** Returns the longest time of a game that still counts: both clocks with the increments of sixty moves. */
export function gameTimeMs({ initial, increment }: TimeControl): number {
  return 2 * (initial * 60_000 + COUNTED_MOVES * increment * 1_000) + MARGIN_MS;
}

/** Returns the expected time of a round of a Swiss, without the break: half of the longest time of a game. */
export function roundTimeMs(timeControl: TimeControl): number {
  return gameTimeMs(timeControl) / 2;
}
