import { type CommandAck, fromWireSide, type MoveAck, type MoveMessage, POLICIES } from '@doushouqi/protocol';
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
import { consumeOf, errorOf, type RateLimiter } from '@doushouqi/service-kit';
import { refusal } from '../answers.ts';
import type { RealtimeMetrics } from '../metrics.ts';
import type { NodeOutages } from '../presence/outages.ts';
import { gameRoom, type RealtimeSocket } from '../realtime-socket.ts';
import type { Blocks } from '../users/blocks.ts';
import type { Nudges } from './room-feed.ts';
import type { RoomHub } from './room-hub.ts';
import { lagOf } from './round-trips.ts';

/** Passes commands until it is closed, and waits for the last one. */
export class CommandGate {
  #closed = false;
  #inHand = 0;
  readonly #empty = Promise.withResolvers<void>();

  /** Rejects with UNAVAILABLE once closed. */
  run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(errorOf('UNAVAILABLE'));
    this.#inHand += 1;
    const answer = command();
    answer.then(this.#done, this.#done);
    return answer;
  }

  readonly #done = (): void => {
    this.#inHand -= 1;
    if (this.#closed && this.#inHand === 0) this.#empty.resolve();
  };

  /** Refuses new commands; resolves when none is pending. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#inHand > 0) await this.#empty.promise;
  }
}

export interface PlayerCommandsOptions {
  hub: RoomHub;
  store: Pick<RoomStore, 'countFocusLoss'>;
  execute: RoomCommands['execute'];
  gate: CommandGate;
  nudges: Nudges;
  /** Limits a user's commands in rooms other than moves. */
  verbs: Pick<RateLimiter, 'consume'>;
  blocks: Pick<Blocks, 'of'>;
  nodeOutages: Pick<NodeOutages, 'compensated'>;
  metrics: RealtimeMetrics;
  /** Epoch ms. */
  now: () => number;
}

/** Room commands of a player's socket. Each throws its refusal, or UNAVAILABLE while Redis is unavailable. */
interface PlayerCommands {
  move(socket: RealtimeSocket, message: MoveMessage): Promise<MoveAck>;
  requestReset(socket: RealtimeSocket, roomId: string): Promise<CommandAck>;
  answerReset(socket: RealtimeSocket, roomId: string, accept: boolean): Promise<CommandAck>;
  nudge(socket: RealtimeSocket, roomId: string): Promise<void>;
  /** Does nothing unless a clock waits for this player. */
  arrive(socket: RealtimeSocket, roomId: string): Promise<void>;
  /** Recorded only in the player's running rated games. */
  lookAway(socket: RealtimeSocket, roomId: string): Promise<void>;
}

export function createPlayerCommands(
  options: PlayerCommandsOptions,
  newGameId: () => string,
): PlayerCommands {
  const { hub, store, execute, gate, nudges, verbs, blocks, nodeOutages, metrics, now } = options;

  /** Returns the cached room of a socket that is in it. */
  const roomIn = ({ rooms }: RealtimeSocket, roomId: string): Room | undefined =>
    rooms.has(gameRoom(roomId)) ? hub.cached(roomId) : undefined;
  const reset = async (
    { data }: RealtimeSocket,
    roomId: string,
    command: RoomCommand,
  ): Promise<CommandAck> => {
    await consumeOf(verbs, data);
    const result = await gate.run(() => execute(roomId, command));
    return result.ok ? { ok: true, v: result.v } : refusal(result.code);
  };

  return {
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
      return code === 'STALE_MOVE' && room
        ? { ...refusal(code), room: snapshotOf(viewVisibleTo(room, blocks.of(userId)), now()) }
        : refusal(code);
    },
    requestReset: (socket, roomId) =>
      reset(socket, roomId, { type: 'offer', userId: socket.data.userId, kind: 'reset' }),
    answerReset: (socket, roomId, accept) => {
      const { userId } = socket.data;
      const answer = { type: 'answer', userId, kind: 'reset', accept, newGameId: newGameId() } as const;
      return reset(socket, roomId, answer);
    },
    async nudge(socket, roomId) {
      const { userId } = socket.data;
      const room = roomIn(socket, roomId);
      const side = room && seatOf(room.header, userId);
      if (!side) throw errorOf('NOT_A_PLAYER');
      await nudges.send(roomId, userId, side);
    },
    async arrive(socket, roomId) {
      const { userId } = socket.data;
      const room = roomIn(socket, roomId);
      const side = room && seatOf(room.header, userId);
      if (side && isAwaited(room, side)) await gate.run(() => execute(roomId, { type: 'arrive', userId }));
    },
    async lookAway(socket, roomId) {
      const room = roomIn(socket, roomId);
      const side = room && seatOf(room.header, socket.data.userId);
      if (!side || !isPlaying(room) || !POLICIES[room.header.kind].countsFocusLoss) return;
      await store.countFocusLoss(roomId, room.header.gameId, side, now());
    },
  };
}
