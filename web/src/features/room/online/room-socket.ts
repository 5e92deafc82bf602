import type { RoomEvent } from '@doushouqi/protocol';
import type { GameSocket } from '../../../client/connection.ts';

interface RoomListener {
  connected: () => void;
  down: () => void;
  event: (event: RoomEvent) => void;
  nudged: (nickname: string) => void;
  /** The server wants the room to be fetched anew. */
  syncRequested: () => void;
}

/** How many hear each room of a connection: the last one who goes leaves it. */
const hearers = new WeakMap<GameSocket, Map<string, number>>();

function count(socket: GameSocket, roomId: string, change: 1 | -1): number {
  const rooms = hearers.get(socket) ?? new Map<string, number>();
  const left = (rooms.get(roomId) ?? 0) + change;
  hearers.set(socket, rooms);
  if (left > 0) rooms.set(roomId, left);
  else rooms.delete(roomId);
  return left;
}

/** Hears what a connection, which others use too, says about one room; returns the way out of the room. */
export function hearRoom(socket: GameSocket, roomId: string, listener: RoomListener): () => void {
  /** Only the steps of a room's version stream carry a version. */
  const step = (type: RoomEvent['type'], payload: Omit<RoomEvent, 'type'> | undefined): void => {
    if (payload?.roomId !== roomId || payload.v === undefined) return;
    if (type === 'moveMade') socket.emit('moveReceived', { roomId, v: payload.v });
    listener.event({ type, ...payload } as RoomEvent);
  };
  const handlers = {
    connect: listener.connected,
    disconnect: listener.down,
    connect_error: listener.down,
    buttonClicked: (nudge: { roomId: string; nickname: string }) => {
      if (nudge.roomId === roomId) listener.nudged(nudge.nickname);
    },
    syncRequested: (asked: { roomId: string }) => {
      if (asked.roomId === roomId) listener.syncRequested();
    },
  };
  const entries = Object.entries(handlers) as ['connect', () => void][];
  count(socket, roomId, 1);
  for (const [name, handler] of entries) socket.on(name, handler);
  socket.onAny(step);
  return () => {
    for (const [name, handler] of entries) socket.off(name, handler);
    socket.offAny(step);
    if (count(socket, roomId, -1) === 0 && socket.connected) socket.emit('leaveRoom', { roomId });
  };
}
