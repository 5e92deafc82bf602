import { expect, test } from 'vitest';
import { sampleRoom } from '../../test/sample-room.ts';
import { catchUpOf } from './catch-up.ts';

const { states, batches } = sampleRoom('R', 3);
const room = states.at(-1)!;
const events = batches.flat();

test('a client at the room’s version lacks nothing', () => {
  expect(catchUpOf(room, room.v, null, 1)).toEqual({ kind: 'upToDate' });
});

test('a client behind gets exactly the tail that leads here', () => {
  const tail = events.slice(2);
  expect(catchUpOf(room, 2, tail, 1)).toEqual({ kind: 'tail', events: tail });
});

test.each([
  ['says no version', undefined, null],
  ['is too far behind', 2, null],
  ['is ahead of the room', room.v + 5, null],
  ['would get a tail with a hole at its start', 1, events.slice(2)],
  ['would get a tail that ends too early', 1, events.slice(1, 3)],
  ['would get a tail that runs ahead', 1, [...events.slice(1), { ...events.at(-1)!, v: room.v + 1 }]],
])('a client that %s gets a snapshot', (_, lastVersion, tail) => {
  expect(catchUpOf(room, lastVersion, tail, 1)).toMatchObject({
    kind: 'snapshot',
    room: { v: room.v, serverTime: 1 },
  });
});
