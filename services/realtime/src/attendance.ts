import type { Presence } from '@doushouqi/presence';
import type { RoomEvent } from '@doushouqi/protocol';
import { type Room, type RoomCommand, seatOf } from '@doushouqi/room';
import type { CommandResult, RoomStore } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';
import { createFarewells } from './farewells.ts';
import type { RoomHub } from './room-hub.ts';
import { createSettler } from './settler.ts';

export interface AttendanceOptions {
  /** This process of this node. */
  boot: string;
  presence: Presence;
  hub: Pick<RoomHub, 'cached'>;
  store: Pick<RoomStore, 'load'>;
  execute: (roomId: string, command: RoomCommand) => Promise<CommandResult>;
  /** How long a spectator may be gone before the room is told. Milliseconds. */
  spectatorGraceMs: number;
  /** Told while Redis is away; it is tried again. */
  onFailed: (error: unknown, roomId: string) => void;
}

/**
 * Who is in which room on this node, and the room told of it. Everything here follows the present state, never the
 * step that led to it, so steps that come in any order on any number of nodes end the same: a node that hears a
 * player called absent whom it holds says at once that it is not so.
 */
export interface Attendance {
  /** A socket of the user is in the room; true where it is the first one here. */
  entered(roomId: string, userId: string): boolean;
  left(roomId: string, userId: string): void;
  /** An event of a room that this node hosts. */
  heard(event: RoomEvent): void;
  /** Says anew who is here, after this node was given up for dead. */
  sayAll(): void;
  /** From now on departures are not told: the lease ends instead, and whoever came back elsewhere was never gone. */
  stop(): void;
  /** Rooms with somebody in them or awaited, to see that nothing is kept. */
  size(): number;
}

const keyOf = (roomId: string, userId: string): string => `${roomId} ${userId}`;

export const createAttendance = (options: AttendanceOptions): Attendance => {
  const { boot, presence, hub, store, execute, spectatorGraceMs, onFailed } = options;
  /** By room and user: how many sockets. */
  const rooms = new Map<string, Map<string, number>>();
  let stopped = false;

  const holds = (roomId: string, userId: string): boolean => rooms.get(roomId)?.has(userId) === true;
  const isEmpty = (roomId: string): boolean => !rooms.has(roomId) && !farewells.awaits(roomId);

  const command = async (roomId: string, said: RoomCommand): Promise<void> => {
    const outcome = await execute(roomId, said);
    if (!outcome.ok && outcome.code === 'ROOM_BUSY') throw errorOf('ROOM_BUSY');
  };

  const settlePlayer = async (room: Room, userId: string, side: 1 | 2): Promise<void> => {
    const here = holds(room.id, userId) || (await presence.here(room.id, userId));
    const known = (hub.cached(room.id) ?? room).header.offlineSince[`player${side}`] === null;
    if (here !== known) await command(room.id, { type: 'presence', userId, here });
  };

  const settle = async (key: string): Promise<void> => {
    const [roomId = '', userId = ''] = key.split(' ');
    if (stopped) return;
    const room = hub.cached(roomId) ?? (await store.load(roomId));
    const side = room && seatOf(room.header, userId);
    if (holds(roomId, userId)) {
      farewells.cancel(roomId, userId);
      await presence.arrive(boot, roomId, userId);
    } else if (!side && room?.header.spectators.includes(userId)) {
      farewells.wave(roomId, userId);
    } else {
      await presence.depart(boot, roomId, userId, isEmpty(roomId));
    }
    if (room && side) await settlePlayer(room, userId, side);
  };

  const tellGone = async (roomId: string, userIds: readonly string[]): Promise<void> => {
    const away = userIds.filter((userId) => !holds(roomId, userId));
    await Promise.all(away.map((userId) => presence.depart(boot, roomId, userId, isEmpty(roomId))));
    const elsewhere = await Promise.all(away.map((userId) => presence.here(roomId, userId)));
    const went = away.filter((_, index) => !elsewhere[index]);
    if (went.length > 0) await command(roomId, { type: 'crowd', came: [], went });
  };

  const farewells = createFarewells({ graceMs: spectatorGraceMs, tell: tellGone, onFailed });
  const settler = createSettler(settle, (error, key) => onFailed(error, key.split(' ')[0]!));
  const poke = (roomId: string, userId: string): void => {
    if (!stopped) settler.poke(keyOf(roomId, userId));
  };

  return {
    entered(roomId, userId) {
      const users = rooms.get(roomId) ?? new Map<string, number>();
      const before = users.get(userId) ?? 0;
      rooms.set(roomId, users.set(userId, before + 1));
      if (before === 0) poke(roomId, userId);
      return before === 0;
    },
    left(roomId, userId) {
      const users = rooms.get(roomId);
      const after = (users?.get(userId) ?? 1) - 1;
      if (after > 0) return void users?.set(userId, after);
      users?.delete(userId);
      if (users?.size === 0) rooms.delete(roomId);
      poke(roomId, userId);
    },
    heard(event) {
      if (event.type !== 'gameStateUpdate') return;
      const { roomId, players, offlineSince } = event;
      const [red, blue] = players;
      if (red && offlineSince.player1 !== null && holds(roomId, red)) poke(roomId, red);
      if (blue && offlineSince.player2 !== null && holds(roomId, blue)) poke(roomId, blue);
    },
    sayAll() {
      for (const [roomId, users] of rooms) for (const userId of users.keys()) poke(roomId, userId);
    },
    stop() {
      stopped = true;
      farewells.stop();
    },
    size: () => rooms.size + farewells.size() + settler.size(),
  };
};
