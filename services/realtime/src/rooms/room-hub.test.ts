import { EventEmitter } from 'node:events';
import { type RoomEvent, toWireEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import type { Commit } from '@doushouqi/room-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { START, sampleRoom } from '../../test/sample-room.ts';
import type { RoomFeed, RoomFeedEvents } from './room-feed.ts';
import { RoomHub } from './room-hub.ts';

const ID = 'R';
const { states, batches } = sampleRoom(ID, 5);
/** State and batch at version `v`: every batch here is one event. */
function at(v: number): Room {
  return states[v - 1]!;
}
function batch(v: number): RoomEvent[] {
  return batches[v - 1]!;
}
/** Events as they are stored and published. */
function textOf(events: readonly RoomEvent[]): string {
  return JSON.stringify(events.map(toWireEvent));
}
/** An event as a forger may write it. */
function forgedText(event: object): string {
  const isWhole = 'timeLeft' in event;
  return isWhole ? textOf([event as RoomEvent]) : JSON.stringify([event]);
}
function published(v: number): string {
  return textOf(batch(v));
}
/** The commit that led to version `v`. */
function own(v: number): Commit {
  return { before: at(v - 1), after: at(v), events: batch(v), batch: published(v) };
}

/** The fake store and feed, which allow every order of arrival. */
let stored: Room | null;
/** Replaces the stored room after the next read. */
let overtaking: Room | null;
let kept: boolean;
let reads: PromiseWithResolvers<void>[];
let held: boolean;
/** Number of room reads, without comparisons. */
let loads: number;
let subscribed: string[];
let delivered: number[];
let lost: string[];
let reloads: number;
let failures: unknown[];
let hub: RoomHub;
class FakeFeed extends EventEmitter<RoomFeedEvents> implements Pick<RoomFeed, 'subscribe' | 'unsubscribe'> {
  subscribe<T>(roomId: string, read: () => Promise<T>) {
    subscribed.push(roomId);
    return read();
  }
  unsubscribe(roomId: string) {
    subscribed = subscribed.filter((id) => id !== roomId);
  }
}
let feed: FakeFeed;

function flush() {
  return new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  [stored, kept, reads, held, subscribed] = [at(2), true, [], false, []];
  [delivered, lost, reloads, failures, loads, overtaking] = [[], [], 0, [], 0, null];
  feed = new FakeFeed();
  hub = new RoomHub({
    store: {
      async read(_, known, withEvents) {
        const isKnown = () => known?.v === stored?.v && known?.mark === stored?.mark;
        const isComparison = known !== null && !withEvents;
        if (!isComparison) loads += 1;
        if (held && !isComparison) {
          const read = Promise.withResolvers<void>();
          reads.push(read);
          await read.promise;
        }
        const [room, isWhole] = [isKnown() ? known : stored, kept && withEvents];
        stored = overtaking ?? stored;
        return {
          room,
          eventsAfter: (v) => (isWhole ? batches.flat().filter((e) => e.v > v && e.v <= room!.v) : null),
        };
      },
    },
    feed,
    ticks: () => 0,
  });
  hub.on('event', (event) => delivered.push(event.v));
  hub.on('missed', (roomId) => lost.push(roomId));
  hub.on('reload', () => {
    reloads += 1;
  });
  hub.on('readFailed', (error) => failures.push(error));
});
/** Enters the room and returns its cached state. */
async function host(): Promise<Room | null> {
  await hub.enter(ID);
  return hub.cached(ID) ?? null;
}

/** Publishes a commit on the feed. */
function hear(roomId: string, published: string): void {
  feed.emit('commit', roomId, published);
}

