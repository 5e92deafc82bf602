import { randomUUID } from 'node:crypto';
import type { ClientAck, ClientEvent, ClientMessage } from '@doushouqi/protocol';
import { LOBBY_ROOM } from '@doushouqi/service-kit/socket-cluster';
import { gameRoom, type RealtimeSocket } from '../realtime-socket.ts';
import { createPlayerCommands, type PlayerCommandsOptions } from '../rooms/player-commands.ts';
import type { RoomEntry } from '../rooms/room-entry.ts';
import { withRoundTrip } from '../rooms/round-trips.ts';

export interface HandlerOptions extends PlayerCommandsOptions {
  entry: RoomEntry;
}

/** Handlers of validated messages; they throw refusals. */
export type Handlers = {
  [E in ClientEvent]: (
    socket: RealtimeSocket,
    message: ClientMessage<E>,
  ) => ClientAck<E> | Promise<ClientAck<E>>;
};

/** Creates the handlers of all client events. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { hub, entry, metrics } = options;
  const commands = createPlayerCommands(options, randomUUID);
  return {
    joinRoom: (socket, message) => entry.join(socket, message, false),
    syncRoom: (socket, message) => entry.join(socket, message, true),
    leaveRoom(socket, { roomId }) {
      entry.leave(socket, roomId);
      return { ok: true };
    },
    move: commands.move,
    requestReset: (socket, { roomId }) => commands.requestReset(socket, roomId),
    acceptReset: (socket, { roomId }) => commands.answerReset(socket, roomId, true),
    rejectReset: (socket, { roomId }) => commands.answerReset(socket, roomId, false),
    async buttonClick(socket, { roomId }) {
      await commands.nudge(socket, roomId);
    },
    async tableShown(socket, { roomId }) {
      await commands.arrive(socket, roomId);
    },
    async focusLost(socket, { roomId }) {
      await commands.lookAway(socket, roomId);
    },
    watchLobby(socket, { on }) {
      if (on) socket.join(LOBBY_ROOM);
      else socket.leave(LOBBY_ROOM);
    },
    moveReceived(socket, { roomId, v }) {
      if (v === undefined || !socket.rooms.has(gameRoom(roomId))) return;
      const elapsed = hub.sinceDelivery(roomId, v);
      if (elapsed === undefined) return;
      metrics.delivery.observe(elapsed / 1000);
      socket.data.roundTrips = withRoundTrip(socket.data.roundTrips, `${roomId}:${v}`, elapsed);
    },
  };
}
