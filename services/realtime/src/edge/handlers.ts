import { randomUUID } from 'node:crypto';
import {
  type ClientToServerEvents,
  type CommandAck,
  type JoinAck,
  type LeaveAck,
  leaveRoomMessage,
  type MoveAck,
  moveReceivedMessage,
  watchLobbyMessage,
} from '@doushouqi/protocol';
import { errorOf, type Logger } from '@doushouqi/service-kit';
import { LOBBY_ROOM } from '@doushouqi/service-kit/socket-cluster';
import { answer, createFailed, type Failed, roomIdIn } from '../answers.ts';
import { gameRoom, type RealtimeSocket } from '../realtime-socket.ts';
import { createPlayerCommands, type PlayerCommandsOptions } from '../rooms/player-commands.ts';
import type { RoomEntry } from '../rooms/room-entry.ts';
import { withRoundTrip } from '../rooms/round-trips.ts';

export interface HandlerOptions extends PlayerCommandsOptions {
  entry: RoomEntry;
  logger: Logger;
}

/** What a client sends is anything at all, and so is what should be the acknowledgement. */
export type Handler = (socket: RealtimeSocket, message: unknown, ack: unknown) => Promise<void> | void;
export type Handlers = Record<keyof ClientToServerEvents, Handler>;

/** What is told and not answered. */
const createSignalHandlers = (
  { hub, metrics }: Pick<HandlerOptions, 'hub' | 'metrics'>,
  failed: Failed,
): Pick<Handlers, 'watchLobby' | 'moveReceived'> => ({
  watchLobby(socket, message) {
    const parsed = watchLobbyMessage.safeParse(message);
    if (!parsed.success) return void failed(errorOf('INVALID_INPUT'), 'watchLobby');
    if (parsed.data.on) socket.join(LOBBY_ROOM);
    else socket.leave(LOBBY_ROOM);
  },
  moveReceived(socket, message) {
    const parsed = moveReceivedMessage.safeParse(message);
    if (!parsed.success) return void failed(errorOf('INVALID_INPUT'), 'moveReceived');
    const { roomId, v } = parsed.data;
    if (v === undefined || !socket.rooms.has(gameRoom(roomId))) return;
    const elapsed = hub.sinceDelivery(roomId, v);
    if (elapsed === undefined) return;
    metrics.delivery.observe(elapsed / 1000);
    socket.data.roundTrips = withRoundTrip(socket.data.roundTrips, `${roomId}:${v}`, elapsed);
  },
});

/** What a socket may ask of this node (spec §7). Nothing that it sends makes these reject or throw. */
export const createHandlers = (options: HandlerOptions): Handlers => {
  const { entry, metrics, logger } = options;
  const commands = createPlayerCommands(options, randomUUID);
  const failed = createFailed(logger, metrics.dropped);

  const resetting =
    (event: string, act: (socket: RealtimeSocket, message: unknown) => Promise<CommandAck>): Handler =>
    async (socket, message, ack) => {
      const reply = await act(socket, message).catch((error: unknown) => failed(error, event));
      answer<CommandAck>(ack, reply);
      if (reply.ok) return;
      const { code, message: text } = reply;
      socket.emit('resetError', { code, message: text, roomId: roomIdIn(message) });
    };

  return {
    async joinRoom(socket, message, ack) {
      const reply = await entry.join(socket, message, false).catch((error) => failed(error, 'joinRoom'));
      answer<JoinAck>(ack, reply);
    },
    async syncRoom(socket, message, ack) {
      const reply = await entry.join(socket, message, true).catch((error) => failed(error, 'syncRoom'));
      if (typeof ack === 'function') answer<JoinAck>(ack, reply);
      else socket.emit('syncRequested', { roomId: roomIdIn(message) });
    },
    leaveRoom(socket, message, ack) {
      const parsed = leaveRoomMessage.safeParse(message);
      if (!parsed.success) return answer<LeaveAck>(ack, failed(errorOf('INVALID_INPUT'), 'leaveRoom'));
      entry.leave(socket, parsed.data.roomId);
      answer<LeaveAck>(ack, { ok: true });
    },
    async move(socket, message, ack) {
      const reply = await commands.move(socket, message).catch((error): MoveAck => failed(error, 'move'));
      answer<MoveAck>(ack, reply);
      if (reply.ok) return;
      const { code, message: text } = reply;
      socket.emit('moveError', { code, message: text, roomId: roomIdIn(message) });
    },
    requestReset: resetting('requestReset', commands.requestReset),
    acceptReset: resetting('acceptReset', (socket, message) => commands.answerReset(socket, message, true)),
    rejectReset: resetting('rejectReset', (socket, message) => commands.answerReset(socket, message, false)),
    async buttonClick(socket, message) {
      await commands.nudge(socket, message).catch((error: unknown) => failed(error, 'buttonClick'));
    },
    ...createSignalHandlers(options, failed),
  };
};