describe('hosting', () => {
  test('the first subscribes and reads, the last unsubscribes, and nothing is kept', async () => {
    expect(await host()).toEqual(at(2));
    expect(await host()).toEqual(at(2));
    expect(subscribed).toEqual([ID]);
    hub.release(ID);
    expect(hub.cached(ID)).toEqual(at(2));
    hub.release(ID);
    expect([hub.size(), subscribed, hub.cached(ID)]).toEqual([0, [], undefined]);
  });

  test('a room that is not stored is null, and is looked for again by the next', async () => {
    stored = null;
    expect(await host()).toBeNull();
    stored = at(1);
    expect(await host()).toEqual(at(1));
  });

  test('while the store is away every caller is refused and nothing is kept', async () => {
    held = true;
    const both = Promise.allSettled([host(), host()]);
    await flush();
    reads[0]!.reject(new Error('away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(hub.size()).toBe(0);
    held = false;
    expect(await host()).toEqual(at(2));
  });

  test('a commit that comes between subscription and read is not lost and not doubled', async () => {
    held = true;
    const hosting = host();
    await flush();
    hear(ID, published(3));
    stored = at(3);
    hear(ID, published(4));
    reads[0]!.resolve();
    await hosting;
    expect(delivered).toEqual([4]);
    expect(hub.cached(ID)).toEqual(at(4));
  });
});

describe('entering', () => {
  test('subscribes and reads in one turn, and the same read has the tail', async () => {
    const entered = hub.enter(ID, 1);
    expect([subscribed, loads]).toEqual([[ID], 1]);
    expect([await entered, hub.cached(ID), loads]).toEqual([batch(2), at(2), 1]);
  });

  test('a cached room costs nothing at its version, and one read behind it', async () => {
    await hub.enter(ID);
    expect([await hub.enter(ID, 2), loads]).toEqual([null, 1]);
    expect([await hub.enter(ID, 1), loads]).toEqual([batch(2), 2]);
  });

  test('a tail that runs ahead of the cached room is delivered as well', async () => {
    await hub.enter(ID);
    stored = at(4);
    expect(await hub.enter(ID, 1)).toEqual([2, 3, 4].flatMap(batch));
    expect([delivered, hub.cached(ID), reloads]).toEqual([[3, 4], at(4), 0]);
  });

  test('a client that is ahead makes the node compare with the store', async () => {
    await hub.enter(ID);
    stored = at(4);
    await hub.enter(ID, 4);
    expect([delivered, hub.cached(ID), reloads]).toEqual([[3, 4], at(4), 1]);
  });
});

describe('events', () => {
  beforeEach(async () => {
    await host();
  });

  test('an own commit is delivered at once and its echo dropped', () => {
    hub.committed(own(3));
    hear(ID, published(3));
    expect(delivered).toEqual([3]);
    expect(hub.cached(ID)).toBe(at(3));
  });

  test('every event comes with its text, whichever way it came', () => {
    const texts: unknown[] = [];
    hub.on('event', (_event, _before, json) => texts.push(JSON.parse(json)));
    hub.committed(own(3));
    hear(ID, published(4));
    hear(ID, textOf([...batch(4), ...batch(5)]));
    expect(texts).toEqual([3, 4, 5].flatMap(batch).map(toWireEvent));
  });

  test('the feed may overtake the answer to an own commit', () => {
    hear(ID, published(3));
    hear(ID, published(4));
    hub.committed(own(3));
    expect(delivered).toEqual([3, 4]);
    expect(hub.cached(ID)).toEqual(at(4));
  });

  test('own commits whose answers come before the feed of another node’s are put in order', async () => {
    stored = at(4);
    hub.committed(own(4));
    hear(ID, published(3));
    await flush();
    hear(ID, published(4));
    expect(delivered).toEqual([3, 4]);
    expect([reloads, lost]).toEqual([1, []]);
  });

  test('an own commit and its echo that both come while the room is read are one event', async () => {
    held = true;
    hear(ID, published(4));
    await flush();
    stored = at(4);
    hub.committed(own(5));
    hear(ID, published(5));
    reads[0]!.resolve();
    await flush();
    expect([delivered, reloads]).toEqual([[3, 4, 5], 1]);
  });

  test('an event from nowhere costs one read, not one after the other', async () => {
    hear(ID, textOf([{ ...batch(5)[0]!, v: 99 }]));
    for (let turn = 0; turn < 5; turn++) await flush();
    expect([delivered, reloads, hub.cached(ID)]).toEqual([[], 1, at(2)]);
    hear(ID, published(3));
    expect(delivered).toEqual([3]);
  });

  test('an event that cannot follow the stored room costs one read and one look after a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const misfit = [{ ...batch(3)[0]!, from: { x: 3, y: 4 } }];
    hear(ID, textOf(misfit));
    for (let turn = 0; turn < 20; turn++) await flush();
    expect([delivered, loads]).toEqual([[], 2]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([delivered, loads]).toEqual([[], 2]);
    hear(ID, textOf(misfit));
    await flush();
    // As if it had hidden the commit of the same version.
    stored = at(3);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await flush();
    expect([delivered, hub.cached(ID)]).toEqual([[3], at(3)]);
  });

  test.each<[string, (n: number) => object]>([
    ['far ahead', (n) => ({ ...batch(5)[0], v: 1_000 + n })],
    ['that do not fit the board', () => ({ ...batch(3)[0], from: { x: 3, y: 4 } })],
    ['that break the fold', () => ({ type: 'moveMade', v: 3 })],
    ['of no known type', () => ({ type: 'nonsense', v: 3 })],
  ])(
    'forged events %s, one after the other, cost one read a second, and real ones still count',
    async (_, forged) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      for (let n = 0; n < 200; n++) {
        hear(ID, forgedText(forged(n)));
        await flush();
      }
      expect([delivered, loads]).toEqual([[], 2]);
      hear(ID, published(3));
      hear(ID, published(4));
      expect(delivered).toEqual([3, 4]);
      stored = at(4);
      for (let second = 0; second < 10; second++) {
        for (let n = 0; n < 20; n++) {
          hear(ID, forgedText({ ...forged(n), v: 5 + n }));
          await flush();
        }
        await vi.advanceTimersByTimeAsync(1_000);
      }
      vi.useRealTimers();
      expect(loads).toBeLessThanOrEqual(13);
      expect(failures).toEqual([]);
    },
  );

  test('a flood of forged events during a read is not kept, and nothing real is lost by it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    held = true;
    hear(ID, published(4));
    await flush();
    for (let n = 0; n < 10_000; n++) hear(ID, textOf([{ ...batch(5)[0]!, v: 1_000 + n }]));
    stored = at(3);
    hear(ID, published(4));
    reads[0]!.resolve();
    await flush();
    [held, stored] = [false, at(4)];
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await flush();
    expect([delivered, hub.cached(ID)]).toEqual([[3, 4], at(4)]);
  });

  test('a gap is filled from the stored tail', async () => {
    stored = at(5);
    hear(ID, published(5));
    await flush();
    expect(delivered).toEqual([3, 4, 5]);
    expect([reloads, lost, hub.cached(ID)]).toEqual([1, [], at(5)]);
  });

  test('a commit right after the read of a room loses no version for any client', async () => {
    [stored, overtaking] = [at(3), at(4)];
    hub.readAgain(() => true);
    await flush();
    hear(ID, published(4));
    expect([delivered, lost, hub.cached(ID)]).toEqual([[3, 4], [], at(4)]);
  });

  test('asks clients to fetch the room when the tail is not stored', async () => {
    kept = false;
    stored = at(5);
    hear(ID, published(5));
    await flush();
    hear(ID, published(6));
    expect([delivered, lost]).toEqual([[6], [ID]]);
  });

  test('an event that does not fit the board is not delivered; the store has the last word', async () => {
    stored = at(3);
    const broken = [{ ...batch(3)[0]!, from: { x: 3, y: 4 } }] as RoomEvent[];
    hear(ID, textOf(broken));
    await flush();
    expect([delivered, hub.cached(ID), reloads]).toEqual([[3], at(3), 1]);
  });

  test('ignores events of rooms that are not hosted', () => {
    hub.committed({ ...own(3), after: { ...at(3), id: 'other' } });
    hear('other', published(3));
    expect([delivered, hub.size()]).toEqual([[], 1]);
  });

  test('reports a failed read and retries it until it succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    held = true;
    hear(ID, published(4));
    await flush();
    stored = at(4);
    for (let failed = 0; failed < 3; failed++) {
      expect(failures).toHaveLength(failed);
      reads[failed]!.reject(new Error('away'));
      await flush();
      if (failed > 0) await vi.advanceTimersByTimeAsync(1_000);
    }
    held = false;
    reads[3]!.resolve();
    vi.useRealTimers();
    await flush();
    expect([delivered, failures.length, hub.cached(ID)]).toEqual([[3, 4], 3, at(4)]);
  });
});

