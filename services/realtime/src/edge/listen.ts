import type { ClientEvent, Refusal } from '@doushouqi/protocol';
import { CLIENT_EVENTS, type ClientEventDef } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import { type Failed, roomIdIn } from '../answers.ts';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import type { Handlers } from './handlers.ts';

/** What a client sends is anything at all, and so is what should be the acknowledgement. */
type Listener = (this: RealtimeSocket, message: unknown, ack: unknown) => Promise<void>;
type Answer = { ok: true } | Refusal;
type AnyHandler = (
  socket: RealtimeSocket,
  message: unknown,
) => Answer | undefined | Promise<Answer | undefined>;

/** Validates, has it done, answers as the protocol's table says. Nothing that a client sends makes this reject. */
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
    // The spec's client waits for no acknowledgement of this one.
    else if (event === 'syncRoom') this.emit('syncRequested', { roomId: roomIdIn(message) });
    if (reply.ok || refusal === undefined) return;
    this.emit(refusal, { code: reply.code, message: reply.message, roomId: roomIdIn(message) });
  };
}

/**
 * Gives every socket its handlers. One function for each event finds its socket in `this`: thousands of sockets need
 * no closures of their own.
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
