import {
  type ErrorBody,
  type ErrorCode,
  errorBody,
  type JoinAck,
  joinRoomMessage,
  type LeaveAck,
  leaveRoomMessage,
  type MoveAck,
  moveMessage,
  moveReceivedMessage,
  type Refusal,
} from '@doushouqi/protocol';
import { type Outcome, type RoomDoor, type RoomStore, snapshotOf } from '@doushouqi/room-core';
import { errorOf, type Logger, toAppError } from '@doushouqi/service-kit';
import type { z } from 'zod';
import { catchUpOf } from './catch-up.ts';
import type { CommandGate } from './command-gate.ts';
import type { RealtimeMetrics } from './metrics.ts';
import { channelOf, type RealtimeSocket, roomsOf } from './realtime-socket.ts';
import type { RoomHub } from './room-hub.ts';

/** Rooms that one socket may be in; joining one more leaves the oldest. */
const ROOMS_PER_SOCKET = 4;

export interface HandlerOptions {
  hub: RoomHub;
  door: RoomDoor;
  store: Pick<RoomStore, 'eventsAfter'>;
  gate: CommandGate;
  metrics: RealtimeMetrics;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** What a client sends is anything at all, and so is what should be the acknowledgement. */
export type Handler = (socket: RealtimeSocket, message: unknown, ack: unknown) => Promise<void>;
export type Handlers = Record<'joinRoom' | 'leaveRoom' | 'syncRoom' | 'move', Handler> & {
  moveReceived: (socket: RealtimeSocket, message: unknown) => void;
};

const refusal = (code: ErrorCode, message?: string): Refusal => ({ ok: false, ...errorBody(code, message) });

const answer = <Ack>(ack: unknown, value: Ack): void => {
  if (typeof ack === 'function') ack(value);
};

const validated = <S extends z.ZodType>(schema: S, message: unknown): z.output<S> => {
  const parsed = schema.safeParse(message);
  if (!parsed.success) throw errorOf('INVALID_INPUT');
  return parsed.data;
};

/** Leaves a room in which the socket is known to be. */
const depart = (hub: RoomHub, socket: RealtimeSocket, roomId: string): void => {
  socket.leave(channelOf(roomId));
  hub.release(roomId);
};

/** Releases what a closing socket holds. */
export const departAll = (hub: RoomHub, socket: RealtimeSocket): void => {
  for (const roomId of roomsOf(socket)) depart(hub, socket, roomId);
};

/** The room number of a message that may be anything, for the word of refusal. */
const roomIdIn = (message: unknown): string => {
  const roomId: unknown = (message as { roomId?: unknown } | null | undefined)?.roomId;
  return typeof roomId === 'string' ? roomId.slice(0, 20) : '';
};

const createJoin = ({ hub, store, now }: HandlerOptions) => {
  /** In the room from here on, unless it is there already or went away meanwhile. */
  const enter = (socket: RealtimeSocket, roomId: string): void => {
    if (socket.rooms.has(channelOf(roomId)) || !socket.connected) {
      hub.release(roomId);
      return;
    }
    socket.join(channelOf(roomId));
    const rooms = roomsOf(socket);
    if (rooms.length > ROOMS_PER_SOCKET) depart(hub, socket, rooms[0]!);
  };

  return async (socket: RealtimeSocket, message: unknown, authoritative: boolean): Promise<JoinAck> => {
    const { roomId, lastVersion } = validated(joinRoomMessage, message);
    const known = await hub.host(roomId);
    let tail = null;
    try {
      if (authoritative || (lastVersion ?? 0) > (known?.v ?? 0)) await hub.refresh(roomId);
      const version = hub.cached(roomId)?.v ?? 0;
      if (lastVersion !== undefined && lastVersion < version) {
        tail = await store.eventsAfter(roomId, lastVersion);
        if (tail) hub.committed(roomId, tail, null);
      }
    } catch (error) {
      hub.release(roomId);
      throw error;
    }
    // No waiting from here on: what comes after this version reaches the socket by itself.
    const room = hub.cached(roomId);
    if (!room) {
      hub.release(roomId);
      return refusal('ROOM_NOT_FOUND');
    }
    enter(socket, roomId);
    const serverTime = now();
    return { ok: true, v: room.v, serverTime, catchUp: catchUpOf(room, lastVersion, tail, serverTime) };
  };
};

const createMove = ({ hub, door, gate, metrics, now }: HandlerOptions) => {
  const answerOf = (outcome: Outcome): MoveAck => {
    if (outcome.ok) return { ok: true, v: outcome.v };
    const { code, room } = outcome;
    return code === 'STALE_MOVE' && room
      ? { ...refusal(code), room: snapshotOf(room, now()) }
      : refusal(code);
  };

  return async (socket: RealtimeSocket, message: unknown): Promise<MoveAck> => {
    const { roomId, ...move } = validated(moveMessage, message);
    const command = { type: 'move', userId: socket.data.userId, ...move } as const;
    const outcome = await gate.run(() => door.execute(roomId, command));
    hub.committed(roomId, outcome.events, outcome.room);
    metrics.moves.inc({ code: outcome.ok ? 'OK' : outcome.code });
    return answerOf(outcome);
  };
};

/** What a socket may ask of this node (spec §7). Nothing that it sends makes these reject or throw. */
export const createHandlers = (options: HandlerOptions): Handlers => {
  const { hub, metrics, logger } = options;
  const join = createJoin(options);
  const play = createMove(options);

  const failed = (error: unknown, event: string): Refusal => {
    const { code, message } = toAppError(error);
    if (code === 'INTERNAL') logger.error({ err: error, event }, 'unexpected error');
    metrics.dropped.inc({ reason: code });
    return refusal(code, message);
  };

  return {
    async joinRoom(socket, message, ack) {
      const reply = await join(socket, message, false).catch((error) => failed(error, 'joinRoom'));
      answer<JoinAck>(ack, reply);
    },
    async syncRoom(socket, message, ack) {
      const reply = await join(socket, message, true).catch((error) => failed(error, 'syncRoom'));
      if (typeof ack === 'function') answer<JoinAck>(ack, reply);
      else socket.emit('syncRequested', { roomId: roomIdIn(message) });
    },
    async leaveRoom(socket, message, ack) {
      const parsed = leaveRoomMessage.safeParse(message);
      if (!parsed.success) return answer<LeaveAck>(ack, failed(errorOf('INVALID_INPUT'), 'leaveRoom'));
      const { roomId } = parsed.data;
      if (socket.rooms.has(channelOf(roomId))) depart(hub, socket, roomId);
      answer<LeaveAck>(ack, { ok: true });
    },
    async move(socket, message, ack) {
      const reply = await play(socket, message).catch((error): MoveAck => failed(error, 'move'));
      answer<MoveAck>(ack, reply);
      if (reply.ok) return;
      const error: ErrorBody = { code: reply.code, message: reply.message };
      socket.emit('moveError', { ...error, roomId: roomIdIn(message) });
    },
    moveReceived(socket, message) {
      const parsed = moveReceivedMessage.safeParse(message);
      if (!parsed.success) return void failed(errorOf('INVALID_INPUT'), 'moveReceived');
      const { roomId, v } = parsed.data;
      if (v === undefined || !socket.rooms.has(channelOf(roomId))) return;
      const elapsed = hub.sinceDelivery(roomId, v);
      if (elapsed !== undefined) metrics.delivery.observe(elapsed / 1000);
    },
  };
};
