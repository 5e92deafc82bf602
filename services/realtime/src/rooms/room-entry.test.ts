import type { Room } from '@doushouqi/room';
import { createMetrics } from '@doushouqi/service-kit';
import { beforeEach, expect, test } from 'vitest';
import { sampleRoom } from '../../test/sample-room.ts';
import { createRealtimeMetrics } from '../metrics.ts';
import { gameRoom, type RealtimeSocket } from '../realtime-socket.ts';
import { RoomEntry } from './room-entry.ts';

const room = sampleRoom('R', 1).states.at(-1)!;

class FakeSocket {
  connected = true;
  data = { userId: 'u' };
  rooms = new Set<string>();
  join = (name: string): void => void this.rooms.add(name);
  leave = (name: string): void => void this.rooms.delete(name);
}

/** Joins in hand wait until the test lets them go on. */
let waiting: ((room: Room | null) => void)[];
let holders: number;
let attendance: string[];
let fake: FakeSocket;
let socket: RealtimeSocket;
let entry: RoomEntry;

beforeEach(() => {
  [waiting, holders, attendance, fake] = [[], 0, [], new FakeSocket()];
  socket = fake as unknown as RealtimeSocket;
  entry = new RoomEntry({
    hub: {
      host() {
        holders += 1;
        return new Promise((resolve) => waiting.push(resolve));
      },
      release() {
        holders -= 1;
      },
      refresh: async () => undefined,
      cached: () => room,
      heard: () => undefined,
    },
    store: { eventsAfter: async () => null },
    blocks: { ready: async () => undefined, of: () => new Set() },
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
  for (const resolve of waiting.splice(0)) resolve(room);
}
function state() {
  return { inside: fake.rooms.has(gameRoom('R')), holders, attendance };
}
const OUTSIDE = { inside: false, holders: 0, attendance: [] };

test('who leaves before the join is done is not in the room', async () => {
  const joins = [join(), join()];
  entry.leave(socket, 'R');
  letGo();
  expect((await Promise.all(joins)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(state()).toEqual(OUTSIDE);
});

test('who joins again after that is', async () => {
  const first = join();
  entry.leave(socket, 'R');
  const second = join();
  letGo();
  await Promise.all([first, second]);
  expect(state()).toEqual({ inside: true, holders: 1, attendance: ['+u'] });
});

test('who leaves during a sync stays outside', async () => {
  const joined = join();
  letGo();
  await joined;
  const sync = join(true);
  entry.leave(socket, 'R');
  letGo();
  await sync;
  expect(state()).toEqual({ ...OUTSIDE, attendance: ['+u', '-u'] });
});

test('who leaves another room enters this one', async () => {
  const joined = join();
  entry.leave(socket, 'other');
  letGo();
  await joined;
  expect(state()).toEqual({ inside: true, holders: 1, attendance: ['+u'] });
});

test('a connection that ends meanwhile leaves nothing behind', async () => {
  const joined = join();
  entry.leaveAll(socket);
  fake.connected = false;
  letGo();
  await joined;
  expect(state()).toEqual(OUTSIDE);
});
