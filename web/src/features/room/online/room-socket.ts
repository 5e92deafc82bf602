import { fromWireEvent, type RoomEvent, type WireRoomEvent } from '@doushouqi/protocol';
import type { GameSocket } from '../../../client/connection.ts';

interface RoomListener {
  connected: () => void;
  down: () => void;
  event: (event: RoomEvent) => void;
  nudged: (nickname: string) => void;
  /** The server wants the room to be fetched anew. */
  syncRequested: () => void;
}

/** Hears what a connection, which others use too, says about one room; returns the way out of the room. */
export function hearRoom(socket: GameSocket, roomId: string, listener: RoomListener): () => void {
  /** Only the steps of a room's version stream carry a version. */
  const hear = (type: WireRoomEvent['type'], payload: Omit<WireRoomEvent, 'type'> | undefined): void => {
    if (payload?.roomId !== roomId || payload.v === undefined) return;
    if (type === 'moveMade') socket.emit('moveReceived', { roomId, v: payload.v });
    listener.event(fromWireEvent({ type, ...payload } as WireRoomEvent));
  };
  const step = Object.assign(hear, { roomId });
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
  for (const [name, handler] of entries) socket.on(name, handler);
  socket.onAny(step);
  return () => {
    for (const [name, handler] of entries) socket.off(name, handler);
    socket.offAny(step);
    // Another part of the window may hear the same room.
    const isHeard = socket.listenersAny().some((other) => 'roomId' in other && other.roomId === roomId);
    if (!isHeard && socket.connected) socket.emit('leaveRoom', { roomId });
  };
}
