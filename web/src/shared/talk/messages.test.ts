import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { answered, lobbyItems, merged, messageTime, withDisplaced } from './messages.ts';

const [ME, TIGER, CAT] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
function said(_id: string, timestamp: number, userId = TIGER): LobbyMessage {
  return {
    _id,
    userId,
    nickname: '山君',
    avatar: 'tiger.png',
    content: _id,
    timestamp,
  };
}
function ids(messages: readonly LobbyMessage[]) {
  return messages.map(({ _id }) => _id).join('');
}
const [a, b, c] = [said('a', 1), said('b', 2), said('c', 3)];

describe('merged', () => {
  it.each([
    ['nothing', [], [], ''],
    ['a new message', [a, b], [c], 'abc'],
    ['a duplicate message', [a, b], [b], 'ab'],
    ['the order of the server', [], [c, b, a], 'abc'],
    ['a late message', [a, c], [b], 'abc'],
    ['equal times, by id', [said('y', 5)], [said('x', 5)], 'xy'],
  ])('%s', (_, known, more, expected) => {
    expect(ids(merged(known, more))).toBe(expected);
  });

  it('stores only the last messages', () => {
    const many = Array.from({ length: LOBBY_LINES }, (_, index) => said(`m${index}`, index));
    const messages = merged(many, [said('new', 1_000)]);
    expect(messages).toHaveLength(LOBBY_LINES);
    expect(messages.at(0)?._id).toBe('m1');
    expect(messages.at(-1)?._id).toBe('new');
  });
});

describe('withDisplaced', () => {
  it.each([
    ['nothing new', [a], [b, c], [b, c], 'a'],
    ['a message that newer ones pushed out of the last page', [a], [b, c], [c, said('d', 4)], 'ab'],
    ['a removed message of the last page', [a], [b, c], [b], 'a'],
  ])('%s', (_, older, before, latest, expected) => {
    expect(ids(withDisplaced(older, before, latest))).toBe(expected);
  });
});

describe('answered', () => {
  const [old, young, late, newest] = [said('a', 0), said('b', 8_500), said('c', 9_000), said('d', 11_000)];
  it.each([
    ['the first answer', [late, old], [], 'ac'],
    ['a message received after the answer was made stays', [late, old], [old, late, newest], 'acd'],
    ['a message that another process pushed a little later stays', [late, old], [old, young, late], 'abc'],
    ['a message in both lists appears once', [newest, late], [late, newest], 'cd'],
    ['drops an old message that the server removed', [newest], [old, newest], 'd'],
    ['a message of two seconds before the newest must be in the answer', [newest], [old, late, newest], 'd'],
    ['an empty answer is older than what was received', [], [newest], 'd'],
  ])('%s', (_, reply, known, expected) => {
    expect(ids(answered(reply, known))).toBe(expected);
  });
});

describe('lobbyItems', () => {
  it('omits the messages of hidden users, and then shows names where the author changes', () => {
    const messages = [said('1', 1), said('2', 2, CAT), said('3', 3), said('4', 4, ME)];
    const shown = (hidden: string[]) =>
      lobbyItems(messages, new Set(hidden), ME).map(({ message, mine, opening }) => [
        message._id,
        mine,
        opening,
      ]);
    expect(shown([])).toEqual([
      ['1', false, true],
      ['2', false, true],
      ['3', false, true],
      ['4', true, true],
    ]);
    expect(shown([CAT])).toEqual([
      ['1', false, true],
      ['3', false, false],
      ['4', true, true],
    ]);
  });

  it('shows the name again after five minutes', () => {
    const messages = [said('1', 0), said('2', 300_000), said('3', 600_001)];
    expect(lobbyItems(messages, new Set(), null).map(({ opening }) => opening)).toEqual([true, false, true]);
  });
});

it.each([
  [new Date(2026, 6, 12, 20, 4), new Date(2026, 6, 12, 23, 59), '20:04'],
  [new Date(2026, 6, 12, 0, 5), new Date(2026, 6, 12, 9, 0), '00:05'],
  [new Date(2026, 6, 12, 23, 59), new Date(2026, 6, 13, 0, 1), '7月12日 23:59'],
])('sent at %s and read at %s', (at, now, text) => {
  expect(messageTime(at.getTime(), now.getTime())).toBe(text);
});
