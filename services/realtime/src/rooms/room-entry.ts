import type { JoinAck, JoinRoomMessage } from '@doushouqi/protocol';
import { eventHeardBy, heardBy } from '@doushouqi/room';
import type { RoomStore } from '@doushouqi/room-core';
import { refusal } from '../answers.ts';
import type { RealtimeMetrics } from '../metrics.ts';
import { gameRoom, gameRoomsOf, type RealtimeSocket } from '../realtime-socket.ts';
import type { Blocks } from '../users/blocks.ts';
import { catchUpOf } from './catch-up.ts';
import type { RoomHub } from './room-hub.ts';

/** Rooms that one socket may be in; joining one more leaves the oldest. */
const ROOMS_PER_SOCKET = 4;

export interface RoomEntryOptions {
  hub: Pick<RoomHub, 'host' | 'release' | 'refresh' | 'cached' | 'heard'>;
  store: Pick<RoomStore, 'eventsAfter'>;
  blocks: Pick<Blocks, 'ready' | 'of'>;
  /** Hears who is in which room; called once for each socket. */
  attendance: Record<'entered' | 'left', (roomId: string, userId: string) => void>;
  metrics: Pick<RealtimeMetrics, 'joins'>;
  /** Epoch ms. */
  now: () => number;
}

/** A join in hand: it waits for Redis. */
interface PendingJoin {
  readonly roomId: string;
  /** The socket left the room meanwhile. */
  left: boolean;
}

/** In and out of the rooms that a socket looks at. */
export class RoomEntry {
  readonly #options: RoomEntryOptions;
  readonly #pending = new Map<RealtimeSocket, Set<PendingJoin>>();

  constructor(options: RoomEntryOptions) {
    this.#options = options;
  }

  /** Joins and says what the client lacks; `authoritative` asks the store itself. Throws what is refused. */
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

  /** Leaves the room where the socket is in it, or on its way into it. */
  leave(socket: RealtimeSocket, roomId: string): void {
    for (const join of this.#pending.get(socket) ?? []) if (join.roomId === roomId) join.left = true;
    if (!socket.rooms.has(gameRoom(roomId))) return;
    socket.leave(gameRoom(roomId));
    this.#options.attendance.left(roomId, socket.data.userId);
    this.#options.hub.release(roomId);
  }

  /** Releases what a closing socket holds. */
  leaveAll(socket: RealtimeSocket): void {
    for (const roomId of gameRoomsOf(socket)) this.leave(socket, roomId);
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
    const { hub, store, blocks, now } = this.#options;
    const { roomId } = join;
    const { userId } = socket.data;
    const known = await hub.host(roomId);
    let tail = null;
    try {
      await blocks.ready(userId);
      if (authoritative || (lastVersion ?? 0) > (known?.v ?? 0)) await hub.refresh(roomId);
      const version = hub.cached(roomId)?.v ?? 0;
      if (lastVersion !== undefined && lastVersion < version) {
        tail = await store.eventsAfter(roomId, lastVersion);
        if (tail) hub.heard(roomId, tail);
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
    this.#enter(socket, join);
    const serverTime = now();
    const blocked = blocks.of(userId);
    const heard = tail?.map((event) => eventHeardBy(event, blocked)) ?? null;
    const catchUp = catchUpOf(heardBy(room, blocked), lastVersion, heard, serverTime);
    return { ok: true, v: room.v, serverTime, catchUp };
  }

  /** In the room from here on, unless the socket is there already, or left or went away meanwhile. */
  #enter(socket: RealtimeSocket, { roomId, left }: PendingJoin): void {
    if (left || socket.rooms.has(gameRoom(roomId)) || !socket.connected) {
      this.#options.hub.release(roomId);
      return;
    }
    socket.join(gameRoom(roomId));
    this.#options.attendance.entered(roomId, socket.data.userId);
    const rooms = gameRoomsOf(socket);
    if (rooms.length > ROOMS_PER_SOCKET) this.leave(socket, rooms[0]!);
  }
}
