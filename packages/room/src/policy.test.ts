import { POLICIES, ROOM_KINDS, type RoomKind } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import {
  after,
  ask,
  BLUE,
  join,
  moveCommand,
  RED,
  refusal,
  roomAfter,
  START,
  WATCHER,
} from '../test/fixtures.ts';
import type { RoomCommand } from './index.ts';

const NOW = START + 15_000;

function over(kind: RoomKind) {
  return after(roomAfter(2, kind), { type: 'surrender', userId: RED }, NOW);
}
function choose(initial: number, increment: number): RoomCommand {
  return {
    type: 'setTimeControl',
    userId: RED,
    initial,
    increment,
  };
}

describe('what a kind of room allows is read from its policy', () => {
  test.each<[string, RoomCommand, Record<RoomKind, string | null>]>([
    ['an undo', ask(RED, 'undo'), { casual: null, paired: null, rated: 'NOT_IN_THIS_ROOM' }],
    ['a draw', ask(RED, 'draw'), { casual: null, paired: null, rated: null }],
    [
      'a new game in the middle of one',
      ask(RED, 'reset'),
      { casual: null, paired: 'NOT_IN_THIS_ROOM', rated: 'NOT_IN_THIS_ROOM' },
    ],
    [
      'another time control',
      choose(2, 1),
      { casual: 'NOT_CREATOR', paired: 'NOT_IN_THIS_ROOM', rated: 'NOT_IN_THIS_ROOM' },
    ],
  ])('while a game is on: %s', (_, command, expected) => {
    // Blue opened the casual room, so that red may not choose its time control.
    const found = ROOM_KINDS.map((kind) => {
      const room = roomAfter(2, kind);
      return refusal({ ...room, header: { ...room.header, createdBy: BLUE } }, command, NOW);
    });
    expect(Object.fromEntries(ROOM_KINDS.map((kind, i) => [kind, found[i]]))).toEqual(expected);
  });

  test.each(ROOM_KINDS)('after a game of a %s room there may be another', (kind) => {
    expect(refusal(over(kind), ask(RED, 'reset'), NOW)).toBeNull();
  });

  test.each([
    ['a time control of the list', choose(2, 1), null],
    ['no other one', choose(2, 2), 'NOT_IN_THIS_ROOM'],
  ])('who opened a casual room chooses %s', (_, command, expected) => {
    expect(refusal(after(null, join(RED), NOW), command, NOW)).toBe(expected);
  });

  test('a new room begins with its time control and its rules', () => {
    expect(after(null, join(RED), NOW).header).toMatchObject({
      kind: 'casual',
      ruleSet: 'online-1',
      timeControl: POLICIES.casual.timeControl,
      timeLeft: { red: 300_000, blue: 300_000 },
    });
  });

  test.each(['paired', 'rated'] as const)(
    'whoever comes to a %s room watches, even when it was left',
    (kind) => {
      const left = [RED, BLUE].reduce(
        (room, userId) => after(room, { type: 'leave', userId }, NOW),
        over(kind),
      );
      for (const room of [roomAfter(2, kind), left]) {
        const joined = after(room, join(WATCHER), NOW);
        expect(joined.header).toMatchObject({ players: [RED, BLUE], spectators: [WATCHER] });
        expect(refusal(joined, moveCommand(2, { userId: WATCHER }), NOW)).toBe('NOT_A_PLAYER');
      }
      expect(after(left, join(BLUE), NOW).header).toMatchObject({ departed: [RED], spectators: [] });
    },
  );
});
