import type { EventEmitter } from 'node:events';
import { fromWireEvent, type RoomEvent, toWireEvent, type WireRoomEvent } from '@doushouqi/protocol';
import { evolve, type Room } from '@doushouqi/room';
import type { Commit, RoomRead, RoomStore } from '@doushouqi/room-core';
import type { RoomFeed } from './room-feed.ts';

/** What the store just denied is looked for once more after this long, and until then nothing else is. Milliseconds. */
const SECOND_LOOK_MS = 1_000;
/** Events kept while a room is being read: far more than come while it takes, whoever sends them. */
const MOST_WAITING = 256;

export interface HostedRoomEvents {
  /**
   * Once for each event of a hosted room, in the order of versions; `before`: the room without its commit; `json`: the
   * event as text, for those to whom it goes unchanged.
   */
  event: [event: RoomEvent, before: Room, json: string];
  /** Events were missed that nobody keeps any more: the room's clients must fetch it anew. */
  missed: [roomId: string];
  /** The cached state did not fit what came, or was found behind the store. */
  reload: [];
  /** Rooms could not be read; what is cached stays, and they are tried again. Once for all that failed together. */
  readFailed: [error: unknown];
}

/** What all hosted rooms of a node share. */
export interface Hosting {
  store: Pick<RoomStore, 'read'>;
  feed: Pick<RoomFeed, 'subscribe'>;
  events: EventEmitter<HostedRoomEvents>;
  /** Hears of a read that nobody waited for: the room is to be read again. */
  readFailed: (error: unknown, roomId: string) => void;
  /** Milliseconds of a clock that never goes back, to measure deliveries. */
  ticks: () => number;
}

/**
 * The version of the last event in a published batch, without parsing it: a node hears the echo of each of its own
 * commits and drops it by this number, in about a tenth of the time that parsing a move takes (measured). A quote
 * within a string is escaped, so the last `"v":` is a key.
 */
export function lastVersionOf(batch: string): number {
  const at = batch.lastIndexOf('"v":');
  return at === -1 ? Number.NaN : Number.parseInt(batch.slice(at + 4, at + 20), 10);
}

function isEvent(value: unknown): value is WireRoomEvent {
  const { type, v } = (value ?? {}) as Partial<WireRoomEvent>;
  return typeof type === 'string' && Number.isSafeInteger(v);
}

/** An event that cannot be read stays as it is: it does not follow the room, as any forged one. */
function decoded(event: WireRoomEvent): RoomEvent {
  try {
    return fromWireEvent(event);
  } catch {
    return event as unknown as RoomEvent;
  }
}

/** The events of a published batch; throws where it is anything but a list of what has a type and a version. */
export function eventsIn(batch: string): RoomEvent[] {
  const events: unknown = JSON.parse(batch);
  if (!Array.isArray(events) || !events.every(isEvent)) throw new Error('not a batch of events');
  return events.map(decoded);
}

/** The one event of a published batch, as it stands there. */
export function jsonIn(batch: string): string {
  return batch.slice(1, -1);
}

/**
 * The room after those of `events` that follow it one by one, and how many these are. One that breaks the fold, in
 * whatever way, does not follow: it may be forged, and where it is real the store has it.
 */
function following(before: Room, events: readonly RoomEvent[]): { room: Room; count: number } {
  let room = before;
  let count = 0;
  try {
    for (; count < events.length; count++) room = evolve(room, events[count]!);
  } catch {
    // The count says it.
  }
  return { room, count };
}

/**
 * Of events that came in any order, and twice where an own commit met its echo: those that follow version `v`, each
 * once. One beyond a gap is left out.
 */
function inOrderAfter(v: number, events: readonly RoomEvent[]): RoomEvent[] {
  const byVersion = new Map(events.map((event) => [event.v, event]));
  const news: RoomEvent[] = [];
  for (let next = byVersion.get(v + 1); next; next = byVersion.get(next.v + 1)) news.push(next);
  return news;
}

