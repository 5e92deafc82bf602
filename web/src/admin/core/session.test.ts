import type { ConsoleSession } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import type { KeyStore } from '../../client/storage.ts';
import { createDrafts } from './drafts.ts';
import { createConsoleSession } from './session.ts';
import { isEnding, nextStep } from './session-keeper.ts';

const MINUTE = 60_000;
const SESSION: ConsoleSession = {
  access_token: 'secret',
  role: 'operator',
  nickname: '阿山',
  avatar: 'wolf.png',
  userId: '0'.repeat(24),
  expiresAt: 15 * MINUTE,
  endsAt: 480 * MINUTE,
};

function memory(): KeyStore & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

it('survives a reload, and ends with a logout', () => {
  const storage = memory();
  createConsoleSession(storage).open(SESSION);
  const again = createConsoleSession(storage);
  expect(again.token()).toBe('secret');
  again.close();
  expect([again.token(), storage.values.size]).toEqual([null, 0]);
});

it('stores no token of an expired session, but whose it was', () => {
  const storage = memory();
  const session = createConsoleSession(storage);
  session.open(SESSION);
  session.expire();
  expect([...storage.values.values()].join()).not.toContain('secret');
  const again = createConsoleSession(storage);
  expect([again.token(), again.isShown()]).toEqual([null, false]);
  expect(again.store.getState()).toMatchObject({ isExpired: true, session: { nickname: '阿山' } });
});

it.each(['', '{', '{"access_token":1}', 'null', '[]'])('ignores what is no session: %s', (text) => {
  const storage = memory();
  storage.setItem('console', text);
  expect(createConsoleSession(storage).store.getState().session).toBeNull();
});

it('takes no late renewal of another operator, or of a session that has ended', () => {
  const session = createConsoleSession(memory());
  session.open(SESSION);
  session.renew({ ...SESSION, userId: '1'.repeat(24), access_token: 'other' });
  expect(session.token()).toBe('secret');
  session.expire();
  session.renew({ ...SESSION, access_token: 'later' });
  expect(session.token()).toBeNull();
});

it.each([
  ['an idle operator', { now: 6, activeAt: 0, renewedAt: 0 }, 'wait'],
  ['an active one whose token is fresh', { now: 4, activeAt: 3, renewedAt: 0 }, 'wait'],
  ['an active one', { now: 6, activeAt: 5, renewedAt: 0 }, 'renew'],
  ['one who has been away', { now: 15, activeAt: 5, renewedAt: 0 }, 'expire'],
] as const)('the session of %s: %s → %s', (_, { now, activeAt, renewedAt }, step) => {
  const times = { now: now * MINUTE, activeAt: activeAt * MINUTE, renewedAt: renewedAt * MINUTE };
  expect(nextStep(SESSION, times)).toBe(step);
});

it('renews no token that lasts as long as its session, and warns two minutes before its end', () => {
  const last = { expiresAt: 480 * MINUTE, endsAt: 480 * MINUTE };
  const times = { now: 475 * MINUTE, activeAt: 474 * MINUTE, renewedAt: 470 * MINUTE };
  expect(nextStep(last, times)).toBe('wait');
  expect([477, 479].map((minute) => isEnding(last, minute * MINUTE))).toEqual([false, true]);
});

it('drafts survive a reload, and a logout removes all', () => {
  const storage = memory();
  const drafts = createDrafts(storage);
  drafts.change('case:1', (known) => ({ ...known, reason: '辱骂' }));
  drafts.change('case:1', (known) => ({ ...known, letter: '…' }));
  expect(createDrafts(storage).store.getState().drafts['case:1']).toEqual({ reason: '辱骂', letter: '…' });
  drafts.remove('case:1');
  expect(storage.values.size).toBe(0);
});
