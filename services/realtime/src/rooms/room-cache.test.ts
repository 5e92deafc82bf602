import { type RoomEvent, toWireEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import { type Commit, roomOfStream } from '@doushouqi/room-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { START, sampleRoom } from '../../test/sample-room.ts';
import { RoomCache } from './room-cache.ts';

const ID = 'R';
const { states, batches } = sampleRoom(ID, 5);
/** State and batch at version `v`. Every batch in these tests has one event. */
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
/** An event with arbitrary content, as an attacker may publish it. */
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

/** The fake store and connection allow every order of arrival. */
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
let cache: RoomCache;
function flush() {
  return new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  [stored, kept, reads, held, subscribed] = [at(2), true, [], false, []];
  [delivered, lost, reloads, failures, loads, overtaking] = [[], [], 0, [], 0, null];
  cache = new RoomCache({
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
    connection: {
      subscribe(channel, _listener, read) {
        subscribed.push(roomOfStream(channel));
        return read();
      },
      unsubscribe(channel) {
        subscribed = subscribed.filter((id) => id !== roomOfStream(channel));
      },
    },
    ticks: () => 0,
  });
  cache.on('event', (event) => delivered.push(event.v));
  cache.on('missed', (roomId) => lost.push(roomId));
  cache.on('reload', () => {
    reloads += 1;
  });
  cache.on('readFailed', (error) => failures.push(error));
});
/** Enters the room and returns its cached state. */
async function host(): Promise<Room | null> {
  await cache.enter(ID);
  return cache.get(ID) ?? null;
}

/** Receives a published commit. */
function receive(roomId: string, published: string): void {
  cache.received(roomId, published);
}

