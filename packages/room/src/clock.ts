import type { BySide, TimeControl } from '@doushouqi/protocol';
import { otherSide, type Side } from '@doushouqi/rules';

/**
 * Clocks as pure functions over stored times (lessons B). All times in milliseconds, `now` in epoch ms.
 * `lastMoveTime` is when the clock of the side to move was started, or will start; null while no clock runs.
 */
export interface Clock {
  timeLeft: BySide<number>;
  lastMoveTime: number | null;
}

/** Both sides at their initial time, nothing running. */
export function fullClock(control: TimeControl): Clock {
  const initial = control.initial * 60_000;
  return { timeLeft: { red: initial, blue: initial }, lastMoveTime: null };
}

/** What `side` has left at `now` while `turn` is to move; never below 0. A clock set back costs nothing. */
export function remaining(clock: Clock, turn: Side, side: Side, now: number): number {
  const stored = clock.timeLeft[side];
  if (clock.lastMoveTime === null || side !== turn) return stored;
  return Math.max(0, stored - Math.max(0, now - clock.lastMoveTime));
}

/** Whether the side to move has run out of time. */
export function flagged(clock: Clock, turn: Side, now: number): boolean {
  return clock.lastMoveTime !== null && remaining(clock, turn, turn, now) === 0;
}

/**
 * Charges the mover but for `lag` ms that the line took, adds the increment and starts the other side's clock.
 */
export function afterMove(clock: Clock, mover: Side, control: TimeControl, now: number, lag = 0): Clock {
  return {
    timeLeft: {
      ...clock.timeLeft,
      [mover]: remaining(clock, mover, mover, now - lag) + control.increment * 1000,
    },
    lastMoveTime: now,
  };
}

/** What a side keeps at least when increments are taken back, so that no undo flags anybody. */
const KEPT_AFTER_UNDO = 1_000;

/**
 * After an undo: the side that was to move pays for its time until now and both give back the increments of the
 * moves taken back (`undone`, by side); the clock then runs for whoever is to move. No thinking time is returned: an
 * undo is a favour, not a pause.
 */
export function afterUndo(
  clock: Clock,
  turn: Side,
  undone: BySide<number>,
  control: TimeControl,
  now: number,
): Clock {
  const left = (side: Side): number => {
    const held = remaining(clock, turn, side, now);
    return Math.max(held - undone[side] * control.increment * 1000, Math.min(held, KEPT_AFTER_UNDO));
  };
  return { timeLeft: { red: left('red'), blue: left('blue') }, lastMoveTime: now };
}

/** Gives the running side `ms` back, by starting its clock later; never later than now. */
export function givenBack(clock: Clock, ms: number, now: number): Clock {
  return clock.lastMoveTime === null
    ? clock
    : { ...clock, lastMoveTime: Math.max(clock.lastMoveTime, Math.min(now, clock.lastMoveTime + ms)) };
}

/** Lag compensation is a bucket for each side of a game: it begins half full, fills with each own move. ms. */
const LAG_BUCKET = { start: 500, gain: 100, cap: 1_000 } as const;

export function fullLagQuota(): BySide<number> {
  return { red: LAG_BUCKET.start, blue: LAG_BUCKET.start };
}

/** How much of the `measured` lag the side's quota covers. Whole milliseconds. */
export function compensation(quota: BySide<number>, side: Side, measured: number): number {
  return Math.floor(Math.max(0, Math.min(measured, quota[side])));
}

/** The quota after a move that used `lag` of it. */
export function afterLag(quota: BySide<number>, side: Side, lag: number): BySide<number> {
  return {
    ...quota,
    [side]: Math.min(LAG_BUCKET.cap, quota[side] - lag + LAG_BUCKET.gain),
  };
}

/** Charges the side to move for the last time and stops. */
export function stopped(clock: Clock, turn: Side, now: number): Clock {
  return {
    timeLeft: { ...clock.timeLeft, [turn]: remaining(clock, turn, turn, now) },
    lastMoveTime: null,
  };
}

/**
 * The earliest moment (epoch ms) at which anyone could run out, however the game goes on: but for an undo, nobody
 * can lose time faster than it passes. One wake-up a game is armed for it, so that a move need not touch the queue.
 */
export function earliestFlag(clock: Clock, turn: Side, now: number): number {
  return now + Math.min(remaining(clock, turn, turn, now), remaining(clock, turn, otherSide(turn), now));
}
