import { MAX_ORIGIN_DAYS, type NewOriginSanction } from '@doushouqi/protocol';
import { ORIGIN_SANCTIONS_KEY } from '@doushouqi/protocol/server';
import { outcome } from '@doushouqi/service-kit/testing';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { finishDue } from '../src/commands/effects.ts';
import { mirrorAll } from '../src/store/mirror.ts';
import { DAY, HOUR, NOON, order, testModeration } from './fixtures.ts';
import { DEVICES } from './peers.ts';

const service = await testModeration();
const { calls, clock, context, log, member, moderator, operator, redis, sanctions, second, users } = service;

const RANGE = '203.0.113.0/24';
const REASON = { reason: '查清楚了' };

function ofOrigin(more: Partial<NewOriginSanction> = {}): NewOriginSanction {
  return {
    ...{ id: new Types.ObjectId().toString(), origin: { of: 'network', value: RANGE } },
    ...{ kind: 'mute', violation: 'advert', hours: 72, text: '有问题到群里说', reason: '一天十个广告号' },
    ...{ coversMembers: false, ...more },
  };
}
function params(sanctionId: string) {
  return { params: { sanctionId } };
}
async function mirrored(): Promise<unknown> {
  const text = await redis.get(ORIGIN_SANCTIONS_KEY);
  return text === null ? null : (JSON.parse(text) as unknown);
}
const MUTE = { of: 'network', value: RANGE, kind: 'mute', from: NOON, coversMembers: false };

describe('a sanction of an address range or a device', () => {
  it.each<[string, object]>([
    ['a range beyond /16', { origin: { of: 'network', value: '203.0.0.0/15' } }],
    ['an IPv6 range beyond /32', { origin: { of: 'network', value: '2001::/31' } }],
    ['an address without a range', { origin: { of: 'network', value: '203.0.113.7' } }],
    ['another text as device', { origin: { of: 'device', value: 'x' } }],
    ['no time', { hours: 0 }],
    ['more than 90 days', { hours: MAX_ORIGIN_DAYS * 24 + 1 }],
    ['for ever', { hours: null }],
    ['a shadow mute', { kind: 'shadow' }],
    ['no text', { text: ' ' }],
    ['a long text', { text: '长'.repeat(121) }],
    ['no reason', { reason: '' }],
  ])('is refused for %s', async (_, wrong) => {
    const body = { ...ofOrigin(), ...wrong } as NewOriginSanction;
    expect(await outcome(operator.api.imposeOnOrigin({ body }))).toBe('INVALID_INPUT');
    expect(await sanctions.countDocuments()).toBe(0);
  });

  it.each(['127.0.0.0/24', '10.1.0.0/16', '192.168.1.0/24', 'fd00::/32'])(
    'is refused for %s of the site itself',
    async (value) => {
      const body = ofOrigin({ origin: { of: 'network', value } });
      expect(await outcome(operator.api.imposeOnOrigin({ body }))).toBe('OWN_NETWORK');
    },
  );

  it('acts at once, is mirrored for every service and logged, and counts once for an id', async () => {
    const body = ofOrigin({ origin: { of: 'network', value: '203.0.113.77/24' } });
    const [one, other] = await Promise.all([
      moderator.api.imposeOnOrigin({ body }),
      moderator.api.imposeOnOrigin({ body }),
    ]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      ...{ userId: null, state: 'active', origins: [{ of: 'network', value: RANGE }], until: NOON + 3 * DAY },
      appealUntil: null,
    });
    expect(await mirrored()).toEqual([{ ...MUTE, end: NOON + 3 * DAY, text: '有问题到群里说' }]);
    expect(await redis.pttl(ORIGIN_SANCTIONS_KEY)).toBeLessThanOrEqual(3 * DAY);
    const entries = await log.find().lean();
    expect(entries.map(({ by, what, person }) => [by, what, person])).toEqual([
      ['值守', `网段 ${RANGE} 禁言 3 天（广告）`, null],
    ]);
  });

  it('that closes waits for a second operator, from whose decision it lasts', async () => {
    const body = ofOrigin({ kind: 'close', hours: 24, coversMembers: true });
    const pending = await moderator.api.imposeOnOrigin({ body });
    expect(pending.state).toBe('pending');
    expect(await mirrored()).toBeNull();
    const listed = await second.api.listSanctions({ query: { of: 'pending' } });
    expect(listed).toMatchObject([{ person: null, mayDecide: true, sanction: { id: pending.id } }]);
    clock.now += HOUR;
    const decision = { ...params(pending.id), body: { ...REASON, approve: true } };
    expect(await outcome(moderator.api.decideSanction(decision))).toBe('OPERATORS_ONLY');
    await second.api.decideSanction(decision);
    expect(await mirrored()).toMatchObject([
      { kind: 'close', from: NOON + HOUR, end: NOON + HOUR + DAY, coversMembers: true },
    ]);
    expect(await outcome(moderator.api.endSanction({ ...params(pending.id), body: REASON }))).toBe(
      'OPERATORS_ONLY',
    );
    await operator.api.endSanction({ ...params(pending.id), body: REASON });
    expect(await mirrored()).toBeNull();
    expect((await log.find().sort({ _id: 1 }).lean()).map(({ what }) => what)).toEqual([
      `提请网段 ${RANGE} 停用账号 1 天（广告）`,
      `同意网段 ${RANGE} 停用账号 1 天`,
      `解除网段 ${RANGE} 停用账号 1 天`,
    ]);
  });

  it('of 30 days needs a second operator too, and its author does not decide', async () => {
    const one = await operator.api.imposeOnOrigin({ body: ofOrigin({ hours: 720 }) });
    const decision = { ...params(one.id), body: { ...REASON, approve: true } };
    expect([one.state, await outcome(operator.api.decideSanction(decision))]).toEqual([
      'pending',
      'NOT_YOUR_OWN',
    ]);
  });

  it('comes back after Redis lost its data, and ends with its time', async () => {
    await operator.api.imposeOnOrigin({ body: ofOrigin() });
    await redis.del(ORIGIN_SANCTIONS_KEY);
    await mirrorAll(context);
    expect(await mirrored()).toMatchObject([MUTE]);
    clock.now += 3 * DAY;
    await mirrorAll(context);
    expect(await mirrored()).toBeNull();
  });

  it('is tried again by any process when Redis did not answer', async () => {
    const broken = { ...context, now: () => clock.now };
    const one = await operator.api.imposeOnOrigin({ body: ofOrigin() });
    await redis.del(ORIGIN_SANCTIONS_KEY);
    await sanctions.updateOne({ _id: one.id }, { steps: ['begin:origins'], dueAt: NOON });
    await finishDue(broken);
    expect(await mirrored()).toMatchObject([MUTE]);
    expect(await sanctions.findById(one.id).lean()).toMatchObject({ steps: [], dueAt: null });
  });

  it('is listed, the ended ones apart, and its accounts are counted beforehand', async () => {
    const one = await operator.api.imposeOnOrigin({ body: ofOrigin() });
    const two = await operator.api.imposeOnOrigin({
      body: ofOrigin({ origin: { of: 'device', value: DEVICES[0]! } }),
    });
    await operator.api.endSanction({ ...params(one.id), body: REASON });
    const { current, ended } = await moderator.api.listOriginSanctions();
    expect([current, ended].map((list) => list.map(({ sanction }) => sanction.id))).toEqual([
      [two.id],
      [one.id],
    ]);
    const { id } = await member();
    const closure = await moderator.api.impose({ body: order(id, { kind: 'close' }) });
    await operator.api.decideSanction({ ...params(closure.id), body: { ...REASON, approve: true } });
    const used = await moderator.api.showOrigin({ query: { of: 'network', value: RANGE } });
    expect(used).toMatchObject({ members: 3, guests: 40 });
    expect(used.accounts.filter(({ isClosed }) => isClosed).map(({ person }) => person._id)).toEqual([id]);
    expect(used.accounts).toHaveLength(users.size);
    const query = { of: 'network' as const, value: '0.0.0.0/0' };
    expect(await outcome(moderator.api.showOrigin({ query }))).toBe('INVALID_INPUT');
  });

  it('is one of a thousand at most', async () => {
    const { _id, ...one } = (await sanctions
      .findById((await operator.api.imposeOnOrigin({ body: ofOrigin() })).id)
      .lean())!;
    await sanctions.insertMany(Array.from({ length: 999 }, () => ({ ...one, _id: new Types.ObjectId() })));
    expect(await outcome(operator.api.imposeOnOrigin({ body: ofOrigin() }))).toBe('TOO_MANY_ORIGINS');
    const { id } = await member();
    const also = order(id, { alsoDevice: true });
    expect(await outcome(operator.api.impose({ body: also }))).toBe('TOO_MANY_ORIGINS');
    expect(await outcome(operator.api.impose({ body: order(id) }))).toBe('done');
  });
});