describe('hosting', () => {
  test('the first user subscribes and loads the room, the last one unsubscribes and frees it', async () => {
    expect(await host()).toEqual(at(2));
    expect(await host()).toEqual(at(2));
    expect(subscribed).toEqual([ID]);
    cache.release(ID);
    expect(cache.get(ID)).toEqual(at(2));
    cache.release(ID);
    expect([cache.size(), subscribed, cache.get(ID)]).toEqual([0, [], undefined]);
  });

  test('returns null for a room that is not stored, and loads it again on the next call', async () => {
    stored = null;
    expect(await host()).toBeNull();
    stored = at(1);
    expect(await host()).toEqual(at(1));
  });

  test('rejects every caller while the store is unavailable, and caches nothing', async () => {
    held = true;
    const both = Promise.allSettled([host(), host()]);
    await flush();
    reads[0]!.reject(new Error('away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(cache.size()).toBe(0);
    held = false;
    expect(await host()).toEqual(at(2));
  });

  test('delivers a commit between subscription and read exactly once', async () => {
    held = true;
    const hosting = host();
    await flush();
    receive(ID, published(3));
    stored = at(3);
    receive(ID, published(4));
    reads[0]!.resolve();
    await hosting;
    expect(delivered).toEqual([4]);
    expect(cache.get(ID)).toEqual(at(4));
  });
});

describe('entering', () => {
  test('subscribes and loads in one turn, with the tail from the same read', async () => {
    const entered = cache.enter(ID, 1);
    expect([subscribed, loads]).toEqual([[ID], 1]);
    expect([await entered, cache.get(ID), loads]).toEqual([batch(2), at(2), 1]);
  });

  test('a cached room needs no read at its version, and one read at an older version', async () => {
    await cache.enter(ID);
    expect([await cache.enter(ID, 2), loads]).toEqual([null, 1]);
    expect([await cache.enter(ID, 1), loads]).toEqual([batch(2), 2]);
  });

  test('delivers a tail that is newer than the cached room', async () => {
    await cache.enter(ID);
    stored = at(4);
    expect(await cache.enter(ID, 1)).toEqual([2, 3, 4].flatMap(batch));
    expect([delivered, cache.get(ID), reloads]).toEqual([[3, 4], at(4), 0]);
  });

  test('compares with the store when the client is ahead', async () => {
    await cache.enter(ID);
    stored = at(4);
    await cache.enter(ID, 4);
    expect([delivered, cache.get(ID), reloads]).toEqual([[3, 4], at(4), 1]);
  });
});

describe('events', () => {
  beforeEach(async () => {
    await host();
  });

  test('delivers an own commit at once and drops its echo', () => {
    cache.committed(own(3));
    receive(ID, published(3));
    expect(delivered).toEqual([3]);
    expect(cache.get(ID)).toBe(at(3));
  });

  test('emits every event with its text, own ones and published ones', () => {
    const texts: unknown[] = [];
    cache.on('event', (_event, _before, json) => texts.push(JSON.parse(json)));
    cache.committed(own(3));
    receive(ID, published(4));
    receive(ID, textOf([...batch(4), ...batch(5)]));
    expect(texts).toEqual([3, 4, 5].flatMap(batch).map(toWireEvent));
  });

  test('accepts a published commit before the reply to an own one', () => {
    receive(ID, published(3));
    receive(ID, published(4));
    cache.committed(own(3));
    expect(delivered).toEqual([3, 4]);
    expect(cache.get(ID)).toEqual(at(4));
  });

  test('orders own commits whose replies arrive before another node’s commits are published', async () => {
    stored = at(4);
    cache.committed(own(4));
    receive(ID, published(3));
    await flush();
    receive(ID, published(4));
    expect(delivered).toEqual([3, 4]);
    expect([reloads, lost]).toEqual([1, []]);
  });

  test('treats an own commit and its echo during a read as one event', async () => {
    held = true;
    receive(ID, published(4));
    await flush();
    stored = at(4);
    cache.committed(own(5));
    receive(ID, published(5));
    reads[0]!.resolve();
    await flush();
    expect([delivered, reloads]).toEqual([[3, 4, 5], 1]);
  });

  test('an event with an impossible version costs a single read', async () => {
    receive(ID, textOf([{ ...batch(5)[0]!, v: 99 }]));
    for (let turn = 0; turn < 5; turn++) await flush();
    expect([delivered, reloads, cache.get(ID)]).toEqual([[], 1, at(2)]);
    receive(ID, published(3));
    expect(delivered).toEqual([3]);
  });

  test('an event that does not fit the stored room costs one read and one delayed check', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const misfit = [{ ...batch(3)[0]!, from: { x: 3, y: 4 } }];
    receive(ID, textOf(misfit));
    for (let turn = 0; turn < 20; turn++) await flush();
    expect([delivered, loads]).toEqual([[], 2]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([delivered, loads]).toEqual([[], 2]);
    receive(ID, textOf(misfit));
    await flush();
    // Simulates a forged event that hid the commit with the same version.
    stored = at(3);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await flush();
    expect([delivered, cache.get(ID)]).toEqual([[3], at(3)]);
  });

  test.each<[string, (n: number) => object]>([
    ['far ahead', (n) => ({ ...batch(5)[0], v: 1_000 + n })],
    ['that do not fit the board', () => ({ ...batch(3)[0], from: { x: 3, y: 4 } })],
    ['that break the fold', () => ({ type: 'moveMade', v: 3 })],
    ['of no known type', () => ({ type: 'nonsense', v: 3 })],
  ])('forged events %s cost one read a second, and real events still arrive', async (_, forged) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let n = 0; n < 200; n++) {
      receive(ID, forgedText(forged(n)));
      await flush();
    }
    expect([delivered, loads]).toEqual([[], 2]);
    receive(ID, published(3));
    receive(ID, published(4));
    expect(delivered).toEqual([3, 4]);
    stored = at(4);
    for (let second = 0; second < 10; second++) {
      for (let n = 0; n < 20; n++) {
        receive(ID, forgedText({ ...forged(n), v: 5 + n }));
        await flush();
      }
      await vi.advanceTimersByTimeAsync(1_000);
    }
    vi.useRealTimers();
    expect(loads).toBeLessThanOrEqual(13);
    expect(failures).toEqual([]);
  });

  test('a flood of forged events during a read is dropped, and no real event is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    held = true;
    receive(ID, published(4));
    await flush();
    for (let n = 0; n < 10_000; n++) receive(ID, textOf([{ ...batch(5)[0]!, v: 1_000 + n }]));
    stored = at(3);
    receive(ID, published(4));
    reads[0]!.resolve();
    await flush();
    [held, stored] = [false, at(4)];
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await flush();
    expect([delivered, cache.get(ID)]).toEqual([[3, 4], at(4)]);
  });

  test('fills a gap from the stored tail', async () => {
    stored = at(5);
    receive(ID, published(5));
    await flush();
    expect(delivered).toEqual([3, 4, 5]);
    expect([reloads, lost, cache.get(ID)]).toEqual([1, [], at(5)]);
  });

  test('a commit right after a read loses no version', async () => {
    [stored, overtaking] = [at(3), at(4)];
    cache.readAgain(() => true);
    await flush();
    receive(ID, published(4));
    expect([delivered, lost, cache.get(ID)]).toEqual([[3, 4], [], at(4)]);
  });

  test('asks clients to fetch the room when the tail is not stored', async () => {
    kept = false;
    stored = at(5);
    receive(ID, published(5));
    await flush();
    receive(ID, published(6));
    expect([delivered, lost]).toEqual([[6], [ID]]);
  });

  test('does not deliver an event that does not fit the board, and reloads the stored room', async () => {
    stored = at(3);
    const broken = [{ ...batch(3)[0]!, from: { x: 3, y: 4 } }] as RoomEvent[];
    receive(ID, textOf(broken));
    await flush();
    expect([delivered, cache.get(ID), reloads]).toEqual([[3], at(3), 1]);
  });

  test('passes nudges on, and survives messages that it cannot read', () => {
    const [nudges, troubles]: unknown[][] = [[], []];
    cache.on('nudge', (...nudge) => nudges!.push(nudge));
    cache.on('trouble', (_, roomId) => troubles!.push(roomId));
    const nudge = { nickname: '小象', by: 'u' };
    receive(ID, JSON.stringify({ nudge }));
    receive(ID, 'nonsense');
    receive(ID, published(3));
    expect([nudges, troubles, delivered]).toEqual([[[ID, nudge]], [ID], [3]]);
  });

  test('ignores events of rooms that are not hosted', () => {
    cache.committed({ ...own(3), after: { ...at(3), id: 'other' } });
    receive('other', published(3));
    expect([delivered, cache.size()]).toEqual([[], 1]);
  });

  test('reports a failed read and retries it until it succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    held = true;
    receive(ID, published(4));
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
    expect([delivered, failures.length, cache.get(ID)]).toEqual([[3, 4], 3, at(4)]);
  });
});