/** Whether both are of the same version by the same commits: after a failover another commit may have a version. */
function isSame(a: Room | null, b: Room | null): boolean {
  return a?.v === b?.v && a?.mark === b?.mark;
}

/** The last state of one room, kept up to date by own commits and by everybody's commits from the feed. */
export class HostedRoom {
  readonly #id: string;
  readonly #hosting: Hosting;
  /** Sockets in the room, and joins in hand. */
  holders = 0;
  #room: Room | null = null;
  /** Events that came while the room is being read; null while it is current. */
  #waiting: RoomEvent[] | null = null;
  /** The read in hand. */
  #loading: Promise<RoomRead> | null = null;
  /** The second look that is due. */
  #look: NodeJS.Timeout | null = null;
  /** When the last event was delivered, in ticks. */
  #deliveredAt = 0;

  constructor(id: string, hosting: Hosting) {
    this.#id = id;
    this.#hosting = hosting;
  }

  get room(): Room | null {
    return this.#room;
  }

  /**
   * Subscribes to the room and reads it on first use, in one round trip. A cached room is compared with the store if `isSure`, or if
   * version `after` is ahead of it. Returns the stored events after that version, null where they are not stored.
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

  /** An own commit: the state that it led to saves working it out again. */
  committed({ before, after, events, batch }: Commit): void {
    const known = this.#room;
    if (this.#waiting || !known || known.v !== before?.v) this.#apply(events, batch);
    else if (isSame(known, before)) this.#deliver(events, after, batch);
    else this.#repair(events);
  }

  /** A commit as it came from the feed: a JSON list of events. */
  heard(batch: string): void {
    const isEcho = !this.#waiting && this.#room && lastVersionOf(batch) <= this.#room.v;
    if (!isEcho) this.#apply(eventsIn(batch), batch);
  }

  /** Reads the room again, after something may have been missed. Rejects while Redis is away. */
  async readAgain(): Promise<void> {
    // A read in hand may be from before the outage, and one may follow another.
    while (this.#loading) await this.#loading.catch(() => undefined);
    if (this.holders > 0) await this.#read(false, true);
  }

  /** Milliseconds since version `v` was delivered; undefined where it is not the last one. */
  sinceDelivery(v: number): number | undefined {
    return this.#room?.v === v ? this.#hosting.ticks() - this.#deliveredAt : undefined;
  }

  /** `batch`: exactly these events as a JSON list, where there is one. */
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

  /** News that do not follow the known state: they wait until the room is read anew. */
  #repair(news: readonly RoomEvent[]): void {
    // The store has just denied others; the look that is due finds these as well, if they are real.
    if (this.#look) return;
    this.#hosting.events.emit('reload');
    this.#read(false, true).catch((error: unknown) => this.#hosting.readFailed(error, this.#id));
    this.#wait(news);
  }

  #wait(events: readonly RoomEvent[]): void {
    const room = MOST_WAITING - (this.#waiting?.length ?? 0);
    this.#waiting?.push(...events.slice(0, room));
  }

  /** Reads the events after a version, and the room again where it is to be sure and differs from the store. */
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
      // Read behind the subscription, so that no commit can fall between the two.
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

  /** Puts the stored room in the place of the known one; clients get what lay between, or are told to fetch. */
  #adopt(stored: Room | null, tail: RoomEvent[] | null): void {
    const known = this.#room;
    if (known && stored && isSame(stored, known)) return;
    if (known && stored && tail) {
      const { room } = following(known, tail);
      // What is known and was undone may have a follower in the store that fits it all the same.
      if (isSame(stored, room)) {
        this.#deliver(tail, room);
        return;
      }
    }
    this.#room = stored;
    if (known) this.#hosting.events.emit('missed', this.#id);
  }

  /**
   * Delivers what came during a read. What does not follow the room just read is no commit, or it hid one of the same
   * version, or the one before it is still to come: the store is asked once more, after a pause, instead of again and
   * again.
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
