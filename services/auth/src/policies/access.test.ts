import { describe, expect, it } from 'vitest';
import {
  type AccessReview,
  isFresh,
  isRecent,
  maskEmail,
  pendingReview,
  RECENT,
  reviewAfter,
  suspendedWays,
} from './access.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;
function added(at: number) {
  return { at: new Date(at), device: 'x', network: null };
}
function passkey(id: string, at: number) {
  return { _id: id, since: new Date(at) };
}
/** An account of the first day, with codes and an address of these times. */
function holder(codesAt: number | undefined, emailAt: number | undefined) {
  return {
    createdAt: new Date(0),
    recoveryHashes: ['x'],
    email: 'a@example.test',
    ...(codesAt !== undefined && { codesAddition: added(codesAt) }),
    ...(emailAt !== undefined && { emailAddition: added(emailAt) }),
  };
}
type Holder = ReturnType<typeof holder> & { accessReview?: AccessReview };
function after(user: Holder, passkeys: ReturnType<typeof passkey>[], keep: string[], now = NOW): Holder {
  return { ...user, accessReview: reviewAfter({ reason: 'password', keep }, user, passkeys, now) };
}
function suspended(user: Holder, passkeys: ReturnType<typeof passkey>[] = []): string[] {
  return suspendedWays(user, passkeys).map(({ id }) => id);
}

describe('an event', () => {
  it('suspends what was added in the last 30 days, and nothing older or of unknown age', () => {
    const keys = [passkey('old', NOW - RECENT - 1), passkey('new', NOW - RECENT + 1), passkey('now', NOW)];
    expect(suspended(after(holder(NOW - DAY, NOW - 31 * DAY), keys, []), keys)).toEqual([
      'codes',
      'passkey:new',
      'passkey:now',
    ]);
    expect(suspended(after(holder(undefined, undefined), [], []))).toEqual([]);
  });

  it('spares what came with the registration, and what the caller names', () => {
    const user = { ...holder(NOW - DAY, NOW - 1), createdAt: new Date(NOW - DAY) };
    expect(suspended(after(user, [], []))).toEqual(['email']);
    expect(suspended(after(user, [], ['email', 'device:x', 'made-up']))).toEqual([]);
    expect(after(user, [], ['email', 'device:x', 'made-up']).accessReview?.keep).toEqual(['email']);
  });

  it('does not suspend what is added later', () => {
    const user = { ...after(holder(1, 1), [], []), codesAddition: added(NOW + 1) };
    expect(suspended(user)).toEqual([]);
  });

  it('leaves suspended what an earlier one suspended, however late it comes', () => {
    const first = after(holder(NOW - 29 * DAY, 1), [], []);
    const second = after(first, [], [], NOW + 50 * DAY);
    expect(suspended(second)).toEqual(['codes']);
    const reviewed = { ...holder(NOW - 29 * DAY, 1) };
    expect(suspended(after(reviewed, [], [], NOW + 50 * DAY))).toEqual([]);
  });
});

it('a review is pending after a recovery, else while something is suspended', () => {
  const [old, recent] = [holder(1, 1), holder(NOW - 1, 1)];
  expect(pendingReview(old, [])).toBeNull();
  expect(pendingReview(after(old, [], []), [])).toBeNull();
  expect(pendingReview(after(recent, [], []), [])).toMatchObject({ reason: 'password' });
  const recovered = reviewAfter({ reason: 'recovery', keep: [] }, old, [], NOW);
  expect(pendingReview({ ...old, accessReview: recovered }, [])).toBe(recovered);
});

it('bounds recent and fresh', () => {
  const account = { createdAt: new Date(0) };
  expect(isRecent(new Date(NOW - RECENT), account, NOW)).toBe(false);
  expect(isRecent(new Date(NOW - RECENT + 1), account, NOW)).toBe(true);
  expect(isFresh(NOW - 15 * 60_000, NOW)).toBe(false);
  expect(isFresh(NOW - 15 * 60_000 + 1, NOW)).toBe(true);
});

it.each([
  ['tangbao1@outlook.com', 'ta•••1@outlook.com'],
  ['abc@qq.com', 'a•••@qq.com'],
  ['x@qq.com', 'x•••@qq.com'],
])('masks %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
