import { toWireEvent } from '@doushouqi/protocol';
import { createMetrics } from '@doushouqi/service-kit';
import { beforeEach, expect, test } from 'vitest';
import { sampleRoom } from '../../test/sample-room.ts';
import { createRealtimeMetrics } from '../metrics.ts';
import { gameRoom, type RealtimeSocket } from '../realtime-socket.ts';
import { catchUpOf, RoomEntry } from './room-entry.ts';

const { states, batches } = sampleRoom('R', 3);
const room = states.at(-1)!;
const events = batches.flat();

class FakeSocket {
  connected = true;
  data = { userId: 'u' };
  rooms = new Set<string>();
  join = (name: string): void => void this.rooms.add(name);
  leave = (name: string): void => void this.rooms.delete(name);
}

/** Pending joins wait until the test releases them. */
let waiting: (() => void)[];
/** Users whose blocks were read. */
let asked: string[];
let holders: number;
let attendance: string[];
let fake: FakeSocket;
let socket: RealtimeSocket;
let entry: RoomEntry;

beforeEach(() => {
  [waiting, asked, holders, attendance, fake] = [[], [], 0, [], new FakeSocket()];
  socket = fake as unknown as RealtimeSocket;
  entry = new RoomEntry({
    cache: {
      async enter() {
        holders += 1;
        return new Promise((resolve) => waiting.push(() => resolve(null)));
      },
      release() {
        holders -= 1;
      },
      get: () => room,
      prependListener: () => undefined as never,
    },
    socketsIn: () => [],
    blocks: { ready: async (userId) => void asked.push(userId), of: () => new Set() },
    metrics: createRealtimeMetrics(createMetrics('test')),
    attendance: {
      entered: (_, userId) => attendance.push(`+${userId}`),
      left: (_, userId) => attendance.push(`-${userId}`),
    },
    now: () => 1,
  });
});

function join(authoritative = false) {
  return entry.join(socket, { roomId: 'R' }, authoritative);
}
function letGo(): void {
  for (const resolve of waiting.splice(0)) resolve();
}
function state() {
  return { inside: fake.rooms.has(gameRoom('R')), holders, attendance };
}
const OUTSIDE = { inside: false, holders: 0, attendance: [] };

test('requests the room and the blocks together, so that a join takes one round trip', async () => {
  const joined = join();
  expect([waiting.length, asked]).toEqual([1, ['u']]);
  letGo();
  expect(await joined).toMatchObject({ ok: true, v: room.v });
});

test('a client that leaves during the join is not in the room', async () => {
  const joins = [join(), join()];
  entry.leave(socket, 'R');
  letGo();
  expect((await Promise.all(joins)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(state()).toEqual(OUTSIDE);
});

test('a client that joins again after leaving is in the room', async () => {
  const first = join();
  entry.leave(socket, 'R');
  const second = join();
  letGo();
  await Promise.all([first, second]);
  expect(state()).toEqual({ inside: true, holders: 1, attendance: ['+u'] });
});

test('a client that leaves during a sync is not in the room', async () => {
  const joined = join();
  letGo();
  await joined;
  const sync = join(true);
  entry.leave(socket, 'R');
  letGo();
  await sync;
  expect(state()).toEqual({ ...OUTSIDE, attendance: ['+u', '-u'] });
});

test('a client that leaves another room enters this one', async () => {
  const joined = join();
  entry.leave(socket, 'other');
  letGo();
  await joined;
  expect(state()).toEqual({ inside: true, holders: 1, attendance: ['+u'] });
});

test('a connection that ends during the join leaves no state', async () => {
  const joined = join();
  entry.leaveAll(socket);
  fake.connected = false;
  letGo();
  await joined;
  expect(state()).toEqual(OUTSIDE);
});

test('reports a client at the current version as up to date', () => {
  expect(catchUpOf(room, room.v, null, 1)).toEqual({ kind: 'upToDate' });
});

test('sends a client that is behind exactly the missing events', () => {
  const tail = events.slice(2);
  expect(catchUpOf(room, 2, tail, 1)).toEqual({ kind: 'tail', events: tail.map(toWireEvent) });
});

test.each([
  ['says no version', undefined, null],
  ['is too far behind', 2, null],
  ['is ahead of the room', room.v + 5, null],
  ['would get a tail with a hole at its start', 1, events.slice(2)],
  ['would get a tail that ends too early', 1, events.slice(1, 3)],
  ['would get a tail that runs ahead', 1, [...events.slice(1), { ...events.at(-1)!, v: room.v + 1 }]],
])('sends a snapshot to a client that %s', (_, lastVersion, tail) => {
  expect(catchUpOf(room, lastVersion, tail, 1)).toMatchObject({
    kind: 'snapshot',
    room: { v: room.v, serverTime: 1 },
  });
});
