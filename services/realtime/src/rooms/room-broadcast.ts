import type { RoomEvent } from '@doushouqi/protocol';
import { gameRoom, type RealtimeServer } from '../realtime-socket.ts';

/** Sends a room event to this node's sockets in the room. `json` is the committed text of the event. */
export function broadcast(io: RealtimeServer, { type, roomId }: RoomEvent, json: string): void {
  const { adapter, sockets } = io.sockets;
  const members = adapter.rooms.get(gameRoom(roomId));
  if (!members) return;
  // 2: a Socket.IO event of the namespace `/`.
  const packet = `2["${type}",${json}]`;
  for (const id of members) sockets.get(id)?.conn.write(packet);
}
