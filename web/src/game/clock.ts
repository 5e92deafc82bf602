import { remaining } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import type { GameClock } from './controller.ts';

/** Clock display (lessons B): always stored time against the game's own clock, never counted down. Pure. */

/** Below this the clock wears its ring; below the next it shows tenths. Milliseconds. */
export const LOW_TIME = 30_000;
const TENTHS_BELOW = 10_000;

/** Milliseconds that a player has left now, never below 0; null while the time is not known. */
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
