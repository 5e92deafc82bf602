import type { TimeControl, TimeLeft } from '@doushouqi/protocol';
import { opponent, type Player } from '@doushouqi/rules';

/**
 * Clocks as pure functions over stored times (lessons B). All times in milliseconds, `now` in epoch ms.
 * `lastMoveTime` is when the clock of the side to move was started, null while no clock runs.
 */
export interface Clock {
  timeLeft: TimeLeft;
  lastMoveTime: number | null;
}

const keyOf = (player: Player): keyof TimeLeft => (player === 1 ? 'player1' : 'player2');

/** Both sides at their initial time, nothing running. */
export const fullClock = (control: TimeControl): Clock => {
  const initial = control.initial * 60_000;
  return { timeLeft: { player1: initial, player2: initial }, lastMoveTime: null };
};

/** What `player` has left at `now` while `turn` is to move; never below 0. A clock set back costs nothing. */
export const remaining = (clock: Clock, turn: Player, player: Player, now: number): number => {
  const stored = clock.timeLeft[keyOf(player)];
  if (clock.lastMoveTime === null || player !== turn) return stored;
  return Math.max(0, stored - Math.max(0, now - clock.lastMoveTime));
};

/** Whether the side to move has run out of time. */
export const flagged = (clock: Clock, turn: Player, now: number): boolean =>
  clock.lastMoveTime !== null && remaining(clock, turn, turn, now) === 0;

/** Charges the mover, adds the increment and starts the other side's clock. */
export const afterMove = (clock: Clock, mover: Player, control: TimeControl, now: number): Clock => ({
  timeLeft: {
    ...clock.timeLeft,
    [keyOf(mover)]: remaining(clock, mover, mover, now) + control.increment * 1000,
  },
  lastMoveTime: now,
});

/** Charges the side to move for the last time and stops. */
export const stopped = (clock: Clock, turn: Player, now: number): Clock => ({
  timeLeft: { ...clock.timeLeft, [keyOf(turn)]: remaining(clock, turn, turn, now) },
  lastMoveTime: null,
});

/**
 * The earliest moment (epoch ms) at which anyone could run out, however the game goes on: nobody can lose time
 * faster than it passes. One wake-up a game is armed for it, so that a move need not touch the queue.
 */
export const earliestFlag = (clock: Clock, turn: Player, now: number): number =>
  now + Math.min(remaining(clock, turn, turn, now), remaining(clock, turn, opponent(turn), now));
