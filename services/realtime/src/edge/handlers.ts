import { randomUUID } from 'node:crypto';
import {
  type ClientAck,
  type ClientEvent,
  type ClientMessage,
  fromWireSide,
  POLICIES,
} from '@doushouqi/protocol';
import {
  isAwaited,
  isPlaying,
  type Room,
  type RoomCommand,
  seatOf,
  snapshotOf,
  viewVisibleTo,
} from '@doushouqi/room';
import type { RoomCommands, RoomStore } from '@doushouqi/room-core';
import type { Side } from '@doushouqi/rules';
import { consumeOf, errorOf, type RateLimiter } from '@doushouqi/service-kit';
import { isTournamentRoom, LOBBY_ROOM, tournamentRoom } from '@doushouqi/service-kit/socket-cluster';
import { refusal } from '../answers.ts';
import type { RealtimeMetrics } from '../metrics.ts';
import type { NodeOutages } from '../presence/outages.ts';
import { gameRoom, type RealtimeSocket } from '../realtime-socket.ts';
import type { Nudges } from '../rooms/nudges.ts';
import type { RoomCache } from '../rooms/room-cache.ts';
import type { RoomEntry } from '../rooms/room-entry.ts';
import { lagOf, withRoundTrip } from '../rooms/round-trips.ts';
import type { Blocks } from '../users/blocks.ts';
import type { CommandGate } from './command-gate.ts';

export interface HandlerOptions {
  entry: RoomEntry;
  cache: RoomCache;
  store: Pick<RoomStore, 'countFocusLoss'>;
  execute: RoomCommands['execute'];
  gate: CommandGate;
  nudges: Nudges;
  /** Limits a user's commands in rooms other than moves. */
  roomRequests: Pick<RateLimiter, 'consume'>;
  blocks: Pick<Blocks, 'of'>;
  nodeOutages: Pick<NodeOutages, 'compensated'>;
  metrics: RealtimeMetrics;
  /** Epoch ms. */
  now: () => number;
}

/** Handlers of validated messages. Each throws its refusal, or UNAVAILABLE while Redis is unavailable. */
export type Handlers = {
  [E in ClientEvent]: (
    socket: RealtimeSocket,
    message: ClientMessage<E>,
  ) => ClientAck<E> | Promise<ClientAck<E>>;
};

/** What a connection watches outside of rooms. */
const WATCHING: Pick<Handlers, 'watchLobby' | 'watchTournament'> = {
  watchLobby(socket, { on }) {
    if (on) socket.join(LOBBY_ROOM);
    else socket.leave(LOBBY_ROOM);
  },
  watchTournament(socket, { id, on }) {
    const room = tournamentRoom(id);
    for (const other of socket.rooms) if (isTournamentRoom(other) && other !== room) socket.leave(other);
    if (on) socket.join(room);
    else socket.leave(room);
  },
};

/** Creates the handlers of all client events. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { cache, entry, store, execute, gate, nudges, roomRequests, blocks, nodeOutages, metrics, now } =
    options;

  /** Returns the cached room of a socket that is in it, and the side of its user; null for a spectator. */
  const seatIn = ({ rooms, data }: RealtimeSocket, roomId: string): { room: Room; side: Side } | null => {
    const room = rooms.has(gameRoom(roomId)) ? cache.get(roomId) : undefined;
    const side = room && seatOf(room.header, data.userId);
    return room && side ? { room, side } : null;
  };
  const reset = async (socket: RealtimeSocket, roomId: string, command: RoomCommand) => {
    await consumeOf(roomRequests, socket.data);
    const result = await gate.run(() => execute(roomId, command));
    return result.ok ? { ok: true as const, v: result.v } : refusal(result.code);
  };
  const answerReset = (socket: RealtimeSocket, roomId: string, accept: boolean) => {
    const { userId } = socket.data;
    const answer = { type: 'answer', userId, kind: 'reset', accept, newGameId: randomUUID() } as const;
    return reset(socket, roomId, answer);
  };

  return {
    joinRoom: (socket, message) => entry.join(socket, message, false),
    syncRoom: (socket, message) => entry.join(socket, message, true),
    leaveRoom(socket, { roomId }) {
      entry.leave(socket, roomId);
      return { ok: true };
    },
    // Field by field: rest destructuring costs more than the rules do.
    async move(socket, { roomId, from, to, player, ply, id }) {
      const { userId, roundTrips } = socket.data;
      const owed = nodeOutages.compensated(roomId, userId);
      if (owed) await owed;
      const side = fromWireSide(player);
      const command = { type: 'move', userId, from, to, side, ply, id, lag: lagOf(roundTrips) } as const;
      const received = performance.now();
      const result = await gate.run(() => execute(roomId, command));
      metrics.moved(result.ok ? 'OK' : result.code, (performance.now() - received) / 1_000);
      if (result.ok) return { ok: true, v: result.v };
      const { code, room } = result;
      if (code !== 'STALE_MOVE' || !room) return refusal(code);
      const shown = viewVisibleTo(room, { userId, blocked: blocks.of(userId) });
      return { ...refusal(code), room: snapshotOf(shown, now()) };
    },
    requestReset: (socket, { roomId }) =>
      reset(socket, roomId, { type: 'offer', userId: socket.data.userId, kind: 'reset' }),
    acceptReset: (socket, { roomId }) => answerReset(socket, roomId, true),
    rejectReset: (socket, { roomId }) => answerReset(socket, roomId, false),
    async buttonClick(socket, { roomId }) {
      const seat = seatIn(socket, roomId);
      if (!seat) throw errorOf('NOT_A_PLAYER');
      await nudges.send(roomId, socket.data.userId, seat.side);
    },
    // Does nothing unless a clock waits for this player.
    async tableShown(socket, { roomId }) {
      const { userId } = socket.data;
      const seat = seatIn(socket, roomId);
      if (seat && isAwaited(seat.room, seat.side))
        await gate.run(() => execute(roomId, { type: 'arrive', userId }));
    },
    // Recorded only in the player's running rated games.
    async focusLost(socket, { roomId }) {
      const { room, side } = seatIn(socket, roomId) ?? {};
      if (!room || !side || !isPlaying(room) || !POLICIES[room.header.kind].countsFocusLoss) return;
      await store.countFocusLoss(roomId, room.header.gameId, side, now());
    },
    ...WATCHING,
    moveReceived(socket, { roomId, v }) {
      if (v === undefined || !socket.rooms.has(gameRoom(roomId))) return;
      const elapsed = cache.sinceDelivery(roomId, v);
      if (elapsed === undefined) return;
      metrics.delivery.observe(elapsed / 1000);
      socket.data.roundTrips = withRoundTrip(socket.data.roundTrips, `${roomId}:${v}`, elapsed);
    },
  };
}