describe('after an outage', () => {
  test('refresh leaves a current room alone and repairs an old one', async () => {
    await host();
    await hub.enter(ID, undefined, true);
    expect(reloads).toBe(0);
    stored = at(4);
    await hub.enter(ID, undefined, true);
    expect([delivered, reloads]).toEqual([[3, 4], 1]);
  });

  test('every hosted room is read again', async () => {
    await host();
    stored = at(4);
    hub.readAgain(() => true);
    await flush();
    expect([delivered, loads]).toEqual([[3, 4], 2]);
  });

  test('retries a room that cannot be read, without an event, until it can or no client holds it', async () => {
    await host();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    [held, stored] = [true, at(4)];
    hub.readAgain(() => true);
    await flush();
    reads[0]!.reject(new Error('away'));
    await flush();
    expect(failures).toHaveLength(1);
    held = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([delivered, loads]).toEqual([[3, 4], 3]);
    held = true;
    hub.readAgain(() => true);
    await flush();
    reads[1]!.reject(new Error('away'));
    hub.release(ID);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect([hub.size(), loads]).toEqual([0, 4]);
  });

  test('a room that is being read at that moment is read again all the same', async () => {
    await host();
    held = true;
    hear(ID, published(4));
    hear(ID, textOf([{ ...batch(3)[0]!, from: { x: 3, y: 4 } } as RoomEvent]));
    hub.readAgain(() => true);
    reads[0]!.resolve();
    await expect.poll(() => reads.length).toBe(2);
    [held, stored] = [false, at(4)];
    reads[1]!.resolve();
    await expect.poll(() => delivered).toEqual([3, 4]);
    expect(loads).toBe(3);
  });

  test('a store that lost what was delivered makes the clients fetch', async () => {
    await host();
    hub.committed(own(3));
    stored = at(2);
    hub.readAgain(() => true);
    await flush();
    expect([lost, hub.cached(ID)]).toEqual([[ID], at(2)]);
  });
});

