import { describe, expect, it } from 'vitest';
import { loginReason, needsLogin, redirectNeeded, sessionVerdict } from './guard.ts';

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
  ['/history', true],
  ['/player/0123456789abcdef01234567', false],
  ['/ladder', false],
  ['/endgame', false],
  ['/register', false],
  ['/nowhere', false],
  ['/SETTINGS', true],
  ['/Play/Ranked', true],
  ['/%73ettings', true],
  ['/themes//', true],
  ['/play%2Froom', false],
  ['/Play/Room/8K2F7Q', false],
])('%s needs a login: %s', (path, expected) => {
  expect(needsLogin(path)).toBe(expected);
});

it('names the reason of each page, by every spelling', () => {
  expect(['/play/ai/game', '/HISTORY/', '/play'].map(loginReason)).toEqual(['computer', 'history', null]);
});

describe('redirectNeeded', () => {
  const url = new URL('http://localhost/play/room?from=home#top');

  it('is the full path for a visitor', () => {
    expect(redirectNeeded(url, false)).toBe('/play/room?from=home#top');
  });

  it('is nothing for whoever is logged in, and for open pages', () => {
    expect(redirectNeeded(url, true)).toBeNull();
    expect(redirectNeeded(new URL('http://localhost/play/room/X'), false)).toBeNull();
  });
});

it.each([
  [401, '请先登录', 'end'],
  [401, 'TOKEN_EXPIRED', 'expired'],
  [403, '', 'end'],
  [500, '', 'end'],
  [0, '网络连接失败', 'keep'],
  [400, 'TOKEN_EXPIRED', 'keep'],
  [404, '', 'keep'],
  [409, '', 'keep'],
  [429, '', 'keep'],
  [503, '', 'keep'],
] as const)('a reply %s %s means: %s', (status, message, verdict) => {
  expect(sessionVerdict({ status, message })).toBe(verdict);
});
