import type { RoomEvent } from '@doushouqi/protocol';
import { BrokenStreamError, evolve, type Room } from '@doushouqi/room';
import type { RoomStore } from '@doushouqi/room-core';
import { inParallel } from './in-parallel.ts';
import { lastVersionIn } from './last-version-in.ts';
import type { RoomFeed } from './room-feed.ts';

/** Rooms read at once after an outage, so that a restarted Redis is not met by a wall of reads. */
const READS_AT_ONCE = 16;

export interface RoomHubOptions {
  store: Pick<RoomStore, 'load' | 'version' | 'eventsAfter'>;
  feed: RoomFeed;
  /** Called once for each event of a hosted room, in the order of versions; `before`: the room without its commit. */
  deliver: (event: RoomEvent, before: Room) => void;
  /** Events were missed that nobody keeps any more: the room's clients must fetch it anew. */
  onLost: (roomId: string) => void;
  /** The cached state did not fit what came, or was found behind the store. */
  onReload: () => void;
  /** A room could not be read; what is cached stays until the next event or refresh. */
  onReadFailed: (error: unknown, roomId: string) => void;
  /** Milliseconds of a clock that never goes back, to measure deliveries. */
  ticks: () => number;
}

interface HostedRoom {
  readonly id: string;
  /** Sockets in the room, and joins in hand. At zero the room is dropped. */
  holders: number;
  room: Room | null;
  /** Events that came while the room is being read; null while it is current. */
  waiting: RoomEvent[] | null;
  /** The read in hand. */
  loading: Promise<void> | null;
  /** When the last event was delivered, in ticks. */
  deliveredAt: number;
}

/**
 * The rooms that this node hosts: for each its last state and how many hold it. Own commits and the feed of
 * everybody's commits meet here, and each event is delivered once and in order, whichever comes first.
 */
export interface RoomHub {
  /** Takes hold of a room, reading it on first use; null where none is stored. Rejects while Redis is away. */
  host(roomId: string): Promise<Room | null>;
  /** Lets go; the last to do so ends the subscription. */
  release(roomId: string): void;
  cached(roomId: string): Room | undefined;
  /** An own commit: the state that it led to saves working it out again. */
  committed(roomId: string, events: readonly RoomEvent[], after: Room | null): void;
  /** A commit as it came from the feed: a JSON list of events. */
  heard(roomId: string, batch: string): void;
  /** Compares with the store, and reads the room anew where it differs. Rejects while Redis is away. */
  refresh(roomId: string): Promise<void>;
  /** Subscribes to and reads every room again, after the feed was away. */
  refreshAll(): Promise<void>;
  /** Milliseconds since version `v` was delivered; undefined where it is not the last one. */
  sinceDelivery(roomId: string, v: number): number | undefined;
  /** The last states of all hosted rooms. */
  hosted(): Room[];
  size(): number;
}

/** `room` after `events`, or null where they do not follow it. */
const following = (room: Room, events: readonly RoomEvent[]): Room | null => {
  try {
    return events.reduce(evolve, room);
  } catch (error) {
    if (error instanceof BrokenStreamError) return null;
    throw error;
  }
};

/**
 * Of events that came in any order, and twice where an own commit met its echo: those that follow version `v`, each
 * once. One beyond a gap is left out: the store was just read, so only the next event can tell whether it is real.
 */
const inOrderAfter = (v: number, events: readonly RoomEvent[]): RoomEvent[] => {
  const byVersion = new Map(events.map((event) => [event.v, event]));
  const news: RoomEvent[] = [];
  for (let next = byVersion.get(v + 1); next; next = byVersion.get(next.v + 1)) news.push(next);
  return news;
};

