import type { Handler, Handlers } from './handlers.ts';
import type { Joining } from './joining.ts';
import type { People } from './people.ts';
import type { RealtimeServer, RealtimeSocket } from './realtime-socket.ts';

type Listener = (this: RealtimeSocket, message: unknown, ack: unknown) => void;

const listenerOf = (handle: Handler): Listener =>
  function (message, ack) {
    void handle(this, message, ack);
  };

/**
 * Gives every socket its handlers. One function for each event finds its socket in `this`: thousands of sockets need
 * no closures of their own.
 */
export const listen = (
  io: RealtimeServer,
  handlers: Handlers,
  joining: Pick<Joining, 'leaveAll'>,
  people: Pick<People, 'remove'>,
): void => {
  const listeners = Object.entries(handlers).map(
    ([event, handle]) => [event as keyof Handlers, listenerOf(handle)] as const,
  );
  function onDisconnecting(this: RealtimeSocket): void {
    joining.leaveAll(this);
    people.remove(this);
  }
  io.on('connection', (socket) => {
    for (const [event, listener] of listeners) socket.on(event, listener);
    socket.on('disconnecting', onDisconnecting);
  });
};
