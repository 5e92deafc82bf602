import type { RoomEvent } from '@doushouqi/protocol';
import { type Room, type RoomCommand, seatOf, userOf } from '@doushouqi/room';
import type { RoomCommands, RoomStore } from '@doushouqi/room-core';
import type { Presence } from '@doushouqi/room-core/presence';
import { SIDES, type Side } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import { Reconciler } from '../reconciler.ts';
import type { RoomCache } from '../rooms/room-cache.ts';
import type { NodeOutages } from './outages.ts';
import { SpectatorGrace } from './spectator-grace.ts';

/** Numbers of sockets by room and user on this node. */
class RoomOccupancy {
  readonly #rooms = new Map<string, Map<string, number>>();

  /** Adds a socket. Returns true for the user's first one in the room. */
  add(roomId: string, userId: string): boolean {
    const users = this.#rooms.get(roomId) ?? new Map<string, number>();
    const before = users.get(userId) ?? 0;
    this.#rooms.set(roomId, users.set(userId, before + 1));
    return before === 0;
  }

  /** Removes a socket. Returns true for the user's last one in the room. */
  remove(roomId: string, userId: string): boolean {
    const users = this.#rooms.get(roomId);
    const after = (users?.get(userId) ?? 1) - 1;
    if (after > 0) {
      users?.set(userId, after);
      return false;
    }
    users?.delete(userId);
    if (users?.size === 0) this.#rooms.delete(roomId);
    return true;
  }

  has(roomId: string, userId: string): boolean {
    return this.#rooms.get(roomId)?.has(userId) === true;
  }

  isEmpty(roomId: string): boolean {
    return !this.#rooms.has(roomId);
  }

  /** Yields each user once per room. */
  *all(): Generator<{ roomId: string; userId: string }> {
    for (const [roomId, users] of this.#rooms) for (const userId of users.keys()) yield { roomId, userId };
  }

  size(): number {
    return this.#rooms.size;
  }
}

interface AttendanceOptions {
  /** Id of this process of the node. */
  boot: string;
  presence: Presence;
  cache: Pick<RoomCache, 'get' | 'on'>;
  store: Pick<RoomStore, 'load'>;
  execute: RoomCommands['execute'];
  nodeOutages: NodeOutages;
  /** Time without a connection after which a spectator is removed. Milliseconds. */
  spectatorGraceMs: number;
  /** Called for failures while Redis is unavailable; the work is retried. */
  onFailed: (error: unknown, roomId: string) => void;
}

/**
 * Tracks which users are in which rooms on this node and notifies the rooms. All work derives from the current state,
 * never from the step that led to it, so any order of steps on any number of nodes has the same result: a node that
 * receives an absence of a player connected to it corrects it at once.
 */
export class Attendance {
  readonly #options: AttendanceOptions;
  readonly #occupancy = new RoomOccupancy();
  readonly #grace: SpectatorGrace;
  /** By room and user. */
  readonly #reconciler: Reconciler;
  #stopped = false;

  constructor(options: AttendanceOptions) {
    const { cache, spectatorGraceMs: graceMs, onFailed } = options;
    this.#options = options;
    this.#grace = new SpectatorGrace({
      graceMs,
      notify: (roomId, gone) => this.#notifyGone(roomId, gone),
      onFailed,
    });
    this.#reconciler = new Reconciler(
      (key) => this.#reconcile(...roomAndUserOf(key)),
      (error, key) => onFailed(error, roomAndUserOf(key)[0]),
    );
    cache.on('event', (event) => this.#received(event));
  }

  /** Call when a socket of the user entered the room. */
  entered(roomId: string, userId: string): void {
    if (!this.#occupancy.add(roomId, userId)) return;
    this.#changed(roomId, userId);
    this.#options.nodeOutages.returned(roomId, userId);
  }

  /** Call when a socket of the user left the room. */
  left(roomId: string, userId: string): void {
    if (this.#occupancy.remove(roomId, userId)) this.#changed(roomId, userId);
  }

  /** Announces all users again, after this node was declared dead. */
  announceAll(): void {
    for (const { roomId, userId } of this.#occupancy.all()) this.#changed(roomId, userId);
  }

  /**
   * Stops announcing departures: the lease ends instead, and users who reconnected to another node were never absent.
   */
  stop(): void {
    this.#stopped = true;
    this.#grace.stop();
  }

  /** Number of occupied rooms and pending departures; tests check that it returns to 0. */
  size(): number {
    return this.#occupancy.size() + this.#grace.size() + this.#reconciler.size();
  }

  #changed(roomId: string, userId: string): void {
    if (!this.#stopped) this.#reconciler.changed(`${roomId} ${userId}`);
  }

  #received(event: RoomEvent): void {
    if (event.type !== 'gameStateUpdate') return;
    const { roomId, offlineSince } = event;
    for (const side of SIDES) {
      const userId = userOf(event, side);
      if (userId && offlineSince[side] !== null && this.#occupancy.has(roomId, userId)) {
        this.#changed(roomId, userId);
      }
    }
  }

  async #reconcile(roomId: string, userId: string): Promise<void> {
    if (this.#stopped) return;
    const { boot, presence, cache, store } = this.#options;
    const room = cache.get(roomId) ?? (await store.load(roomId));
    const side = room && seatOf(room.header, userId);
    if (this.#occupancy.has(roomId, userId)) {
      this.#grace.cancel(roomId, userId);
      await presence.arrive(boot, roomId, userId);
    } else if (!side && room?.header.spectators.includes(userId)) {
      this.#grace.begin(roomId, userId);
    } else {
      await presence.depart(boot, roomId, userId, this.#isEmpty(roomId));
    }
    if (room && side) await this.#notifyPlayer(room, userId, side);
  }

  async #notifyPlayer(room: Room, userId: string, side: Side): Promise<void> {
    const { presence, cache } = this.#options;
    const here = this.#occupancy.has(room.id, userId) || (await presence.here(room.id, userId));
    const known = (cache.get(room.id) ?? room).header.offlineSince[side] === null;
    if (here !== known) await this.#command(room.id, { type: 'presence', userId, here });
  }

  async #notifyGone(roomId: string, userIds: readonly string[]): Promise<void> {
    const { boot, presence } = this.#options;
    const away = userIds.filter((userId) => !this.#occupancy.has(roomId, userId));
    await Promise.all(away.map((userId) => presence.depart(boot, roomId, userId, this.#isEmpty(roomId))));
    const elsewhere = await Promise.all(away.map((userId) => presence.here(roomId, userId)));
    const went = away.filter((_, index) => !elsewhere[index]);
    if (went.length > 0) await this.#command(roomId, { type: 'spectators', joined: [], left: went });
  }

  #isEmpty(roomId: string): boolean {
    return this.#occupancy.isEmpty(roomId) && !this.#grace.awaits(roomId);
  }

  async #command(roomId: string, command: RoomCommand): Promise<void> {
    const result = await this.#options.execute(roomId, command);
    if (!result.ok && result.code === 'ROOM_BUSY') throw errorOf('ROOM_BUSY');
  }
}

function roomAndUserOf(key: string): [roomId: string, userId: string] {
  const [roomId = '', userId = ''] = key.split(' ');
  return [roomId, userId];
}