export const createRoomHub = (options: RoomHubOptions): RoomHub => {
  const { store, feed, deliver, onLost, onReload, onReadFailed, ticks } = options;
  const rooms = new Map<string, HostedRoom>();

  const deliverAll = (hosted: HostedRoom, events: readonly RoomEvent[], after: Room): void => {
    const before = hosted.room;
    if (events.length === 0 || !before) return;
    hosted.room = after;
    hosted.deliveredAt = ticks();
    for (const event of events) deliver(event, before);
  };

  const apply = (hosted: HostedRoom, events: readonly RoomEvent[]): void => {
    const { room: known, waiting } = hosted;
    const news = known && !waiting ? events.filter((event) => event.v > known.v) : events;
    const after = known && !waiting && following(known, news);
    if (waiting) waiting.push(...news);
    else if (after) deliverAll(hosted, news, after);
    else if (news.length > 0) repair(hosted, news);
  };

  /** Puts the stored room in the place of the known one; clients get what lay between, or are told to fetch. */
  const adopt = (hosted: HostedRoom, stored: Room | null, tail: RoomEvent[] | null): void => {
    const known = hosted.room;
    if (known && stored?.v === known.v) return;
    const after = known && tail && following(known, tail);
    if (after) {
      deliverAll(hosted, tail, after);
    } else {
      hosted.room = stored;
      if (known) onLost(hosted.id);
    }
  };

  const load = async (hosted: HostedRoom, subscribe: boolean): Promise<void> => {
    hosted.waiting = [];
    let missed: RoomEvent[] = [];
    try {
      // Subscribed before it is read, so that no commit can fall between the two.
      if (subscribe) await feed.subscribe(hosted.id);
      const stored = await store.load(hosted.id);
      const known = hosted.room;
      const behind = known !== null && stored !== null && stored.v > known.v;
      adopt(hosted, stored, behind ? await store.eventsAfter(hosted.id, known.v) : null);
      missed = hosted.waiting;
    } finally {
      hosted.waiting = null;
      hosted.loading = null;
    }
    if (hosted.room) apply(hosted, inOrderAfter(hosted.room.v, missed));
  };

  const read = (hosted: HostedRoom, subscribe: boolean): Promise<void> => {
    hosted.loading ??= load(hosted, subscribe);
    return hosted.loading;
  };

  /** News that do not follow the known state: they wait until the room is read anew. */
  const repair = (hosted: HostedRoom, news: readonly RoomEvent[]): void => {
    onReload();
    read(hosted, false).catch((error: unknown) => onReadFailed(error, hosted.id));
    hosted.waiting?.push(...news);
  };

  const release = (roomId: string): void => {
    const hosted = rooms.get(roomId);
    if (!hosted || --hosted.holders > 0) return;
    rooms.delete(roomId);
    feed.unsubscribe(roomId);
  };

  const resubscribe = async (hosted: HostedRoom): Promise<void> => {
    // A read in hand may be from before the outage, and one that repairs does not subscribe; one may follow another.
    while (hosted.loading) await hosted.loading.catch(() => undefined);
    if (rooms.get(hosted.id) !== hosted) return;
    await read(hosted, true).catch((error: unknown) => onReadFailed(error, hosted.id));
  };

  return {
    release,
    async host(roomId) {
      let hosted = rooms.get(roomId);
      if (!hosted) {
        hosted = { id: roomId, holders: 0, room: null, waiting: null, loading: null, deliveredAt: 0 };
        rooms.set(roomId, hosted);
      }
      hosted.holders += 1;
      try {
        await (hosted.loading ?? (hosted.room ? undefined : read(hosted, true)));
        return hosted.room;
      } catch (error) {
        release(roomId);
        throw error;
      }
    },
    cached: (roomId) => rooms.get(roomId)?.room ?? undefined,
    committed(roomId, events, after) {
      const hosted = rooms.get(roomId);
      if (!hosted || events.length === 0) return;
      const follows = !hosted.waiting && hosted.room?.v === events[0]!.v - 1 && after?.v === events.at(-1)!.v;
      if (follows) deliverAll(hosted, events, after);
      else apply(hosted, events);
    },
    heard(roomId, batch) {
      const hosted = rooms.get(roomId);
      if (!hosted) return;
      const echo = !hosted.waiting && hosted.room && lastVersionIn(batch) <= hosted.room.v;
      if (!echo) apply(hosted, JSON.parse(batch) as RoomEvent[]);
    },
    async refresh(roomId) {
      const hosted = rooms.get(roomId);
      if (!hosted) return;
      await hosted.loading;
      const version = await store.version(roomId);
      if (version === (hosted.room?.v ?? 0)) return;
      onReload();
      await read(hosted, false);
    },
    async refreshAll() {
      await inParallel([...rooms.values()], READS_AT_ONCE, resubscribe);
    },
    sinceDelivery(roomId, v) {
      const hosted = rooms.get(roomId);
      return hosted?.room?.v === v ? ticks() - hosted.deliveredAt : undefined;
    },
    hosted: () => [...rooms.values()].flatMap(({ room }) => room ?? []),
    size: () => rooms.size,
  };
};
