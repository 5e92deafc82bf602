import type { CatchUp, RoomEvent } from '@doushouqi/protocol';
import { type Room, snapshotOf } from '@doushouqi/room';

/**
 * What a client at `lastVersion` lacks of `room`: `tail` holds the stored events after that version, null where
 * they are not kept. Anything that does not end exactly at the room's version gives a snapshot. Pure.
 */
export function catchUpOf(
  room: Room,
  lastVersion: number | undefined,
  tail: RoomEvent[] | null,
  now: number,
): CatchUp {
  if (lastVersion === room.v) return { kind: 'upToDate' };
  const fits = tail?.[0]?.v === (lastVersion ?? -1) + 1 && tail.at(-1)?.v === room.v;
  return fits ? { kind: 'tail', events: tail } : { kind: 'snapshot', room: snapshotOf(room, now) };
}
