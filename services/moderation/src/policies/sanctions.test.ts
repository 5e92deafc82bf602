import { FOR_EVER, LASTING_SANCTIONS, SANCTION_KINDS, type SanctionKind } from '@doushouqi/protocol';
import { SANCTION_STATES } from '@doushouqi/protocol/server';
import { describe, expect, test } from 'vitest';
import type { StoredSanction } from '../models.ts';
import { sanctionName } from '../texts.ts';
import { appealUntilOf, endsOf, isInForce, isOfTwo, isSanctionable, isShown, untilOf } from './sanctions.ts';
import { beginSteps, endSteps, isMoot } from './steps.ts';

const NOW = 1_795_000_000_000;
const [HOUR, DAY] = [3_600_000, 86_400_000];
type Lasting = Pick<StoredSanction, 'kind' | 'state' | 'until'>;

function lasting(
  kind: SanctionKind,
  until: number | null,
  state: StoredSanction['state'] = 'active',
): Lasting {
  return { kind, until, state };
}

describe('the end', () => {
  test.each<[SanctionKind, number | null, number | null]>([
    ['mute', 24, NOW + DAY],
    ['close', null, null],
    ['unrated', 1, NOW + HOUR],
    ['warn', 24, null],
    ['rename', 24, null],
    ['avatar', null, null],
  ])('of %s for %s hours is %s', (kind, hours, until) => {
    expect(untilOf(kind, hours, NOW)).toBe(until);
  });

  test('a sanction is in force while it is active, lasting and not over', () => {
    expect(isInForce(lasting('mute', NOW + 1), NOW)).toBe(true);
    expect(isInForce(lasting('mute', NOW), NOW)).toBe(false);
    expect(isInForce(lasting('close', null), NOW)).toBe(true);
    expect(isInForce(lasting('warn', null), NOW)).toBe(false);
    for (const state of SANCTION_STATES)
      expect(isInForce(lasting('mute', null, state), NOW)).toBe(state === 'active');
  });

  test('of several sanctions of a kind is the latest', () => {
    const all = [
      lasting('mute', NOW + DAY),
      lasting('mute', NOW + 2 * DAY),
      lasting('mute', NOW + 9 * DAY, 'ended'),
      lasting('mute', NOW - 1),
      lasting('unrated', null),
      lasting('unrated', NOW + DAY),
      lasting('close', null, 'pending'),
      lasting('warn', null),
    ];
    expect(endsOf(all, NOW)).toEqual({ mute: NOW + 2 * DAY, unrated: FOR_EVER });
    expect(endsOf([], NOW)).toEqual({});
  });
});

test('staff and bots are not sanctioned; guests and players are', () => {
  const roles = ['guest', 'player', 'bot', 'moderator', 'operator'];
  expect(roles.filter(isSanctionable)).toEqual(['guest', 'player']);
});

test.each<[SanctionKind, number | null, boolean]>([
  ['close', 24, true],
  ['close', null, true],
  ['mute', 24 * 30 - 1, false],
  ['mute', 24 * 30, true],
  ['shadow', null, true],
  ['unrated', 24 * 30, true],
  ['rename', null, false],
])('%s for %s hours needs a second operator: %s', (kind, hours, needed) => {
  expect(isOfTwo({ kind, hours })).toBe(needed);
});

describe('what the person knows', () => {
  test('is every active or ended sanction but a shadow mute', () => {
    for (const kind of SANCTION_KINDS)
      for (const state of SANCTION_STATES)
        expect(isShown({ kind, state })).toBe(kind !== 'shadow' && ['active', 'ended'].includes(state));
  });

  const base = { userId: 'u1', kind: 'mute', state: 'active', from: NOW, appeal: null } as const;
  const made = { text: '不是我', at: NOW, answer: null };
  test.each<[string, Partial<StoredSanction>, number, number | null]>([
    ['at once', {}, NOW, NOW + 7 * DAY],
    ['in the last moment', {}, NOW + 7 * DAY - 1, NOW + 7 * DAY],
    ['too late', {}, NOW + 7 * DAY, null],
    ['a second time', { appeal: made }, NOW, null],
    ['after the end', { state: 'ended' }, NOW, null],
    ['while it is pending', { state: 'pending' }, NOW, null],
    ['a shadow mute', { kind: 'shadow' }, NOW, null],
    ['a warning', { kind: 'warn' }, NOW, NOW + 7 * DAY],
  ])('an appeal %s', (_, change, now, until) => {
    expect(appealUntilOf({ ...base, ...change }, now)).toBe(until);
  });
});

describe('effects', () => {
  test.each<[SanctionKind, string[]]>([
    ['warn', ['letter', 'reporters']],
    ['mute', ['mirror', 'letter', 'reporters']],
    ['shadow', ['mirror', 'reporters']],
    ['rename', ['nickname', 'letter', 'reporters']],
    ['avatar', ['avatar', 'letter', 'reporters']],
    ['unrated', ['mirror', 'seeks', 'letter', 'reporters']],
    ['close', ['mirror', 'sessions', 'seeks', 'letter', 'reporters']],
  ])('of %s', (kind, names) => {
    expect(beginSteps({ userId: 'u1', kind, hidesLines: false })).toEqual(
      names.map((name) => `begin:${name}`),
    );
    expect(beginSteps({ userId: 'u1', kind, hidesLines: true })).toContain('begin:lines');
    const isLasting = (LASTING_SANCTIONS as readonly string[]).includes(kind);
    expect(endSteps({ userId: 'u1', kind })).toEqual([
      ...(isLasting ? ['end:mirror'] : []),
      ...(kind === 'shadow' ? [] : ['end:letter']),
    ]);
  });

  test('that end sessions and searches are pointless after the end; the rest is not', () => {
    const all = beginSteps({ userId: 'u1', kind: 'close', hidesLines: true });
    expect(all.filter((step) => isMoot(step, { state: 'ended' }))).toEqual(['begin:sessions', 'begin:seeks']);
    expect(all.some((step) => isMoot(step, { state: 'active' }))).toBe(false);
  });

  test('stop origins right after the mirror of the person, and alone without a person', () => {
    const origins = [{ of: 'device' as const, value: 'd'.repeat(16) }];
    const mute = { kind: 'mute' as const, hidesLines: false, origins };
    expect(beginSteps({ ...mute, userId: 'u1' }).slice(0, 2)).toEqual(['begin:mirror', 'begin:origins']);
    expect(endSteps({ ...mute, userId: 'u1' }).slice(0, 2)).toEqual(['end:mirror', 'end:origins']);
    expect(beginSteps({ ...mute, userId: null })).toEqual(['begin:origins']);
    expect(endSteps({ ...mute, userId: null })).toEqual(['end:origins']);
  });
});

test.each<[SanctionKind, number | null, boolean, string]>([
  ['mute', 24, true, '禁言 1 天'],
  ['mute', 1, true, '禁言 1 小时'],
  ['unrated', 720, true, '停排位 30 天'],
  ['close', null, true, '停用账号（不限期）'],
  ['warn', null, false, '警告'],
])('%s for %s hours is called', (kind, hours, isLasting, name) => {
  expect(sanctionName(kind, hours, isLasting)).toBe(name);
});
