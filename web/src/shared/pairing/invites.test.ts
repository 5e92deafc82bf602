import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { NO_INVITES, receive, receiveNone, resolveKey } from './invites.ts';

const EPOCH = 1_700_000_000_000;
const invite: GameInvite = {
  from: 'a'.repeat(24),
  nickname: '山君',
  avatar: 'tiger.png',
  roomId: '8K2F7Q',
  expiresAt: EPOCH + 40_000,
};
const later = { ...invite, expiresAt: EPOCH + 55_000 };
const waiting = receive(NO_INVITES, invite, 1_000, EPOCH);
const key = waiting.current?.key ?? '';

describe('an invitation', () => {
  it('waits until it expires', () => {
    expect(waiting.current).toMatchObject({ ...invite, receivedAt: 1_000, deadline: 41_000 });
  });

  it.each([
    ['is long over', -3_600_000],
    ['is hours away', 3_600_000],
  ])('lasts its whole lifetime if by a wrong clock its end %s', (_, shift) => {
    const { current } = receive(NO_INVITES, { ...invite, expiresAt: EPOCH + shift }, 1_000, EPOCH);
    expect(current?.deadline).toBe(1_000 + INVITE_LIFE);
  });

  it('a repeated invitation counts once', () => {
    expect(receive(waiting, invite, 5_000, EPOCH + 4_000)).toBe(waiting);
  });

  it('is not replaced by another one while it waits', () => {
    expect(receive(waiting, later, 40_999, EPOCH)).toBe(waiting);
    expect(receive(waiting, later, 41_000, EPOCH).current).toMatchObject(later);
  });

  it('does not return after its answer, but a new one of the same friend appears', () => {
    const resolved = resolveKey(waiting, key);
    expect(resolved.current).toBeNull();
    expect(receive(resolved, invite, 5_000, EPOCH)).toBe(resolved);
    expect(receive(resolved, later, 5_000, EPOCH).current).toMatchObject(later);
  });

  it('stays when another one is answered', () => {
    expect(resolveKey(waiting, 'other').current).toBe(waiting.current);
  });

  it('is removed when a reply to a later request contains none', () => {
    expect(receiveNone(waiting, 999)).toBe(waiting);
    expect(receiveNone(waiting, 1_001)).toEqual({ current: null, resolved: [key] });
    expect(receiveNone(NO_INVITES, 1_001)).toBe(NO_INVITES);
  });
});

it('stores only the last answered invitations', () => {
  const all = Array.from({ length: 30 }, (_, index) => `k${index}`).reduce(resolveKey, NO_INVITES);
  expect(all.resolved).toHaveLength(20);
  expect(all.resolved.at(-1)).toBe('k29');
});
