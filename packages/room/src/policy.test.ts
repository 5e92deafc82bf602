import { POLICIES, ROOM_KINDS, type RoomKind, type RoomPolicy } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import {
  after,
  ask,
  BLUE,
  join,
  moveCommand,
  RED,
  refusal,
  reply,
  roomAfter,
  SPECTATOR,
  START,
} from '../test/fixtures.ts';
import { mayReset, type Pause, type RoomCommand } from './index.ts';

const NOW = START + 15_000;
const NO = 'NOT_IN_THIS_ROOM';
const ALLOWED = {
  casual: null,
  paired: null,
  rated: null,
  bot: null,
  ratedBot: null,
  exhibition: null,
  arena: null,
  swiss: null,
};
const REFUSED = {
  casual: NO,
  paired: NO,
  rated: NO,
  bot: NO,
  ratedBot: NO,
  exhibition: NO,
  arena: NO,
  swiss: NO,
};

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

describe('a policy', () => {
  test.each<[string, RoomCommand, Record<RoomKind, string | null>]>([
    ['an undo', ask(RED, 'undo'), { ...ALLOWED, rated: NO, ratedBot: NO, arena: NO, swiss: NO }],
    ['a draw', ask(RED, 'draw'), ALLOWED],
    ['a reset', ask(RED, 'reset'), { ...REFUSED, casual: null }],
    ['another time control', choose(2, 1), { ...REFUSED, casual: 'NOT_CREATOR' }],
  ])('allows or refuses %s in a running game', (_, command, expected) => {
    // Blue created the casual room, so red may not choose the time control.
    const found = ROOM_KINDS.map((kind) => {
      const room = roomAfter(2, kind);
      return refusal({ ...room, header: { ...room.header, createdBy: BLUE } }, command, NOW);
    });
    expect(Object.fromEntries(ROOM_KINDS.map((kind, i) => [kind, found[i]]))).toEqual(expected);
  });

  test.each(ROOM_KINDS)('allows or refuses a rematch in a %s room', (kind) => {
    const expected = POLICIES[kind].reset === 'never' ? NO : null;
    expect(refusal(over(kind), ask(RED, 'reset'), NOW)).toBe(expected);
  });

  test.each<[Pause, Partial<Record<RoomKind, string>>]>([
    ['PAIRING_PAUSED', { rated: 'PAIRING_PAUSED' }],
    ['RATED_PAUSED', { rated: 'RATED_PAUSED', ratedBot: 'RATED_PAUSED' }],
    ['RATED_OFF', { rated: 'RATED_OFF', ratedBot: 'RATED_OFF' }],
    ['READ_ONLY', Object.fromEntries(ROOM_KINDS.map((kind) => [kind, 'READ_ONLY']))],
  ])('refuses a rematch during a pause: %s', (pause, expected) => {
    for (const kind of ROOM_KINDS.filter((one) => POLICIES[one].reset !== 'never')) {
      const own = expected[kind] ?? null;
      expect(refusal(over(kind), { ...ask(RED, 'reset'), pause }, NOW)).toBe(own);
      const asked = after(over(kind), ask(BLUE, 'reset'), NOW);
      expect(refusal(asked, { ...reply(RED, 'reset', true), pause }, NOW)).toBe(own);
      const others = own === null ? null : 'OPPONENT_PAUSED';
      expect(refusal(asked, { ...reply(RED, 'reset', true), otherPause: pause }, NOW)).toBe(others);
      // A refusal and an undo are no rematch.
      expect(refusal(asked, { ...reply(RED, 'reset', false), pause, otherPause: pause }, NOW)).toBeNull();
    }
  });

  test.each([
    ['a listed time control', choose(2, 1), null],
    ['only a listed time control', choose(2, 2), 'NOT_IN_THIS_ROOM'],
  ])('lets the creator of a casual room choose %s', (_, command, expected) => {
    expect(refusal(after(null, join(RED), NOW), command, NOW)).toBe(expected);
  });

  test('gives a new room its time control and rule set', () => {
    expect(after(null, join(RED), NOW).header).toMatchObject({
      kind: 'casual',
      ruleSet: 'online-1',
      timeControl: POLICIES.casual.timeControl,
      timeLeft: { red: 300_000, blue: 300_000 },
    });
  });

  test.each(['paired', 'rated'] as const)(
    'makes a user who joins a %s room a spectator, even after the players have left',
    (kind) => {
      const left = [RED, BLUE].reduce(
        (room, userId) => after(room, { type: 'leave', userId }, NOW),
        over(kind),
      );
      for (const room of [roomAfter(2, kind), left]) {
        const joined = after(room, join(SPECTATOR), NOW);
        expect(joined.header).toMatchObject({ players: [RED, BLUE], spectators: [SPECTATOR] });
        expect(refusal(joined, moveCommand(2, { userId: SPECTATOR }), NOW)).toBe('NOT_A_PLAYER');
      }
      expect(after(left, join(BLUE), NOW).header).toMatchObject({ departed: [RED], spectators: [] });
    },
  );
});

test.each<[RoomPolicy['reset'], whilePlaying: boolean, afterwards: boolean]>([
  ['anytime', true, true],
  ['afterGame', false, true],
  ['never', false, false],
])('a reset %s may be asked for in a running game: %s, after it: %s', (reset, whilePlaying, afterwards) => {
  expect([mayReset({ reset }, false), mayReset({ reset }, true)]).toEqual([whilePlaying, afterwards]);
});

test.each<[RoomKind, plies: number, isFree: boolean]>([
  ['casual', 0, false],
  ['paired', 0, true],
  ['rated', 1, false],
  ['bot', 9, false],
  ['bot', 8, true],
  ['ratedBot', 0, true],
  ['ratedBot', 2, false],
  ['exhibition', 12, true],
])('a %s game after %i plies is aborted without a loss by a player who leaves: %s', (kind, plies, isFree) => {
  const left = after(roomAfter(plies, kind), { type: 'leave', userId: RED }, NOW);
  expect(left.header.status === 'aborted').toBe(isFree);
});
