import { expect, it } from 'vitest';
import { loginReason, waitsForReview } from './pages.ts';

it.each([
  ['/', false],
  ['/play', false],
  ['/play/room', true],
  ['/play/room/', true],
  ['/play/room/8K2F7Q', false],
  ['/play/ranked', true],
  ['/play/ai', true],
  ['/play/ai/game', true],
  ['/themes', true],
  ['/settings', true],
  ['/tournament', true],
  ['/tournament/new', true],
  ['/tournament/daily-1/edit', true],
  ['/tournament/T1', false],
  ['/history', true],
  ['/player/0123456789abcdef01234567', false],
  ['/ladder', false],
  ['/endgame', false],
  ['/endgame/river-1', false],
  ['/register', false],
  ['/nowhere', false],
  ['/SETTINGS', true],
  ['/Play/Ranked', true],
  ['/%73ettings', true],
  ['/themes//', true],
  ['/play%2Froom', false],
  ['/Play/Room/8K2F7Q', false],
])('%s needs a login: %s', (path, expected) => {
  expect(loginReason(path) !== null).toBe(expected);
});

it('states the reason of each page, for every spelling of its path', () => {
  expect(['/play/ai/game', '/HISTORY/', '/play'].map((path) => loginReason(path))).toEqual([
    'computer',
    'history',
    null,
  ]);
});

it('asks for no login without a network on a page that works without one', () => {
  const without = ['/play/ai', '/play/ai/game', '/history'].map((path) => loginReason(path, false));
  expect(without).toEqual([null, null, 'history']);
});

it.each([
  ['/', true],
  ['/settings', true],
  ['/play/local', true],
  ['/play/room', true],
  ['/nowhere', true],
  ['/play/room/8K2F7Q', false],
  ['/Play/Room/8K2F7Q', false],
  ['/settings/access', false],
])('%s waits for a pending review of the account: %s', (path, expected) => {
  expect(waitsForReview(path)).toBe(expected);
});
