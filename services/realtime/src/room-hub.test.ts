import type { RoomEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleRoom } from '../test/sample-room.ts';
import { createRoomHub, type RoomHub } from './room-hub.ts';

const ID = 'R';
const { states, batches } = sampleRoom(ID, 5);
/** State and batch at version `v`: every batch here is one event. */
const at = (v: number): Room => states[v - 1]!;
const batch = (v: number): RoomEvent[] => batches[v - 1]!;
const published = (v: number): string => JSON.stringify(batch(v));

/** The store and the feed in the test's hands, so that every order of arrival can be had. */
let stored: Room | null;
let kept: boolean;
let reads: PromiseWithResolvers<void>[];
let held: boolean;
let subscribed: string[];
let delivered: number[];
let lost: string[];
let reloads: number;
let failures: unknown[];
let hub: RoomHub;

const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [stored, kept, reads, held, subscribed] = [at(2), true, [], false, []];
  [delivered, lost, reloads, failures] = [[], [], 0, []];
  hub = createRoomHub({
    store: {
      async load() {
        if (held) {
          const read = Promise.withResolvers<void>();
          reads.push(read);
          await read.promise;
        }
        return stored;
      },
      version: async () => stored?.v ?? 0,
      eventsAfter: async (_, v) => (kept ? batches.flat().filter((e) => e.v > v && e.v <= stored!.v) : null),
    },
    feed: {
      async subscribe(roomId) {
        subscribed.push(roomId);
      },
      unsubscribe: (roomId) => {
        subscribed = subscribed.filter((id) => id !== roomId);
      },
    },
    deliver: (event) => delivered.push(event.v),
    onLost: (roomId) => lost.push(roomId),
    onReload: () => {
      reloads += 1;
    },
    onReadFailed: (error) => failures.push(error),
    ticks: () => 0,
  });
});

