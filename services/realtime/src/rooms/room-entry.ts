import {
  type CatchUp,
  errorBody,
  type JoinAck,
  type JoinRoomMessage,
  type RoomEvent,
  type RoomHeader,
  toWireEvent,
} from '@doushouqi/protocol';
import {
  eventVisibleTo,
  isWatchable,
  mayFollow,
  type Reader,
  type Room,
  snapshotOf,
  viewVisibleTo,
} from '@doushouqi/room';
import { refusal } from '../answers.ts';
import type { RealtimeMetrics } from '../metrics.ts';
import { gameRoom, gameRoomsOf, type RealtimeSocket } from '../realtime-socket.ts';
import type { Blocks } from '../users/blocks.ts';
import type { RoomCache } from './room-cache.ts';

/** Maximum number of rooms of a socket; another join leaves the oldest. */
const ROOMS_PER_SOCKET = 4;

export interface RoomEntryOptions {
  cache: Pick<RoomCache, 'enter' | 'release' | 'get' | 'prependListener'>;
  /** Returns this node's sockets in a game room. */
  socketsIn: (roomId: string) => RealtimeSocket[];
  blocks: Pick<Blocks, 'ready' | 'of'>;
  /** Called once for each socket that enters or leaves. */
  attendance: Record<'entered' | 'left', (roomId: string, userId: string) => void>;
  metrics: Pick<RealtimeMetrics, 'joins'>;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Returns what a client at `lastVersion` misses of `room`; `tail` holds the stored events after that version, null if
 * they are not stored. Unless the tail ends exactly at the room's version, the result is a snapshot. Pure.
 */
export function catchUpOf(
  room: Room,
  lastVersion: number | undefined,
  tail: RoomEvent[] | null,
  now: number,
): CatchUp {
  if (lastVersion === room.v) return { kind: 'upToDate' };
  const fits = tail?.[0]?.v === (lastVersion ?? -1) + 1 && tail.at(-1)?.v === room.v;
  return fits
    ? { kind: 'tail', events: tail.map(toWireEvent) }
    : { kind: 'snapshot', room: snapshotOf(room, now) };
}

/**
 * Returns the events as the user may receive them; null if they include an earlier game of the room number that the
 * user may not follow. Pure.
 */
function tailFor(events: RoomEvent[] | null, reader: Reader): RoomEvent[] | null {
  const mayReceive = (event: RoomEvent) =>
    event.type !== 'gameStateUpdate' || mayFollow(event, reader.userId);
  return events?.every(mayReceive) ? events.map((event) => eventVisibleTo(event, reader)) : null;
}

/** A join that waits for Redis. */
interface PendingJoin {
  readonly roomId: string;
  /** The socket left the room meanwhile. */
  left: boolean;
}

/** Joins and leaves of a socket's rooms. */
export class RoomEntry {
  readonly #options: RoomEntryOptions;
  readonly #pending = new Map<RealtimeSocket, Set<PendingJoin>>();

  constructor(options: RoomEntryOptions) {
    const { cache } = options;
    this.#options = options;
    // Before the event or the request to load the room is sent.
    cache.prependListener('event', (event) => {
      if (event.type === 'gameStateUpdate') this.#moveOut(event.roomId, event);
    });
    cache.prependListener('missed', (roomId) => {
      const room = cache.get(roomId);
      if (room) this.#moveOut(roomId, room.header);
    });
  }

  /** Joins and returns what the client misses; `authoritative` reads the store. Throws refusals. */
  async join(
    socket: RealtimeSocket,
    { roomId, lastVersion }: JoinRoomMessage,
    authoritative: boolean,
  ): Promise<JoinAck> {
    const join: PendingJoin = { roomId, left: false };
    this.#begin(socket, join);
    try {
      const ack = await this.#join(socket, join, lastVersion, authoritative);
      const { joins } = this.#options.metrics;
      if (!ack.ok) joins.inc({ outcome: 'refused' });
      else joins.inc({ outcome: lastVersion === undefined ? 'first' : ack.catchUp.kind });
      return ack;
    } finally {
      this.#end(socket, join);
    }
  }

  /** Leaves the room, or cancels a pending join. */
  leave(socket: RealtimeSocket, roomId: string): void {
    for (const join of this.#pending.get(socket) ?? []) if (join.roomId === roomId) join.left = true;
    if (!socket.rooms.has(gameRoom(roomId))) return;
    socket.leave(gameRoom(roomId));
    this.#options.attendance.left(roomId, socket.data.userId);
    this.#options.cache.release(roomId);
  }

  /** Releases the rooms of a closing socket. */
  leaveAll(socket: RealtimeSocket): void {
    for (const roomId of gameRoomsOf(socket)) this.leave(socket, roomId);
  }

  /** Moves sockets out whose users may not follow the room any longer. */
  #moveOut(roomId: string, header: RoomHeader): void {
    if (isWatchable(header)) return;
    for (const socket of this.#options.socketsIn(roomId)) {
      if (mayFollow(header, socket.data.userId)) continue;
      this.leave(socket, roomId);
      socket.emit('roomClosed', { roomId, ...errorBody('SPECTATORS_CLOSED') });
    }
  }

  #begin(socket: RealtimeSocket, join: PendingJoin): void {
    const joins = this.#pending.get(socket);
    if (joins) joins.add(join);
    else this.#pending.set(socket, new Set([join]));
  }

  #end(socket: RealtimeSocket, join: PendingJoin): void {
    const joins = this.#pending.get(socket);
    joins?.delete(join);
    if (joins?.size === 0) this.#pending.delete(socket);
  }

  async #join(
    socket: RealtimeSocket,
    join: PendingJoin,
    lastVersion: number | undefined,
    authoritative: boolean,
  ): Promise<JoinAck> {
    const { cache, blocks, now } = this.#options;
    const { roomId } = join;
    const { userId } = socket.data;
    // Both start in one turn: a join takes one round trip.
    const [entered, ready] = await Promise.allSettled([
      cache.enter(roomId, lastVersion, authoritative),
      blocks.ready(userId),
    ]);
    if (entered.status === 'rejected') throw entered.reason;
    if (ready.status === 'rejected') {
      cache.release(roomId);
      throw ready.reason;
    }
    // Synchronous from here: events after this version reach the socket by the broadcast.
    const room = cache.get(roomId);
    if (!room) {
      cache.release(roomId);
      return refusal('ROOM_NOT_FOUND');
    }
    if (!mayFollow(room.header, userId)) {
      cache.release(roomId);
      // The cached room may lack a seat that was taken just now.
      return authoritative ? refusal('SPECTATORS_CLOSED') : this.#join(socket, join, lastVersion, true);
    }
    this.#enter(socket, join);
    const serverTime = now();
    const reader = { userId, blocked: blocks.of(userId) };
    const received = tailFor(entered.value, reader);
    const catchUp = catchUpOf(viewVisibleTo(room, reader), lastVersion, received, serverTime);
    return { ok: true, v: room.v, serverTime, catchUp };
  }

  /** Enters the room, unless the socket is in it already, left or closed. */
  #enter(socket: RealtimeSocket, { roomId, left }: PendingJoin): void {
    if (left || socket.rooms.has(gameRoom(roomId)) || !socket.connected) {
      this.#options.cache.release(roomId);
      return;
    }
    socket.join(gameRoom(roomId));
    this.#options.attendance.entered(roomId, socket.data.userId);
    const rooms = gameRoomsOf(socket);
    if (rooms.length > ROOMS_PER_SOCKET) this.leave(socket, rooms[0]!);
  }
}
