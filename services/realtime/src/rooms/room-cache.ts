import { EventEmitter } from 'node:events';
import type { RoomEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import { type Commit, roomOfStream, streamOf } from '@doushouqi/room-core';
import pMap from 'p-map';
import { Reconciler } from '../reconciler.ts';
import type { ChannelListener, RedisConnection } from '../redis/redis-connection.ts';
import { CachedRoom, type CacheParts, type RoomCacheEvents } from './cached-room.ts';
import { nudgeIn } from './nudges.ts';

/** Number of rooms read in parallel after an outage, to protect a restarted Redis. */
const READS_AT_ONCE = 16;
/** The single reconciler key for all unread rooms. */
const UNREAD = 'unread rooms';

export interface RoomCacheOptions extends Pick<CacheParts, 'store' | 'ticks'> {
  connection: Pick<RedisConnection, 'subscribe' | 'unsubscribe'>;
}

/**
 * The rooms that this node hosts, with state and number of holders. Merges own commits with those that the rooms'
 * sharded channels publish: each event is delivered once and in order.
 */
export class RoomCache extends EventEmitter<RoomCacheEvents> {
  readonly #rooms = new Map<string, CachedRoom>();
  readonly #parts: CacheParts;
  readonly #connection: RoomCacheOptions['connection'];
  #arrived: [channel: string, message: Buffer][] = [];
  /** Rooms that may have missed events; read until that succeeds. */
  readonly #unread = new Set<string>();
  readonly #reading: Reconciler;

  constructor({ connection, store, ticks }: RoomCacheOptions) {
    super();
    this.#connection = connection;
    this.#parts = {
      store,
      ticks,
      subscribe: (roomId, read) => connection.subscribe(streamOf(roomId), this.#arrive, read),
      events: this,
      readFailed: (error, roomId) => this.#missedRead(error, roomId),
    };
    this.#reading = new Reconciler(
      () => this.#readUnread(),
      (error) => this.emit('readFailed', error),
    );
  }

  /** Applies a message of a room's channel, a commit or a nudge. */
  received(roomId: string, message: string): void {
    try {
      const nudge = nudgeIn(message);
      if (nudge === null) this.#rooms.get(roomId)?.received(message);
      else this.emit('nudge', roomId, nudge);
    } catch (error) {
      this.emit('trouble', error, roomId);
    }
  }

  /**
   * Holds a room, which is then cached if it is stored; see `CachedRoom.enter`. Rejects while Redis is unavailable.
   */
  async enter(roomId: string, after?: number, isSure = false): Promise<RoomEvent[] | null> {
    const hosted = this.#rooms.get(roomId) ?? new CachedRoom(roomId, this.#parts);
    this.#rooms.set(roomId, hosted);
    hosted.holders += 1;
    try {
      return await hosted.enter(after, isSure);
    } catch (error) {
      this.release(roomId);
      throw error;
    }
  }

  /** Releases a room; the last release ends the subscription. */
  release(roomId: string): void {
    const hosted = this.#rooms.get(roomId);
    if (!hosted || --hosted.holders > 0) return;
    this.#rooms.delete(roomId);
    this.#connection.unsubscribe(streamOf(roomId));
  }

  get(roomId: string): Room | undefined {
    return this.#rooms.get(roomId)?.room ?? undefined;
  }

  committed(commit: Commit): void {
    this.#rooms.get(commit.after.id)?.committed(commit);
  }

  /** Reads these rooms again after an outage of their channels; retries until it succeeds. */
  readAgain(wasAway: (roomId: string) => boolean): void {
    for (const roomId of this.#rooms.keys()) if (wasAway(roomId)) this.#unread.add(roomId);
    this.#reading.changed(UNREAD);
  }

  /** Returns the milliseconds since version `v` was delivered; undefined unless it is the last one. */
  sinceDelivery(roomId: string, v: number): number | undefined {
    return this.#rooms.get(roomId)?.sinceDelivery(v);
  }

  /** Returns the cached states of all hosted rooms. */
  hosted(): Room[] {
    return [...this.#rooms.values()].flatMap(({ room }) => room ?? []);
  }

  size(): number {
    return this.#rooms.size;
  }

  /**
   * Redis publishes a commit before it replies to the committing node. Deferred until after the reply, an own commit is
   * only an echo.
   */
  readonly #arrive: ChannelListener = (message, channel) => {
    if (this.#arrived.push([channel, message]) === 1) setImmediate(this.#receiveArrived);
  };

  readonly #receiveArrived = (): void => {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const [channel, message] of arrived) this.received(roomOfStream(channel), message.toString());
  };

  #missedRead(error: unknown, roomId: string): void {
    this.emit('readFailed', error);
    this.#unread.add(roomId);
    this.#reading.changed(UNREAD);
  }

  /** Rejects with the first failure. */
  async #readUnread(): Promise<void> {
    const failures: unknown[] = [];
    const read = async (roomId: string): Promise<void> => {
      // A loss during the read adds it again.
      this.#unread.delete(roomId);
      try {
        await this.#rooms.get(roomId)?.readAgain();
      } catch (error) {
        this.#unread.add(roomId);
        failures.push(error);
      }
    };
    await pMap([...this.#unread], read, { concurrency: READS_AT_ONCE });
    if (failures.length > 0) throw failures[0];
  }
}
