import type { Presence } from '@doushouqi/presence';
import type { RoomEvent } from '@doushouqi/protocol';
import { type Room, type RoomCommand, seatOf, userOf } from '@doushouqi/room';
import type { RoomDoor, RoomStore } from '@doushouqi/room-core';
import { SIDES, type Side } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import { Reconciler } from '../reconciler.ts';
import type { RoomHub } from '../rooms/room-hub.ts';
import type { NodeOutages } from './outages.ts';
import { SpectatorGrace } from './spectator-grace.ts';

/** How many sockets of which users are in which rooms on this node. */
class RoomOccupancy {
  readonly #rooms = new Map<string, Map<string, number>>();

  /** One more socket; true where it is the user's first one in the room. */
  add(roomId: string, userId: string): boolean {
    const users = this.#rooms.get(roomId) ?? new Map<string, number>();
    const before = users.get(userId) ?? 0;
    this.#rooms.set(roomId, users.set(userId, before + 1));
    return before === 0;
  }

  /** One less; true where it was the last one. */
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

  /** Everybody, once for each room. */
  *all(): Generator<{ roomId: string; userId: string }> {
    for (const [roomId, users] of this.#rooms) for (const userId of users.keys()) yield { roomId, userId };
  }

  size(): number {
    return this.#rooms.size;
  }
}

interface AttendanceOptions {
  /** This process of this node. */
  boot: string;
  presence: Presence;
  hub: Pick<RoomHub, 'cached' | 'on'>;
  store: Pick<RoomStore, 'load'>;
  execute: RoomDoor['execute'];
  nodeOutages: NodeOutages;
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
export class Attendance {
  readonly #options: AttendanceOptions;
  readonly #occupancy = new RoomOccupancy();
  readonly #grace: SpectatorGrace;
  /** By room and user. */
  readonly #reconciler: Reconciler;
  #stopped = false;

  constructor(options: AttendanceOptions) {
    const { hub, spectatorGraceMs: graceMs, onFailed } = options;
    this.#options = options;
    this.#grace = new SpectatorGrace({
      graceMs,
      tell: (roomId, gone) => this.#tellGone(roomId, gone),
      onFailed,
    });
    this.#reconciler = new Reconciler(
      (key) => this.#reconcile(...roomAndUserOf(key)),
      (error, key) => onFailed(error, roomAndUserOf(key)[0]),
    );
    hub.on('event', (event) => this.#heard(event));
  }

  /** A socket of the user is in the room. */
  entered(roomId: string, userId: string): void {
    if (!this.#occupancy.add(roomId, userId)) return;
    this.#changed(roomId, userId);
    this.#options.nodeOutages.returned(roomId, userId);
  }

  /** It is not any more. */
  left(roomId: string, userId: string): void {
    if (this.#occupancy.remove(roomId, userId)) this.#changed(roomId, userId);
  }

  /** Says anew who is here, after this node was given up for dead. */
  sayAll(): void {
    for (const { roomId, userId } of this.#occupancy.all()) this.#changed(roomId, userId);
  }

  /** From now on departures are not told: the lease ends instead, and whoever came back elsewhere was never gone. */
  stop(): void {
    this.#stopped = true;
    this.#grace.stop();
  }

  /** Rooms with somebody in them or awaited, to see that nothing is kept. */
  size(): number {
    return this.#occupancy.size() + this.#grace.size() + this.#reconciler.size();
  }

  #changed(roomId: string, userId: string): void {
    if (!this.#stopped) this.#reconciler.changed(`${roomId} ${userId}`);
  }

  #heard(event: RoomEvent): void {
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
    const { boot, presence, hub, store } = this.#options;
    const room = hub.cached(roomId) ?? (await store.load(roomId));
    const side = room && seatOf(room.header, userId);
    if (this.#occupancy.has(roomId, userId)) {
      this.#grace.cancel(roomId, userId);
      await presence.arrive(boot, roomId, userId);
    } else if (!side && room?.header.spectators.includes(userId)) {
      this.#grace.begin(roomId, userId);
    } else {
      await presence.depart(boot, roomId, userId, this.#isEmpty(roomId));
    }
    if (room && side) await this.#tellPlayer(room, userId, side);
  }

  async #tellPlayer(room: Room, userId: string, side: Side): Promise<void> {
    const { presence, hub } = this.#options;
    const here = this.#occupancy.has(room.id, userId) || (await presence.here(room.id, userId));
    const known = (hub.cached(room.id) ?? room).header.offlineSince[side] === null;
    if (here !== known) await this.#command(room.id, { type: 'presence', userId, here });
  }

  async #tellGone(roomId: string, userIds: readonly string[]): Promise<void> {
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
