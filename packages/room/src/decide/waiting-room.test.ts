import { MAX_SPECTATORS } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import { after, BLUE, join, playingRoom, RED, refusal, START, WATCHER } from '../../test/fixtures.ts';
import type { Room } from '../index.ts';

function people(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => (from + i).toString(16).padStart(24, '0'));
}
function crowd(came: string[], went: string[] = []) {
  return { type: 'crowd', came, went } as const;
}

describe('the time control', () => {
  const choose = (userId: string) => ({ type: 'setTimeControl', userId, initial: 10, increment: 5 }) as const;
  const waiting = (): Room => after(null, join(RED), START);

  test('is the creator’s, and the game begins with it', () => {
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
    ['of a room that is not there', null, RED, 'ROOM_NOT_FOUND'],
    ['by somebody else', waiting(), BLUE, 'NOT_CREATOR'],
    ['by the other player', playingRoom(), BLUE, 'NOT_CREATOR'],
    ['once the game began', playingRoom(), RED, 'GAME_STARTED'],
    ['after the game', after(playingRoom(), { type: 'surrender', userId: BLUE }, START), RED, 'GAME_STARTED'],
  ] as const)('%s is refused', (_, room, userId, code) => {
    expect(refusal(room, choose(userId), START)).toBe(code);
  });

  test('is the default again for who takes the room next', () => {
    const left = after(after(waiting(), choose(RED), START), { type: 'leave', userId: RED }, START);
    expect(after(left, join(BLUE), START).header).toMatchObject({
      createdBy: BLUE,
      timeControl: { initial: 5, increment: 3 },
      timeLeft: { red: 300_000, blue: 300_000 },
    });
  });
});

describe('a crowd', () => {
  test('comes and goes in one event', () => {
    const some = after(playingRoom(), crowd(people(3)), START);
    expect([some.v, some.header.spectators]).toEqual([3, people(3)]);
    const next = after(some, crowd(people(2, 10), people(2)), START);
    expect([next.v, next.header.spectators]).toEqual([4, [...people(1, 2), ...people(2, 10)]]);
  });

  test('is bounded, and whoever is there stays', () => {
    const full = after(playingRoom(), crowd(people(MAX_SPECTATORS + 20)), START);
    expect(full.header.spectators).toEqual(people(MAX_SPECTATORS));
    expect(after(full, crowd([WATCHER]), START)).toBe(full);
    expect(after(full, crowd([WATCHER], people(1)), START).header.spectators).toEqual([
      ...people(MAX_SPECTATORS - 1, 1),
      WATCHER,
    ]);
  });

  test('holds nobody twice and no player', () => {
    const room = after(playingRoom(), crowd([WATCHER, RED, WATCHER, BLUE]), START);
    expect(room.header.spectators).toEqual([WATCHER]);
    expect(after(room, crowd([WATCHER, RED], [BLUE, ...people(2)]), START)).toBe(room);
  });

  test('a spectator who takes a free seat watches no longer', () => {
    const waiting = after(after(null, join(RED), START), crowd([BLUE, WATCHER]), START);
    expect(after(waiting, join(BLUE), START).header).toMatchObject({
      players: [RED, BLUE],
      spectators: [WATCHER],
    });
  });

  test('leaving twice is leaving once', () => {
    const watched = after(playingRoom(), join(WATCHER), START);
    const left = after(watched, { type: 'leaveSpectating', userId: WATCHER }, START);
    expect(left.header.spectators).toEqual([]);
    expect(after(left, { type: 'leaveSpectating', userId: WATCHER }, START)).toBe(left);
    expect(after(left, { type: 'leaveSpectating', userId: RED }, START)).toBe(left);
  });
});
