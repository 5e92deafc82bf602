import { decide, isPlaying, type PlayingRoom, type Room, type RoomCommand } from '@doushouqi/room';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextLook } from './checks.ts';

const [RED, BLUE] = ['a'.repeat(24), 'b'.repeat(24)];
const START = 1_700_000_000_000;

function after(room: Room | null, command: RoomCommand): Room {
  const decided = decide(room, 'R', command, START);
  if (!decided.ok) throw new Error(decided.error);
  return decided.value.room;
}
const room = after(after(null, { type: 'join', userId: RED, newGameId: 'g' }), {
  type: 'join',
  userId: BLUE,
  newGameId: 'g',
});

/** Red to move since START, with these times left. */
function roomWith(red: number, blue: number): PlayingRoom {
  if (!isPlaying(room)) throw new Error('no game');
  return { ...room, header: { ...room.header, timeLeft: { red, blue }, lastMoveTime: START } };
}

test.each([
  ['the clock that runs out first, if the move were made at once', 60_000, 20_000, 0, START + 20_000],
  ['the side to move, exactly, however soon', 300, 60_000, 0, START + 300],
  ['not every moment that the waiting side has left', 60_000, 1, 0, START + 1_000],
  ['at once when the time is up', 5_000, 60_000, 7_000, START + 7_000],
])('schedules the check for %s', (_, red, blue, elapsed, expected) => {
  expect(nextLook(roomWith(red, blue), START + elapsed)).toBe(expected);
});

test('schedules no check after the flag of the side to move', () => {
  fc.assert(
    fc.property(fc.nat(600_000), fc.nat(600_000), fc.nat(600_000), (red, blue, elapsed) => {
      const now = START + elapsed;
      const look = nextLook(roomWith(red, blue), now);
      expect(look).toBeGreaterThanOrEqual(now);
      expect(look).toBeLessThanOrEqual(Math.max(now, START + red));
    }),
  );
});
