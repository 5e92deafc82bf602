import { describe, expect, test } from 'vitest';
import { decide, POLICIES, type Room, type RoomCommand, type RoomPolicy } from '../src/index.ts';
import { after, ask, BLUE, join, RED, roomAfter, START, WATCHER } from './fixtures.ts';

const NOW = START + 60_000;
function over(): Room {
  return after(roomAfter(2), { type: 'surrender', userId: RED }, NOW);
}

/** What a command is refused with in a room of another policy, or null. */
function refusalUnder(change: Partial<RoomPolicy>, room: Room | null, command: RoomCommand): string | null {
  const decided = decide(room, 'r', command, NOW, {
    ...POLICIES,
    casual: { ...POLICIES.casual, ...change },
  });
  return decided.ok ? null : decided.error;
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
  test.each<[string, Partial<RoomPolicy>, Room, RoomCommand, string | null]>([
    ['an undo where there is undo', {}, roomAfter(2), ask(RED, 'undo'), null],
    ['no undo where there is none', { undo: false }, roomAfter(2), ask(RED, 'undo'), 'NOT_IN_THIS_ROOM'],
    ['a draw all the same', { undo: false }, roomAfter(2), ask(RED, 'draw'), null],
    ['a reset in the middle of a game', {}, roomAfter(2), ask(RED, 'reset'), null],
    ['no reset in the middle', { reset: 'afterGame' }, roomAfter(2), ask(RED, 'reset'), 'NOT_IN_THIS_ROOM'],
    ['but one after the game', { reset: 'afterGame' }, over(), ask(RED, 'reset'), null],
    ['a time control of the list', {}, after(null, join(RED), NOW), choose(2, 1), null],
    ['no other one', {}, after(null, join(RED), NOW), choose(2, 2), 'NOT_IN_THIS_ROOM'],
    [
      'none where it is fixed',
      { timeControls: [] },
      after(null, join(RED), NOW),
      choose(2, 1),
      'NOT_IN_THIS_ROOM',
    ],
  ])('%s', (_, change, room, command, expected) => {
    expect(refusalUnder(change, room, command)).toBe(expected);
  });

  test('a new room begins with its time control and its rules', () => {
    const timeControl = { initial: 15, increment: 10 };
    const decided = decide(null, 'r', join(RED), NOW, {
      ...POLICIES,
      casual: { ...POLICIES.casual, timeControl },
    });
    expect(decided.ok && decided.value.room.header).toMatchObject({
      kind: 'casual',
      ruleSet: 'online-1',
      timeControl,
      timeLeft: { player1: 900_000, player2: 900_000 },
    });
  });

  test('where seats are assigned, whoever comes watches', () => {
    const decided = decide(after(null, join(RED), NOW), 'r', join(WATCHER), NOW, {
      ...POLICIES,
      casual: { ...POLICIES.casual, seats: 'assigned' },
    });
    expect(decided.ok && decided.value.room.header).toMatchObject({ players: [RED], spectators: [WATCHER] });
  });

  test('and a seated player comes back to his seat', () => {
    const room = roomAfter(2);
    expect(decide(room, 'r', join(BLUE), NOW)).toMatchObject({ ok: true, value: { events: [] } });
  });
});
