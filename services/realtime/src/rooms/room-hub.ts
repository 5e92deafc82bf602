import { EventEmitter } from 'node:events';
import type { RoomEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import pMap from 'p-map';
import { HostedRoom, type HostedRoomEvents, type Hosting } from './hosted-room.ts';
import type { RoomFeed, RoomFeedEvents } from './room-feed.ts';

/** Rooms read at once after an outage, so that a restarted Redis is not met by a wall of reads. */
const READS_AT_ONCE = 16;

export interface RoomHubOptions extends Omit<Hosting, 'events' | 'feed'> {
  feed: Pick<RoomFeed, 'subscribe' | 'unsubscribe'> & EventEmitter<RoomFeedEvents>;
}

/**
 * The rooms that this node hosts: for each its last state and how many hold it. Own commits and the feed of
 * everybody's commits meet here, and each event is delivered once and in order, whichever comes first.
 */
export class RoomHub extends EventEmitter<HostedRoomEvents> {
  readonly #rooms = new Map<string, HostedRoom>();
  readonly #hosting: Hosting;
  readonly #feed: RoomHubOptions['feed'];

  constructor(options: RoomHubOptions) {
    super();
    this.#hosting = { ...options, events: this };
    this.#feed = options.feed;
    this.#feed.on('commit', (roomId, batch) => this.#rooms.get(roomId)?.heard(batch));
  }

  /** Takes hold of a room, reading it on first use; null where none is stored. Rejects while Redis is away. */
  async host(roomId: string): Promise<Room | null> {
    const hosted = this.#rooms.get(roomId) ?? new HostedRoom(roomId, this.#hosting);
    this.#rooms.set(roomId, hosted);
    hosted.holders += 1;
    try {
      return await hosted.host();
    } catch (error) {
      this.release(roomId);
      throw error;
    }
  }

  /** Lets go; the last to do so ends the subscription. */
  release(roomId: string): void {
    const hosted = this.#rooms.get(roomId);
    if (!hosted || --hosted.holders > 0) return;
    this.#rooms.delete(roomId);
    this.#feed.unsubscribe(roomId);
  }

  cached(roomId: string): Room | undefined {
    return this.#rooms.get(roomId)?.room ?? undefined;
  }

  /**
   * An own commit; `after`: the room that it led to, and `batch`: the events as a JSON list, where these are known.
   */
  committed(
    roomId: string,
    events: readonly RoomEvent[],
    after: Room | null,
    batch: string | null = null,
  ): void {
    if (events.length > 0) this.#rooms.get(roomId)?.committed(events, after, batch);
  }

  /** Compares with the store, and reads the room anew where it differs. Rejects while Redis is away. */
  async refresh(roomId: string): Promise<void> {
    await this.#rooms.get(roomId)?.refresh();
  }

  /** Reads these rooms again, after their feed was away. */
  async readAgain(wasAway: (roomId: string) => boolean): Promise<void> {
    const hosted = [...this.#rooms].flatMap(([roomId, room]) => (wasAway(roomId) ? [room] : []));
    await pMap(hosted, (room) => room.readAgain(), { concurrency: READS_AT_ONCE });
  }

  /** Milliseconds since version `v` was delivered; undefined where it is not the last one. */
  sinceDelivery(roomId: string, v: number): number | undefined {
    return this.#rooms.get(roomId)?.sinceDelivery(v);
  }

  /** The last states of all hosted rooms. */
  hosted(): Room[] {
    return [...this.#rooms.values()].flatMap(({ room }) => room ?? []);
  }

  size(): number {
    return this.#rooms.size;
  }
}