describe('hosting', () => {
  test('the first subscribes and reads, the last unsubscribes, and nothing is kept', async () => {
    expect(await hub.host(ID)).toEqual(at(2));
    expect(await hub.host(ID)).toEqual(at(2));
    expect(subscribed).toEqual([ID]);
    hub.release(ID);
    expect(hub.cached(ID)).toEqual(at(2));
    hub.release(ID);
    expect([hub.size(), subscribed, hub.cached(ID)]).toEqual([0, [], undefined]);
  });

  test('a room that is not stored is null, and is looked for again by the next', async () => {
    stored = null;
    expect(await hub.host(ID)).toBeNull();
    stored = at(1);
    expect(await hub.host(ID)).toEqual(at(1));
  });

  test('while the store is away every caller is refused and nothing is kept', async () => {
    held = true;
    const both = Promise.allSettled([hub.host(ID), hub.host(ID)]);
    await settle();
    reads[0]!.reject(new Error('away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(hub.size()).toBe(0);
    held = false;
    expect(await hub.host(ID)).toEqual(at(2));
  });

  test('a commit that comes between subscription and read is not lost and not doubled', async () => {
    held = true;
    const hosting = hub.host(ID);
    await settle();
    hub.heard(ID, published(3));
    stored = at(3);
    hub.heard(ID, published(4));
    reads[0]!.resolve();
    await hosting;
    expect(delivered).toEqual([4]);
    expect(hub.cached(ID)).toEqual(at(4));
  });
});

describe('events', () => {
  beforeEach(async () => {
    await hub.host(ID);
  });

  test('an own commit is delivered at once and its echo dropped', () => {
    hub.committed(ID, batch(3), at(3));
    hub.heard(ID, published(3));
    expect(delivered).toEqual([3]);
    expect(hub.cached(ID)).toBe(at(3));
  });

  test('the feed may overtake the answer to an own commit', () => {
    hub.heard(ID, published(3));
    hub.heard(ID, published(4));
    hub.committed(ID, batch(3), at(3));
    expect(delivered).toEqual([3, 4]);
    expect(hub.cached(ID)).toEqual(at(4));
  });

  test('own commits whose answers come before the feed of another node’s are put in order', async () => {
    stored = at(4);
    hub.committed(ID, batch(4), at(4));
    hub.heard(ID, published(3));
    await settle();
    hub.heard(ID, published(4));
    expect(delivered).toEqual([3, 4]);
    expect([reloads, lost]).toEqual([1, []]);
  });

  test('an own commit and its echo that both come while the room is read are one event', async () => {
    held = true;
    hub.heard(ID, published(4));
    await settle();
    stored = at(4);
    hub.committed(ID, batch(5), at(5));
    hub.heard(ID, published(5));
    reads[0]!.resolve();
    await settle();
    expect([delivered, reloads]).toEqual([[3, 4, 5], 1]);
  });

  test('an event from nowhere costs one read, not one after the other', async () => {
    hub.heard(ID, JSON.stringify([{ ...batch(5)[0], v: 99 }]));
    for (let turn = 0; turn < 5; turn++) await settle();
    expect([delivered, reloads, hub.cached(ID)]).toEqual([[], 1, at(2)]);
    hub.heard(ID, published(3));
    expect(delivered).toEqual([3]);
  });

  test('a gap is filled from the stored tail', async () => {
    stored = at(5);
    hub.heard(ID, published(5));
    await settle();
    expect(delivered).toEqual([3, 4, 5]);
    expect([reloads, lost, hub.cached(ID)]).toEqual([1, [], at(5)]);
  });

  test('where the tail is no longer kept the clients are told to fetch', async () => {
    kept = false;
    stored = at(5);
    hub.heard(ID, published(5));
    await settle();
    hub.heard(ID, published(6));
    expect([delivered, lost]).toEqual([[6], [ID]]);
  });

  test('an event that does not fit the board is not delivered; the store has the last word', async () => {
    stored = at(3);
    const broken = [{ ...batch(3)[0]!, from: { x: 3, y: 4 } }] as RoomEvent[];
    hub.heard(ID, JSON.stringify(broken));
    await settle();
    expect([delivered, hub.cached(ID), reloads]).toEqual([[3], at(3), 1]);
  });

  test('events of rooms that are not hosted are nobody’s', () => {
    hub.committed('other', batch(3), at(3));
    hub.heard('other', published(3));
    expect([delivered, hub.size()]).toEqual([[], 1]);
  });

  test('a read that fails is told, and the next event tries again', async () => {
    held = true;
    hub.heard(ID, published(4));
    await settle();
    reads[0]!.reject(new Error('away'));
    await settle();
    expect(failures).toHaveLength(1);
    held = false;
    stored = at(5);
    hub.heard(ID, published(5));
    await settle();
    expect(delivered).toEqual([3, 4, 5]);
  });
});

describe('after an outage', () => {
  test('refresh leaves a current room alone and repairs an old one', async () => {
    await hub.host(ID);
    await hub.refresh(ID);
    expect(reloads).toBe(0);
    stored = at(4);
    await hub.refresh(ID);
    expect([delivered, reloads]).toEqual([[3, 4], 1]);
  });

  test('every hosted room is subscribed to and read again', async () => {
    await hub.host(ID);
    stored = at(4);
    await hub.refreshAll();
    expect([delivered, subscribed]).toEqual([
      [3, 4],
      [ID, ID],
    ]);
  });

  test('a room that is read over and over meanwhile is subscribed to all the same', async () => {
    await hub.host(ID);
    held = true;
    hub.heard(ID, published(4));
    hub.heard(ID, JSON.stringify([{ ...batch(3)[0]!, from: { x: 3, y: 4 } }]));
    const refreshed = hub.refreshAll();
    reads[0]!.resolve();
    await expect.poll(() => reads.length).toBe(2);
    [held, stored] = [false, at(4)];
    reads[1]!.resolve();
    await refreshed;
    expect([reloads, subscribed]).toEqual([2, [ID, ID]]);
  });

  test('a store that lost what was delivered makes the clients fetch', async () => {
    await hub.host(ID);
    hub.committed(ID, batch(3), at(3));
    stored = at(2);
    await hub.refreshAll();
    expect([lost, hub.cached(ID)]).toEqual([[ID], at(2)]);
  });
});
