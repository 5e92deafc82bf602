import type { ClientMessage, CommandAck, MoveAck, MoveMessage } from '@doushouqi/protocol';
import { type RoomCommand, seatOf, snapshotOf } from '@doushouqi/room';
import type { CommandResult } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';
import { refusal } from './answers.ts';
import type { CommandGate } from './command-gate.ts';
import { lagOf } from './line.ts';
import type { RealtimeMetrics } from './metrics.ts';
import type { Nudges } from './nudges.ts';
import { channelOf, type RealtimeSocket } from './realtime-socket.ts';
import type { RoomHub } from './room-hub.ts';

export interface ActingOptions {
  hub: RoomHub;
  /** Executes a command and delivers what came of it to this node's own sockets. */
  execute: (roomId: string, command: RoomCommand) => Promise<CommandResult>;
  gate: CommandGate;
  nudges: Nudges;
  metrics: RealtimeMetrics;
  /** Epoch ms. */
  now: () => number;
}

/** What a player's socket does in a room. Each throws what is refused, or that Redis is away. */
export interface Acting {
  move(socket: RealtimeSocket, message: MoveMessage): Promise<MoveAck>;
  requestReset(socket: RealtimeSocket, roomId: string): Promise<CommandAck>;
  answerReset(socket: RealtimeSocket, roomId: string, accept: boolean): Promise<CommandAck>;
  nudge(socket: RealtimeSocket, message: ClientMessage<'buttonClick'>): Promise<void>;
}

export const createActing = (options: ActingOptions, newGameId: () => string): Acting => {
  const { hub, execute, gate, nudges, metrics, now } = options;

  const reset = async (roomId: string, command: RoomCommand): Promise<CommandAck> => {
    const outcome = await gate.run(() => execute(roomId, command));
    return outcome.ok ? { ok: true, v: outcome.v } : refusal(outcome.code);
  };

  return {
    async move(socket, { roomId, ...move }) {
      const { userId, line } = socket.data;
      const command = { type: 'move', userId, ...move, lag: lagOf(line) } as const;
      const outcome = await gate.run(() => execute(roomId, command));
      metrics.moves.inc({ code: outcome.ok ? 'OK' : outcome.code });
      if (outcome.ok) return { ok: true, v: outcome.v };
      const { code, room } = outcome;
      return code === 'STALE_MOVE' && room
        ? { ...refusal(code), room: snapshotOf(room, now()) }
        : refusal(code);
    },
    requestReset: ({ data: { userId } }, roomId) => reset(roomId, { type: 'offer', userId, kind: 'reset' }),
    answerReset: ({ data: { userId } }, roomId, accept) =>
      reset(roomId, { type: 'answer', userId, kind: 'reset', accept, newGameId: newGameId() }),
    async nudge(socket, { roomId, nickname }) {
      const room = socket.rooms.has(channelOf(roomId)) ? hub.cached(roomId) : undefined;
      if (!room || !seatOf(room.header, socket.data.userId)) throw errorOf('NOT_A_PLAYER');
      await nudges.send(roomId, socket.data.userId, nickname);
    },
  };
};
