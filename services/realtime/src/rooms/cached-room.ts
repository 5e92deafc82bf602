import type { EventEmitter } from 'node:events';
import { type RoomEvent, toWireEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import type { Commit, RoomRead, RoomStore } from '@doushouqi/room-core';
import type { Nudge } from './nudges.ts';
import { eventsIn, following, inOrderAfter, isSame, jsonIn, lastVersionOf } from './room-events.ts';

/** Delay before the store is read again for an event that it did not contain. Milliseconds. */
const SECOND_LOOK_MS = 1_000;
/** Maximum number of events buffered while a room is read; far more than arrive in that time. */
const MOST_WAITING = 256;

export interface RoomCacheEvents {
  /**
   * Emitted once per event of a cached room, in the order of versions. `before`: the room before the commit; `json`:
   * the event as text, for clients that get it unchanged.
   */
  event: [event: RoomEvent, before: Room, json: string];
  /** Missed events are not stored: the room's clients must load it again. */
  missed: [roomId: string];
  /** The cached state did not fit an event, or was behind the store. */
  reload: [];
  /** Rooms could not be read; the cached state remains and reads are retried. Emitted once per batch. */
  readFailed: [error: unknown];
  /** A user nudges the room. */
  nudge: [roomId: string, nudge: Nudge];
  /** A listener or a message of the room's channel caused an error. */
  trouble: [error: unknown, roomId: string];
}

/** Shared by all cached rooms of a node. */
export interface CacheParts {
  store: Pick<RoomStore, 'read'>;
  /** Subscribes to the room and reads it in one round trip: every later commit is received. */
  subscribe<T>(roomId: string, read: () => Promise<T>): Promise<T>;
  events: EventEmitter<RoomCacheEvents>;
  /** Called if a background read failed: the room must be read again. */
  readFailed: (error: unknown, roomId: string) => void;
  /** Monotonic clock, ms, to measure deliveries. */
  ticks: () => number;
}

/** The cached state of one room, updated by the node's own commits and by all published ones. */
export class CachedRoom {
  readonly #id: string;
  readonly #parts: CacheParts;
  /** Sockets in the room, and pending joins. */
  holders = 0;
  #room: Room | null = null;
  /** Events received while the room is read; null while it is current. */
  #waiting: RoomEvent[] | null = null;
  /** The pending read. */
  #loading: Promise<RoomRead> | null = null;
  /** Timer of the second read. */
  #look: NodeJS.Timeout | null = null;
  /** Tick of the last delivery. */
  #deliveredAt = 0;

  constructor(id: string, parts: CacheParts) {
    this.#id = id;
    this.#parts = parts;
  }

  get room(): Room | null {
    return this.#room;
  }

  /**
   * Subscribes to the room and reads it on first use, in one round trip. A cached room is compared with the store if
   * `isSure`, or if version `after` is ahead of it. Returns the stored events after that version, null if they are not
   * stored.
   */
  async enter(after: number | undefined, isSure: boolean): Promise<RoomEvent[] | null> {
    if (!this.#loading && !this.#room) {
      const { eventsAfter } = await this.#read(true, after !== undefined);
      return after === undefined ? null : eventsAfter(after);
    }
    await this.#loading;
    const v = this.#room?.v ?? 0;
    const client = after ?? v;
    return isSure || client !== v ? this.#compare(after, isSure || client > v) : null;
  }

  /** Applies an own commit; its resulting state need not be computed again. */
  committed({ before, after, events, batch }: Commit): void {
    const known = this.#room;
    if (this.#waiting || !known || known.v !== before?.v) this.#apply(events, batch);
    else if (isSame(known, before)) this.#deliver(events, after, batch);
    else this.#repair(events);
  }

  /** Applies a published commit: a JSON list of events. */
  received(batch: string): void {
    const isEcho = !this.#waiting && this.#room && lastVersionOf(batch) <= this.#room.v;
    if (!isEcho) this.#apply(eventsIn(batch), batch);
  }

  /** Reads the room again after events may have been missed. Rejects while Redis is unavailable. */
  async readAgain(): Promise<void> {
    // A pending read may be older than the outage, and another may follow it.
    while (this.#loading) await this.#loading.catch(() => undefined);
    if (this.holders > 0) await this.#read(false, true);
  }

  /** Returns the milliseconds since version `v` was delivered; undefined unless it is the last one. */
  sinceDelivery(v: number): number | undefined {
    return this.#room?.v === v ? this.#parts.ticks() - this.#deliveredAt : undefined;
  }

  /** `batch`: exactly these events as a JSON list, if available. */
  #deliver(events: readonly RoomEvent[], after: Room, batch: string | null = null): void {
    const before = this.#room;
    if (events.length === 0 || !before) return;
    this.#room = after;
    this.#deliveredAt = this.#parts.ticks();
    const json = batch !== null && events.length === 1 ? jsonIn(batch) : null;
    for (const event of events)
      this.#parts.events.emit('event', event, before, json ?? JSON.stringify(toWireEvent(event)));
  }

  #apply(events: readonly RoomEvent[], batch: string | null): void {
    const known = this.#room;
    if (this.#waiting) return void this.#wait(events);
    const news = known ? events.filter((event) => event.v > known.v) : events;
    if (news.length === 0) return;
    const after = known && following(known, news);
    const whole = news.length === events.length ? batch : null;
    if (after?.count === news.length) this.#deliver(news, after.room, whole);
    else this.#repair(news);
  }

  /** Buffers events that do not follow the known state until the room is read again. */
  #repair(news: readonly RoomEvent[]): void {
    // The pending second read also finds these events if they are real.
    if (this.#look) return;
    this.#parts.events.emit('reload');
    this.#read(false, true).catch((error: unknown) => this.#parts.readFailed(error, this.#id));
    this.#wait(news);
  }

  #wait(events: readonly RoomEvent[]): void {
    const room = MOST_WAITING - (this.#waiting?.length ?? 0);
    this.#waiting?.push(...events.slice(0, room));
  }

  /** Reads the events after a version, and the room again if `isSure` and it differs from the store. */
  async #compare(after: number | undefined, isSure: boolean): Promise<RoomEvent[] | null> {
    let read = await this.#parts.store.read(this.#id, this.#room, after !== undefined);
    if (isSure && !isSame(read.room, this.#room)) {
      this.#parts.events.emit('reload');
      read = await this.#read(false, true);
    }
    const tail = after === undefined ? null : read.eventsAfter(after);
    if (tail) this.#apply(tail, null);
    return tail;
  }

  #read(subscribe: boolean, withEvents: boolean): Promise<RoomRead> {
    this.#loading ??= this.#load(subscribe, withEvents);
    return this.#loading;
  }

  async #load(subscribe: boolean, withEvents: boolean): Promise<RoomRead> {
    const { store } = this.#parts;
    this.#waiting = [];
    let missed: RoomEvent[] = [];
    const known = this.#room;
    const readStore = () => store.read(this.#id, known, withEvents);
    let read: RoomRead;
    try {
      // Read after the subscription, so that no commit is lost between the two.
      read = await (subscribe ? this.#parts.subscribe(this.#id, readStore) : readStore());
      this.#adopt(read.room, known && read.eventsAfter(known.v));
      missed = this.#waiting;
    } finally {
      this.#waiting = null;
      this.#loading = null;
    }
    this.#catchUp(missed);
    return read;
  }

  /** Replaces the cached room by the stored one; clients get the events between, or are asked to load the room. */
  #adopt(stored: Room | null, tail: RoomEvent[] | null): void {
    const known = this.#room;
    if (known && stored && isSame(stored, known)) return;
    if (known && stored && tail) {
      const { room } = following(known, tail);
      // A cached state that was undone may have a stored follower that fits it.
      if (isSame(stored, room)) {
        this.#deliver(tail, room);
        return;
      }
    }
    this.#room = stored;
    if (known) this.#parts.events.emit('missed', this.#id);
  }

  /**
   * Delivers events received during a read. An event that does not follow is no commit, or hid one of the same version,
   * or is ahead of one still to come: the store is read once more after a delay, not in a loop.
   */
  #catchUp(missed: readonly RoomEvent[]): void {
    const read = this.#room;
    if (read) {
      const news = inOrderAfter(read.v, missed);
      const { room, count } = following(read, news);
      this.#deliver(news.slice(0, count), room);
    }
    const v = this.#room?.v ?? 0;
    if (missed.length >= MOST_WAITING || missed.some((event) => event.v > v)) this.#lookAgain();
  }

  #lookAgain(): void {
    this.#look ??= setTimeout(() => {
      this.#look = null;
      if (this.holders > 0)
        this.enter(undefined, true).catch((error: unknown) => this.#parts.readFailed(error, this.#id));
    }, SECOND_LOOK_MS).unref();
  }
}