describe('a sanction of a person', () => {
  const devices = DEVICES.map((value) => ({ of: 'device', value }));

  it('also stops the devices and the last address range, if the operator says so', async () => {
    const { id, api } = await member();
    const body = order(id, { alsoDevice: true, alsoRange: true });
    const one = await moderator.api.impose({ body });
    expect(one.origins).toEqual([...devices, { of: 'network', value: RANGE }]);
    // The letter is the person's alone.
    const each = { kind: 'mute', from: NOON, end: NOON + DAY, coversMembers: false, text: '' };
    expect(await mirrored()).toEqual(one.origins.map((origin) => ({ ...origin, ...each })));
    expect((await log.find().lean()).at(-1)?.what).toBe(`禁言 1 天，含网段 ${RANGE} 、2 台设备（辱骂）`);
    // Its appeal ends it everywhere.
    await api.appeal({ ...params(one.id), body: { text: '不是我' } });
    const answer = { ...REASON, text: '查过了，是误会', isGranted: true };
    await operator.api.answerAppeal({ ...params(one.id), body: answer });
    expect(await mirrored()).toBeNull();
    expect((await api.listLetters())[0]).not.toHaveProperty('origins');
  });

  it('stops no others without it, nor by a kind that stops no calls', async () => {
    const { id } = await member();
    await moderator.api.impose({ body: order(id) });
    for (const kind of ['warn', 'shadow', 'rename'] as const) {
      const also = { alsoDevice: true, alsoRange: true, kind };
      expect((await moderator.api.impose({ body: order(id, also) })).origins).toEqual([]);
    }
    expect(await mirrored()).toBeNull();
  });

  it('for ever stops them for 90 days, from the decision of the second operator', async () => {
    const { id } = await member();
    const body = order(id, { kind: 'close', hours: null, alsoDevice: true });
    const pending = await moderator.api.impose({ body });
    expect(await mirrored()).toBeNull();
    await operator.api.decideSanction({ ...params(pending.id), body: { ...REASON, approve: true } });
    const end = NOON + MAX_ORIGIN_DAYS * DAY;
    expect(await mirrored()).toMatchObject(devices.map((device) => ({ ...device, kind: 'close', end })));
    expect(calls.done).toContain(`endSessionsOf ${id}`);
  });
});