describe('a commit that a failover undid, and another one of the same version', () => {
  /** The cached state of the node: another third version, which the real fourth one would fit. */
  const undone = sampleRoom(ID, 5, START + 7).states[2]!;
  beforeEach(async () => {
    stored = undone;
    await host();
    stored = at(3);
  });

  test('the marks tell them apart', () => {
    expect([undone.v, undone.game]).toEqual([at(3).v, at(3).game]);
    expect(undone.mark).not.toBe(at(3).mark);
  });

  test('a look at the store finds it, and the clients fetch', async () => {
    await hub.enter(ID, undefined, true);
    expect([lost, hub.cached(ID), reloads]).toEqual([[ID], at(3), 1]);
  });

  test('reading again finds it, and nothing is delivered that stands on the undone one', async () => {
    stored = at(5);
    hub.readAgain(() => true);
    await flush();
    expect([delivered, lost, hub.cached(ID)]).toEqual([[], [ID], at(5)]);
  });

  test('an event that came before the room was read leaves no trace of it', async () => {
    hear(ID, published(4));
    stored = at(4);
    hub.readAgain(() => true);
    await flush();
    expect([lost, hub.cached(ID)]).toEqual([[ID], at(4)]);
  });

  test('an own commit that the store took on top of the other one is not delivered on top of it', async () => {
    stored = at(4);
    hub.committed(own(4));
    await flush();
    expect([delivered, lost, hub.cached(ID)]).toEqual([[], [ID], at(4)]);
  });
});
