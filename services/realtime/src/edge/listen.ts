import type { ClientEvent, Refusal } from '@doushouqi/protocol';
import { CLIENT_EVENTS, type ClientEventDef } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import { type Failed, roomIdIn } from '../answers.ts';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import type { Handlers } from './handlers.ts';

/** Clients may send any message, and any value in place of the acknowledgement. */
type Listener = (this: RealtimeSocket, message: unknown, ack: unknown) => Promise<void>;
type Answer = { ok: true } | Refusal;
type AnyHandler = (
  socket: RealtimeSocket,
  message: unknown,
) => Answer | undefined | Promise<Answer | undefined>;

/**
 * Validates a message, runs its handler and answers as the protocol table states. Never rejects, whatever the client
 * sends.
 */
function listenerOf(event: ClientEvent, handle: AnyHandler, failed: Failed): Listener {
  const { message: schema, acknowledgement, refusal }: ClientEventDef = CLIENT_EVENTS[event];
  return async function (message, ack) {
    let reply: Answer | undefined;
    try {
      const parsed = schema.safeParse(message);
      if (!parsed.success) throw errorOf('INVALID_INPUT');
      reply = await handle(this, parsed.data);
    } catch (error) {
      const { id: socketId, data } = this;
      reply = failed(error, event, { socketId, userId: data.userId, roomId: roomIdIn(message) });
    }
    if (!reply || acknowledgement === null) return;
    if (typeof ack === 'function') ack(reply);
    // Clients of the public protocol send this message without an acknowledgement.
    else if (event === 'syncRoom') this.emit('syncRequested', { roomId: roomIdIn(message) });
    if (reply.ok || refusal === undefined) return;
    this.emit(refusal, { code: reply.code, message: reply.message, roomId: roomIdIn(message) });
  };
}

/**
 * Registers the handlers on every socket. One function per event finds its socket in `this`, which saves closures for
 * thousands of sockets.
 */
export function listen(
  io: RealtimeServer,
  handlers: Handlers,
  failed: Failed,
  onLeave: (socket: RealtimeSocket, reason: string) => void,
): void {
  const listeners = Object.entries(handlers).map(
    ([event, handle]) =>
      [event as ClientEvent, listenerOf(event as ClientEvent, handle as AnyHandler, failed)] as const,
  );
  function onDisconnecting(this: RealtimeSocket, reason: string): void {
    onLeave(this, reason);
  }
  io.on('connection', (socket) => {
    for (const [event, listener] of listeners) socket.on(event, listener);
    socket.on('disconnecting', onDisconnecting);
  });
}
