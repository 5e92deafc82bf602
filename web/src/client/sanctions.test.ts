import { afterEach, expect, it } from 'vitest';
import { letterOf, LETTER_NOW as NOW } from '../../test/letters.ts';
import {
  letterPath,
  letterStore,
  NO_LETTERS,
  noteRefusal,
  sanctionAt,
  takeUnreadLetter,
  unreadLetter,
} from './sanctions.ts';

afterEach(() => letterStore.setState(NO_LETTERS));

const short = letterOf({ id: 'a'.repeat(24), until: NOW + 1 });
const long = letterOf({ id: 'b'.repeat(24), until: NOW + 60_000 });
const forEver = letterOf({ id: 'c'.repeat(24), until: null });

it.each([
  ['none before the letters are loaded', null, null],
  ['the one that ends last', [short, long], long],
  ['the one without an end', [forEver, long], forEver],
  ['none that has ended', [letterOf({ until: NOW })], null],
  ['none that was revoked', [letterOf({ isActive: false })], null],
  ['none of another kind', [letterOf({ kind: 'unrated' })], null],
])('finds %s', (_, letters, expected) => {
  expect(sanctionAt({ letters, now: NOW }, 'mute')).toBe(expected);
});

it('opens each unread letter once, newest first', () => {
  const read = letterOf({ id: 'd'.repeat(24), isSeen: true });
  letterStore.setState({ letters: [read, short, long] });
  expect([takeUnreadLetter(), takeUnreadLetter(), takeUnreadLetter()]).toEqual([short, long, null]);
});

it('opens a letter again when its appeal is answered', () => {
  letterStore.setState({ letters: [short] });
  takeUnreadLetter();
  const answer = { text: '维持', isGranted: false, at: NOW };
  const answered = { ...short, appeal: { text: '不是我', at: NOW, answer } };
  letterStore.setState({ letters: [answered] });
  expect(unreadLetter()).toBe(answered);
});

it('asks again after a refusal by a sanction, and after no other', () => {
  noteRefusal('CHAT_FLOOD');
  expect(letterStore.getState().isStale).toBe(false);
  noteRefusal('MUTED');
  expect(letterStore.getState().isStale).toBe(true);
});

it('names the page after a letter in its address', () => {
  expect(letterPath({ id: 'x' })).toBe('/letters/x');
  expect(letterPath({ id: 'x' }, '/play?a=1#b')).toBe('/letters/x?next=%2Fplay%3Fa%3D1%23b');
});
