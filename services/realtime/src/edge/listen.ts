import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import type { RoomEntry } from '../rooms/room-entry.ts';
import type { Handler, Handlers } from './handlers.ts';

type Listener = (this: RealtimeSocket, message: unknown, ack: unknown) => void;

const listenerOf = (handle: Handler): Listener =>
  function (message, ack) {
    void handle(this, message, ack);
  };

/**
 * Gives every socket its handlers. One function for each event finds its socket in `this`: thousands of sockets need
 * no closures of their own.
 */
export const listen = (io: RealtimeServer, handlers: Handlers, entry: Pick<RoomEntry, 'leaveAll'>): void => {
  const listeners = Object.entries(handlers).map(
    ([event, handle]) => [event as keyof Handlers, listenerOf(handle)] as const,
  );
  function onDisconnecting(this: RealtimeSocket): void {
    entry.leaveAll(this);
  }
  io.on('connection', (socket) => {
    for (const [event, listener] of listeners) socket.on(event, listener);
    socket.on('disconnecting', onDisconnecting);
  });
};