describe('after an outage', () => {
  test('refresh leaves a current room unchanged and updates an old one', async () => {
    await host();
    await cache.enter(ID, undefined, true);
    expect(reloads).toBe(0);
    stored = at(4);
    await cache.enter(ID, undefined, true);
    expect([delivered, reloads]).toEqual([[3, 4], 1]);
  });

  test('reads every hosted room again', async () => {
    await host();
    stored = at(4);
    cache.readAgain(() => true);
    await flush();
    expect([delivered, loads]).toEqual([[3, 4], 2]);
  });

  test('retries a failed read without an event until it succeeds or no client hosts the room', async () => {
    await host();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    [held, stored] = [true, at(4)];
    cache.readAgain(() => true);
    await flush();
    reads[0]!.reject(new Error('away'));
    await flush();
    expect(failures).toHaveLength(1);
    held = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([delivered, loads]).toEqual([[3, 4], 3]);
    held = true;
    cache.readAgain(() => true);
    await flush();
    reads[1]!.reject(new Error('away'));
    cache.release(ID);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect([cache.size(), loads]).toEqual([0, 4]);
  });

  test('reads a room again even if a read is already running', async () => {
    await host();
    held = true;
    receive(ID, published(4));
    receive(ID, textOf([{ ...batch(3)[0]!, from: { x: 3, y: 4 } } as RoomEvent]));
    cache.readAgain(() => true);
    reads[0]!.resolve();
    await expect.poll(() => reads.length).toBe(2);
    [held, stored] = [false, at(4)];
    reads[1]!.resolve();
    await expect.poll(() => delivered).toEqual([3, 4]);
    expect(loads).toBe(3);
  });

  test('clients reload when the store lost delivered events', async () => {
    await host();
    cache.committed(own(3));
    stored = at(2);
    cache.readAgain(() => true);
    await flush();
    expect([lost, cache.get(ID)]).toEqual([[ID], at(2)]);
  });
});

describe('a commit that a failover replaced with another one of the same version', () => {
  /** The node's cached state: a different third version, which the real fourth one fits. */
  const undone = sampleRoom(ID, 5, START + 7).states[2]!;
  beforeEach(async () => {
    stored = undone;
    await host();
    stored = at(3);
  });

  test('has a different mark', () => {
    expect([undone.v, undone.game]).toEqual([at(3).v, at(3).game]);
    expect(undone.mark).not.toBe(at(3).mark);
  });

  test('is detected by a check of the store, and clients reload', async () => {
    await cache.enter(ID, undefined, true);
    expect([lost, cache.get(ID), reloads]).toEqual([[ID], at(3), 1]);
  });

  test('is detected by a reload, and no event on top of the lost commit is delivered', async () => {
    stored = at(5);
    cache.readAgain(() => true);
    await flush();
    expect([delivered, lost, cache.get(ID)]).toEqual([[], [ID], at(5)]);
  });

  test('leaves no trace when an event arrived before the reload', async () => {
    receive(ID, published(4));
    stored = at(4);
    cache.readAgain(() => true);
    await flush();
    expect([lost, cache.get(ID)]).toEqual([[ID], at(4)]);
  });

  test('delivers no own commit that the store based on the other commit', async () => {
    stored = at(4);
    cache.committed(own(4));
    await flush();
    expect([delivered, lost, cache.get(ID)]).toEqual([[], [ID], at(4)]);
  });
});
