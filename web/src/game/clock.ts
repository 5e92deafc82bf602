import { remaining } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import type { GameClock } from './controller.ts';

/**
 * Display of clocks. The remaining time is computed from stored times and the game's clock, not counted down. Pure.
 */

/** Remaining time below which the clock shows a ring, and below which it shows tenths. Milliseconds. */
export const LOW_TIME = 30_000;
const TENTHS_BELOW = 10_000;

/** Returns the remaining milliseconds of a player, at least 0; null while the time is unknown. */
export function timeLeftOf(clock: GameClock, side: Side): number | null {
  const now = clock.now();
  return now === null ? null : remaining(clock, clock.turn, side, now);
}

/** `4:07`; with tenths, as `9.4`, in the last ten seconds; `0:00` at the end. */
export function formatClock(left: number): string {
  if (left > 0 && left < TENTHS_BELOW) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
