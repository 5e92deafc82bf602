import { DAY_MS, type RoomHeader } from '@doushouqi/protocol';

/** Time of correspondence games: days for each move instead of clocks (docs/clocks.md). Pure; times in epoch ms. */

/** Returns until when a side whose turn begins at `at` has to move; null with clocks. */
export function moveDeadlineFrom(
  { daysPerMove }: Pick<RoomHeader, 'daysPerMove'>,
  at: number,
): number | null {
  return daysPerMove && at + daysPerMove * DAY_MS;
}

/** Whether the side to move of a correspondence game has missed its deadline. */
export function isOverdue({ moveDeadline }: Pick<RoomHeader, 'moveDeadline'>, now: number): boolean {
  return moveDeadline !== null && now >= moveDeadline;
}

/** The player to move is reminded when this part of the time is left: a sixth, at least four hours. */
const REMINDER_PART = 6;

/** Returns when to remind the player to move; null unless a correspondence game runs. */
export function reminderTime({
  daysPerMove,
  moveDeadline,
}: Pick<RoomHeader, 'daysPerMove' | 'moveDeadline'>): number | null {
  if (daysPerMove === null || moveDeadline === null) return null;
  return moveDeadline - (daysPerMove * DAY_MS) / REMINDER_PART;
}
