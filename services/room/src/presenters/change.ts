import type { RoomStatus } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';

/** What every call that changes a room answers: how the room stands, and the version at which that was so. */
export function presentChange({ room, v }: { room: Room; v: number }): { status: RoomStatus; v: number } {
  return {
    status: room.header.status,
    v,
  };
}
