import type { EventEmitter } from 'node:events';
import { fromWireEvent, type RoomEvent, toWireEvent, type WireRoomEvent } from '@doushouqi/protocol';
import { evolve, type Room } from '@doushouqi/room';
import type { Commit, RoomRead, RoomStore } from '@doushouqi/room-core';
import type { RoomFeed } from './room-feed.ts';

/** Delay before the store is read again for an event that it did not contain. Milliseconds. */
const SECOND_LOOK_MS = 1_000;
/** Maximum number of events buffered while a room is read; far more than arrive in that time. */
const MOST_WAITING = 256;

export interface HostedRoomEvents {
  /**
   * Emitted once per event of a hosted room, in the order of versions. `before`: the room before the commit; `json`:
   * the event as text, for clients that get it unchanged.
   */
  event: [event: RoomEvent, before: Room, json: string];
  /** Missed events are not stored: the room's clients must load it again. */
  missed: [roomId: string];
  /** The cached state did not fit an event, or was behind the store. */
  reload: [];
  /** Rooms could not be read; the cached state remains and reads are retried. Emitted once per batch. */
  readFailed: [error: unknown];
}

/** Shared by all hosted rooms of a node. */
export interface Hosting {
  store: Pick<RoomStore, 'read'>;
  feed: Pick<RoomFeed, 'subscribe'>;
  events: EventEmitter<HostedRoomEvents>;
  /** Called if a background read failed: the room must be read again. */
  readFailed: (error: unknown, roomId: string) => void;
  /** Monotonic clock, ms, to measure deliveries. */
  ticks: () => number;
}

/**
 * Returns the version of the last event in a published batch without parsing it: a node receives the echo of each of
 * its own commits and drops it by this number, in about a tenth of the time of parsing (measured). A quote within a
 * string is escaped, so the last `"v":` is a key.
 */
export function lastVersionOf(batch: string): number {
  const at = batch.lastIndexOf('"v":');
  return at === -1 ? Number.NaN : Number.parseInt(batch.slice(at + 4, at + 20), 10);
}

function isEvent(value: unknown): value is WireRoomEvent {
  const { type, v } = (value ?? {}) as Partial<WireRoomEvent>;
  return typeof type === 'string' && Number.isSafeInteger(v);
}

/** An unreadable event stays as it is: it does not follow the room, like any forged one. */
function decoded(event: WireRoomEvent): RoomEvent {
  try {
    return fromWireEvent(event);
  } catch {
    return event as unknown as RoomEvent;
  }
}

/** Returns the events of a published batch. Throws unless each has a type and a version. */
export function eventsIn(batch: string): RoomEvent[] {
  const events: unknown = JSON.parse(batch);
  if (!Array.isArray(events) || !events.every(isEvent)) throw new Error('not a batch of events');
  return events.map(decoded);
}

/** Returns the text of the single event of a published batch. */
export function jsonIn(batch: string): string {
  return batch.slice(1, -1);
}

/**
 * Returns the room after the events that follow it one by one, and their number. An event that breaks the fold does not
 * follow: it may be forged, and if it is real the store has it.
 */
function following(before: Room, events: readonly RoomEvent[]): { room: Room; count: number } {
  let room = before;
  let count = 0;
  try {
    for (; count < events.length; count++) room = evolve(room, events[count]!);
  } catch {
    // The caller uses the count.
  }
  return { room, count };
}

/**
 * Returns the events that follow version `v` without gap, each once. `events` may be unordered and contain duplicates.
 */
function inOrderAfter(v: number, events: readonly RoomEvent[]): RoomEvent[] {
  const byVersion = new Map(events.map((event) => [event.v, event]));
  const news: RoomEvent[] = [];
  for (let next = byVersion.get(v + 1); next; next = byVersion.get(next.v + 1)) news.push(next);
  return news;
}

/**
 * Returns whether both have the same version by the same commits: after a failover another commit may have a version.
 */
function isSame(a: Room | null, b: Room | null): boolean {
  return a?.v === b?.v && a?.mark === b?.mark;
}

/** The cached state of one room, updated by the node's own commits and by all commits from the feed. */
export class HostedRoom {
  readonly #id: string;
  readonly #hosting: Hosting;
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

  constructor(id: string, hosting: Hosting) {
    this.#id = id;
    this.#hosting = hosting;
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

  /** Applies a commit from the feed: a JSON list of events. */
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
    return this.#room?.v === v ? this.#hosting.ticks() - this.#deliveredAt : undefined;
  }

  /** `batch`: exactly these events as a JSON list, if available. */
  #deliver(events: readonly RoomEvent[], after: Room, batch: string | null = null): void {
    const before = this.#room;
    if (events.length === 0 || !before) return;
    this.#room = after;
    this.#deliveredAt = this.#hosting.ticks();
    const json = batch !== null && events.length === 1 ? jsonIn(batch) : null;
    for (const event of events)
      this.#hosting.events.emit('event', event, before, json ?? JSON.stringify(toWireEvent(event)));
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
    this.#hosting.events.emit('reload');
    this.#read(false, true).catch((error: unknown) => this.#hosting.readFailed(error, this.#id));
    this.#wait(news);
  }

  #wait(events: readonly RoomEvent[]): void {
    const room = MOST_WAITING - (this.#waiting?.length ?? 0);
    this.#waiting?.push(...events.slice(0, room));
  }

  /** Reads the events after a version, and the room again if `isSure` and it differs from the store. */
  async #compare(after: number | undefined, isSure: boolean): Promise<RoomEvent[] | null> {
    let read = await this.#hosting.store.read(this.#id, this.#room, after !== undefined);
    if (isSure && !isSame(read.room, this.#room)) {
      this.#hosting.events.emit('reload');
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
    const { store, feed } = this.#hosting;
    this.#waiting = [];
    let missed: RoomEvent[] = [];
    const known = this.#room;
    const readStore = () => store.read(this.#id, known, withEvents);
    let read: RoomRead;
    try {
      // Read after the subscription, so that no commit is lost between the two.
      read = await (subscribe ? feed.subscribe(this.#id, readStore) : readStore());
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
    if (known) this.#hosting.events.emit('missed', this.#id);
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
        this.enter(undefined, true).catch((error: unknown) => this.#hosting.readFailed(error, this.#id));
    }, SECOND_LOOK_MS).unref();
  }
}
