import { EventEmitter } from 'node:events';
import type { RoomEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import type { Commit } from '@doushouqi/room-core';
import pMap from 'p-map';
import { Reconciler } from '../reconciler.ts';
import { HostedRoom, type HostedRoomEvents, type Hosting } from './hosted-room.ts';
import type { RoomFeed, RoomFeedEvents } from './room-feed.ts';

/** Number of rooms read in parallel after an outage, to protect a restarted Redis. */
const READS_AT_ONCE = 16;
/** The single reconciler key for all unread rooms. */
const UNREAD = 'unread rooms';

export interface RoomHubOptions extends Omit<Hosting, 'events' | 'readFailed' | 'feed'> {
  feed: Pick<RoomFeed, 'subscribe' | 'unsubscribe'> & EventEmitter<RoomFeedEvents>;
}

/**
 * The rooms that this node hosts, with state and number of holders. Merges own commits with the feed of all commits:
 * each event is delivered once and in order.
 */
export class RoomHub extends EventEmitter<HostedRoomEvents> {
  readonly #rooms = new Map<string, HostedRoom>();
  readonly #hosting: Hosting;
  readonly #feed: RoomHubOptions['feed'];
  /** Rooms that may have missed events; read until that succeeds. */
  readonly #unread = new Set<string>();
  readonly #reading: Reconciler;

  constructor(options: RoomHubOptions) {
    super();
    this.#hosting = {
      ...options,
      events: this,
      readFailed: (error, roomId) => this.#missedRead(error, roomId),
    };
    this.#reading = new Reconciler(
      () => this.#readUnread(),
      (error) => this.emit('readFailed', error),
    );
    this.#feed = options.feed;
    this.#feed.on('commit', (roomId, batch) => this.#rooms.get(roomId)?.received(batch));
  }

  /**
   * Holds a room, which is then cached if it is stored; see `HostedRoom.enter`. Rejects while Redis is unavailable.
   */
  async enter(roomId: string, after?: number, isSure = false): Promise<RoomEvent[] | null> {
    const hosted = this.#rooms.get(roomId) ?? new HostedRoom(roomId, this.#hosting);
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
    this.#feed.unsubscribe(roomId);
  }

  cached(roomId: string): Room | undefined {
    return this.#rooms.get(roomId)?.room ?? undefined;
  }

  committed(commit: Commit): void {
    this.#rooms.get(commit.after.id)?.committed(commit);
  }

  /** Reads these rooms again after an outage of their feed; retries until it succeeds. */
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
