import { randomUUID } from 'node:crypto';
import type { ClientAck, ClientEvent, ClientMessage } from '@doushouqi/protocol';
import { type ActingOptions, createActing } from './acting.ts';
import type { Joining } from './joining.ts';
import { withRoundTrip } from './line.ts';
import { channelOf, LOBBY, type RealtimeSocket } from './realtime-socket.ts';

export interface HandlerOptions extends ActingOptions {
  joining: Joining;
}

/** What each message does, once it is known to fit its schema. Throws what is refused. */
export type Handlers = {
  [E in ClientEvent]: (
    socket: RealtimeSocket,
    message: ClientMessage<E>,
  ) => ClientAck<E> | Promise<ClientAck<E>>;
};

/** What a socket may ask of this node (spec §7). */
export const createHandlers = (options: HandlerOptions): Handlers => {
  const { hub, joining, metrics } = options;
  const acting = createActing(options, randomUUID);
  return {
    joinRoom: (socket, message) => joining.join(socket, message, false),
    syncRoom: (socket, message) => joining.join(socket, message, true),
    leaveRoom(socket, { roomId }) {
      joining.leave(socket, roomId);
      return { ok: true };
    },
    move: acting.move,
    requestReset: (socket, { roomId }) => acting.requestReset(socket, roomId),
    acceptReset: (socket, { roomId }) => acting.answerReset(socket, roomId, true),
    rejectReset: (socket, { roomId }) => acting.answerReset(socket, roomId, false),
    async buttonClick(socket, message) {
      await acting.nudge(socket, message);
    },
    watchLobby(socket, { on }) {
      if (on) socket.join(LOBBY);
      else socket.leave(LOBBY);
    },
    moveReceived(socket, { roomId, v }) {
      if (v === undefined || !socket.rooms.has(channelOf(roomId))) return;
      const elapsed = hub.sinceDelivery(roomId, v);
      if (elapsed === undefined) return;
      metrics.delivery.observe(elapsed / 1000);
      socket.data.line = withRoundTrip(socket.data.line, `${roomId}:${v}`, elapsed);
    },
  };
};
