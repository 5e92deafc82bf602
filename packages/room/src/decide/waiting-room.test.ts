import { MAX_SPECTATORS } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import { after, BLUE, join, playingRoom, RED, refusal, SPECTATOR, START } from '../../test/fixtures.ts';
import type { Room } from '../index.ts';

function people(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => (from + i).toString(16).padStart(24, '0'));
}
function spectators(joined: string[], left: string[] = []) {
  return { type: 'spectators', joined, left } as const;
}

describe('the time control', () => {
  const choose = (userId: string) => ({ type: 'setTimeControl', userId, initial: 10, increment: 5 }) as const;
  const waiting = (): Room => after(null, join(RED), START);

  test('is chosen by the creator and used by the game', () => {
    const chosen = after(waiting(), choose(RED), START);
    expect(chosen.header).toMatchObject({
      timeControl: { initial: 10, increment: 5 },
      timeLeft: { red: 600_000, blue: 600_000 },
      lastMoveTime: null,
    });
    expect(after(chosen, join(BLUE), START).header).toMatchObject({
      timeControl: { initial: 10, increment: 5 },
      timeLeft: { red: 600_000, blue: 600_000 },
      lastMoveTime: START,
    });
  });

  test.each([
    ['of a missing room', null, RED, 'ROOM_NOT_FOUND'],
    ['by a user outside the room', waiting(), BLUE, 'NOT_CREATOR'],
    ['by the other player', playingRoom(), BLUE, 'NOT_CREATOR'],
    ['after the start of the game', playingRoom(), RED, 'GAME_STARTED'],
    [
      'after the end of the game',
      after(playingRoom(), { type: 'surrender', userId: BLUE }, START),
      RED,
      'GAME_STARTED',
    ],
  ] as const)('%s is refused', (_, room, userId, code) => {
    expect(refusal(room, choose(userId), START)).toBe(code);
  });

  test('is reset when the creator leaves', () => {
    const left = after(after(waiting(), choose(RED), START), { type: 'leave', userId: RED }, START);
    expect(after(left, join(BLUE), START).header).toMatchObject({
      createdBy: BLUE,
      timeControl: { initial: 5, increment: 3 },
      timeLeft: { red: 300_000, blue: 300_000 },
    });
  });
});

describe('spectators', () => {
  test('join and leave in one event', () => {
    const some = after(playingRoom(), spectators(people(3)), START);
    expect([some.v, some.header.spectators]).toEqual([3, people(3)]);
    const next = after(some, spectators(people(2, 10), people(2)), START);
    expect([next.v, next.header.spectators]).toEqual([4, [...people(1, 2), ...people(2, 10)]]);
  });

  test('beyond the limit are ignored, and present ones stay', () => {
    const full = after(playingRoom(), spectators(people(MAX_SPECTATORS + 20)), START);
    expect(full.header.spectators).toEqual(people(MAX_SPECTATORS));
    expect(after(full, spectators([SPECTATOR]), START)).toBe(full);
    expect(after(full, spectators([SPECTATOR], people(1)), START).header.spectators).toEqual([
      ...people(MAX_SPECTATORS - 1, 1),
      SPECTATOR,
    ]);
  });

  test('are unique and exclude players', () => {
    const room = after(playingRoom(), spectators([SPECTATOR, RED, SPECTATOR, BLUE]), START);
    expect(room.header.spectators).toEqual([SPECTATOR]);
    expect(after(room, spectators([SPECTATOR, RED], [BLUE, ...people(2)]), START)).toBe(room);
  });

  test('are removed from the list when they take a seat', () => {
    const waiting = after(after(null, join(RED), START), spectators([BLUE, SPECTATOR]), START);
    expect(after(waiting, join(BLUE), START).header).toMatchObject({
      players: [RED, BLUE],
      spectators: [SPECTATOR],
    });
  });

  test('can leave twice without a further event', () => {
    const watched = after(playingRoom(), join(SPECTATOR), START);
    const left = after(watched, { type: 'leaveSpectating', userId: SPECTATOR }, START);
    expect(left.header.spectators).toEqual([]);
    expect(after(left, { type: 'leaveSpectating', userId: SPECTATOR }, START)).toBe(left);
    expect(after(left, { type: 'leaveSpectating', userId: RED }, START)).toBe(left);
  });
});
