import type { BySide, TimeControl } from '@doushouqi/protocol';
import { otherSide, type Side } from '@doushouqi/rules';

/**
 * The clocks of a game, in milliseconds; functions over it are pure, with `now` in epoch ms.
 * `lastMoveTime`: when the clock of the side to move started or will start (epoch ms); null while no clock runs.
 */
export interface Clock {
  timeLeft: BySide<number>;
  lastMoveTime: number | null;
}

/** Returns stopped clocks with the initial time of both sides; 0 without clocks. */
export function fullClock(control: TimeControl | null): Clock {
  const initial = (control?.initial ?? 0) * 60_000;
  return { timeLeft: { red: initial, blue: initial }, lastMoveTime: null };
}

/** Returns the time left of `side` at `now` while `turn` is to move; at least 0. A server clock that is set back costs nothing. */
export function remaining(clock: Clock, turn: Side, side: Side, now: number): number {
  const stored = clock.timeLeft[side];
  if (clock.lastMoveTime === null || side !== turn) return stored;
  return Math.max(0, stored - Math.max(0, now - clock.lastMoveTime));
}

/** Whether the side to move has run out of time. */
export function flagged(clock: Clock, turn: Side, now: number): boolean {
  return clock.lastMoveTime !== null && remaining(clock, turn, turn, now) === 0;
}

/** Starts the clock of the side to move, unless the game has no clocks (`control` null). */
export function started(clock: Clock, control: TimeControl | null, at: number): Clock {
  return control ? { ...clock, lastMoveTime: at } : clock;
}

/** Charges the mover for its time without `lag` ms, adds the increment and starts the other side's clock. */
export function afterMove(
  clock: Clock,
  mover: Side,
  control: TimeControl | null,
  now: number,
  lag = 0,
): Clock {
  if (!control) return clock;
  return {
    timeLeft: {
      ...clock.timeLeft,
      [mover]: remaining(clock, mover, mover, now - lag) + control.increment * 1000,
    },
    lastMoveTime: now,
  };
}

/** An undo leaves a side at least this time, so it never causes a timeout. */
const MIN_AFTER_UNDO_MS = 1_000;

/**
 * Charges the side that was to move for its time, removes the increments of the undone moves (`undone`: their number by side)
 * and starts the clock. Thinking time is not returned.
 */
export function afterUndo(
  clock: Clock,
  turn: Side,
  undone: BySide<number>,
  control: TimeControl | null,
  now: number,
): Clock {
  // Callers pass a header, whose other fields must not override theirs.
  if (!control) return { timeLeft: clock.timeLeft, lastMoveTime: clock.lastMoveTime };
  const left = (side: Side): number => {
    const held = remaining(clock, turn, side, now);
    return Math.max(held - undone[side] * control.increment * 1000, Math.min(held, MIN_AFTER_UNDO_MS));
  };
  return { timeLeft: { red: left('red'), blue: left('blue') }, lastMoveTime: now };
}

/** Gives the running side `ms` more by starting its clock later, but not after `now`. */
export function compensated(clock: Clock, ms: number, now: number): Clock {
  return clock.lastMoveTime === null
    ? clock
    : { ...clock, lastMoveTime: Math.max(clock.lastMoveTime, Math.min(now, clock.lastMoveTime + ms)) };
}

/** Quota of lag compensation for each side, in milliseconds. Grows with each own move. */
const LAG_BUCKET = { start: 500, gain: 100, cap: 1_000 } as const;

export function fullLagQuota(): BySide<number> {
  return { red: LAG_BUCKET.start, blue: LAG_BUCKET.start };
}

/** Returns the part of the `measured` lag that the side's quota covers, in whole milliseconds. */
export function compensation(quota: BySide<number>, side: Side, measured: number): number {
  return Math.floor(Math.max(0, Math.min(measured, quota[side])));
}

/** Returns the quota after a move that used `lag` of it. */
export function afterLag(quota: BySide<number>, side: Side, lag: number): BySide<number> {
  return {
    ...quota,
    [side]: Math.min(LAG_BUCKET.cap, quota[side] - lag + LAG_BUCKET.gain),
  };
}

/** Charges the side to move and stops the clock. */
export function stopped(clock: Clock, turn: Side, now: number): Clock {
  return {
    timeLeft: { ...clock.timeLeft, [turn]: remaining(clock, turn, turn, now) },
    lastMoveTime: null,
  };
}

/**
 * Returns the earliest possible timeout (epoch ms), whatever moves follow; only an undo can make it earlier. One job per
 * game is queued for it, so that a move does not write to the queue.
 */
export function earliestFlag(clock: Clock, turn: Side, now: number): number {
  return now + Math.min(remaining(clock, turn, turn, now), remaining(clock, turn, otherSide(turn), now));
}
