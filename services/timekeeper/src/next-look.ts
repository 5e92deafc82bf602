import { earliestAbort, earliestFlag, type PlayingRoom, remaining, turnOf } from '@doushouqi/room';

/**
 * The side that waits may have a moment left while the side to move thinks for minutes; looking at every such
 * moment would be a busy loop. Its flag is then seen this much late at most, unless its opponent claims it.
 */
const SHORTEST_INTERVAL_MS = 1_000;

/** When (epoch ms) to look at a running game's clock next. Pure. */
export function nextLook(room: PlayingRoom, now: number): number {
  const turn = turnOf(room);
  const moverFlags = now + remaining(room.header, turn, turn, now);
  const moverIsLate = Math.min(moverFlags, earliestAbort(room, now) ?? moverFlags);
  return Math.min(moverIsLate, Math.max(earliestFlag(room.header, turn, now), now + SHORTEST_INTERVAL_MS));
}
