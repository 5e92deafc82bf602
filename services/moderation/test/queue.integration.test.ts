import type { Violation } from '@doushouqi/protocol';
import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it, test } from 'vitest';
import { DAY, NOON, order, testModeration } from './fixtures.ts';

const service = await testModeration();
const { as, clock, log, member, moderator, newId, notices, operator, redis, reportName, reports } = service;
const { second } = service;

function list(state: 'open' | 'mine' | 'done' = 'open', who = operator) {
  return who.api.listCases({ query: { state } });
}
async function names(...args: Parameters<typeof list>): Promise<string[]> {
  return (await list(...args)).cases.map(({ person }) => person.nickname);
}
function ofUser(userId: string) {
  return { params: { userId } };
}

async function dismiss(who: typeof operator, userId: string, ids: string[]) {
  return outcome(who.api.dismissCase({ ...ofUser(userId), body: { reports: ids, reason: '不违规' } }));
}

describe('the queue', () => {
  it('has one case of each person, the most reported and the worst first', async () => {
    const report = (nickname: string, reporters: number, reason: Violation) =>
      reportName(newId(nickname), reporters, reason);
    await report('消极', 1, 'stalling');
    await report('骚扰', 1, 'harassment');
    await report('三人', 3, 'abuse');
    const { cases, open, today } = await list();
    expect(cases.map(({ person, reports, reporters }) => [person.nickname, reports, reporters])).toEqual([
      ['三人', 3, 3],
      ['骚扰', 1, 1],
      ['消极', 1, 1],
    ]);
    expect(cases[0]).toMatchObject({ kinds: ['nickname'], violation: 'abuse', excerpt: '三人' });
    expect({ open, today }).toEqual({ open: 3, today: { handled: 0, medianWait: null } });
  });

  it('is reserved by one operator for ten minutes', async () => {
    const [id, other] = [newId('花豹'), newId('别人')];
    for (const one of [id, other]) await reportName(one);
    const claim = (who: typeof operator, on = true) =>
      outcome(who.api.claimCase({ ...ofUser(id), body: { on } }));
    const results = await Promise.all([claim(operator), claim(second), claim(moderator)]);
    expect(results.sort()).toEqual(['CASE_TAKEN', 'CASE_TAKEN', 'done']);
    const staff = [operator, second, moderator];
    const lists = await Promise.all(staff.map((who) => list('mine', who)));
    expect(lists.map(({ mine }) => mine).sort()).toEqual([0, 0, 1]);
    const owner = staff[lists.findIndex(({ mine }) => mine === 1)]!;
    const others = staff.find((who) => who !== owner)!;
    expect(await names('mine', owner)).toEqual(['花豹']);
    const shown = await others.api.showCase(ofUser(id));
    expect([shown.claimedBy, shown.isMine]).toEqual([service.users.get(owner.id)!.nickname, false]);
    const [reportId] = (await reports.find({ 'line.userId': id }).lean()).map(({ _id }) => _id.toString());
    expect(await dismiss(others, id, [reportId!])).toBe('CASE_TAKEN');
    expect(await outcome(others.api.impose({ body: order(id) }))).toBe('CASE_TAKEN');
    expect(await claim(owner)).toBe('done');
    await claim(others, false);
    expect(await claim(others)).toBe('CASE_TAKEN');
    clock.now += 10 * 60_000;
    expect(await claim(others)).toBe('done');
    expect(await dismiss(owner, id, [reportId!])).toBe('CASE_TAKEN');
    await claim(others, false);
    expect(await claim(owner)).toBe('done');
  });

  it('counts handled persons and the median wait of the day', async () => {
    const [one, two] = [newId('甲'), newId('乙')];
    const [ofOne, ofTwo] = [await reportName(one), await reportName(two, 2)];
    clock.now += 10 * 60_000;
    await dismiss(operator, one, ofOne);
    await operator.api.impose({ body: order(two, { reports: ofTwo }) });
    const { cases, today, open } = await list('done');
    expect(cases.map(({ person }) => person.nickname)).toEqual(['乙', '甲']);
    expect({ open, today }).toEqual({ open: 0, today: { handled: 2, medianWait: 11 * 60_000 } });
    clock.now += DAY;
    expect((await list()).today.handled).toBe(0);
  });
});

describe('dismissing', () => {
  it('closes the reports once, is logged, and tells the reporters', async () => {
    const bad = newId('花豹');
    const reporter = await member('小米粒');
    await reporter.api.report({ body: { kind: 'nickname', id: bad, reason: 'name' } });
    const ids = [(await reports.findOne().lean())!._id.toString()];
    const both = await Promise.all([dismiss(operator, bad, ids), dismiss(second, bad, ids)]);
    expect(both).toEqual(['done', 'done']);
    expect(await dismiss(moderator, bad, ids)).toBe('done');
    const entries = await log.find().lean();
    expect(entries.map(({ what, reason }) => [what, reason])).toEqual([['驳回举报 1 条', '不违规']]);
    expect(await notices.wait(reporter.id, 1)).toEqual([{ event: 'lettersChanged', payload: {} }]);
    expect(await reporter.api.listOwnReports()).toMatchObject([
      { kind: 'nickname', nickname: '花豹', state: 'dismissed', isSeen: false },
    ]);
    expect((await list()).open).toBe(0);
  });

  it('lowers the weight of the reporters, and a sanction raises it again', async () => {
    const reporter = newId('爱举报');
    const weight = async (userId: string) =>
      (await operator.api.showCase(ofUser(userId))).reports.find((one) => one.reporter._id === reporter)!
        .weight;
    const report = async () => {
      const bad = newId('有人');
      clock.now += 60_000;
      await as(reporter).report({ body: { kind: 'nickname', id: bad, reason: 'abuse' } });
      const stored = await reports.findOne({ 'line.userId': bad }).lean();
      return { bad, ids: [stored!._id.toString()] };
    };
    const weights: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { bad, ids } = await report();
      weights.push(await weight(bad));
      await dismiss(operator, bad, ids);
    }
    const { bad, ids } = await report();
    await operator.api.impose({ body: order(bad, { reports: ids }) });
    weights.push(await weight(bad));
    expect(weights.map((one) => one.toFixed(2))).toEqual(['1.00', '0.67', '0.50', '0.50']);
    // Two others count more than five dismissed reports of this reporter.
    const before = await report();
    await reportName(newId('别人'));
    expect(await names()).toEqual(['别人', service.users.get(before.bad)!.nickname]);
  });

  it('of reports against oneself is for others', async () => {
    const ids = await reportName(moderator.id);
    expect(await dismiss(moderator, moderator.id, ids)).toBe('NOT_YOUR_OWN');
    expect(await outcome(moderator.api.claimCase({ ...ofUser(moderator.id), body: { on: true } }))).toBe(
      'NOT_YOUR_OWN',
    );
    expect(await dismiss(operator, moderator.id, ids)).toBe('done');
  });
});

test('a case shows the context, the sanctions and what was decided for others', async () => {
  const [bad, other] = [await member('花豹'), await member('别人')];
  service.evidence.room.set('R7:l1', { fromId: bad.id, content: '当众骂人' });
  await as(newId('小米粒')).report({ body: { kind: 'line', id: 'R7:l1', reason: 'abuse', note: '一直骂' } });
  for (const hours of [24, 24, 72]) await operator.api.impose({ body: order(other.id, { hours }) });
  await operator.api.impose({ body: order(bad.id, { kind: 'warn' }) });
  await redis.set(`{user:${bad.id}}:alive`, '1');
  await redis.set(`{user:${bad.id}}:room`, 'R7');
  const shown = await operator.api.showCase(ofUser(bad.id));
  expect(shown).toMatchObject({
    person: { nickname: '花豹' },
    isOnline: true,
    roomId: 'R7',
    claimedBy: null,
  });
  expect(shown.reports).toMatchObject([
    {
      ...{ kind: 'line', violation: 'abuse', note: '一直骂', fen: 'a position', state: 'open', weight: 1 },
      quote: { fromId: bad.id, content: '当众骂人', roomId: 'R7', gameId: 'game-7', ply: 3 },
      context: [{ content: '当众骂人' }],
      reporter: { nickname: '小米粒' },
    },
  ]);
  expect(shown.sanctions).toMatchObject([{ kind: 'warn', by: '阿山', reason: '三人举报，属实' }]);
  expect(shown.precedents).toEqual([
    { kind: 'mute', hours: 24, count: 2 },
    { kind: 'mute', hours: 72, count: 1 },
  ]);
});

test('the page of a person joins what the services know', async () => {
  const { id } = await member('花豹');
  const twin = newId('花豹二号', undefined, 'twin1');
  await operator.api.impose({ body: order(twin, { kind: 'close', hours: null }) });
  const [{ sanction } = { sanction: null }] = await second.api.listSanctions({ query: { of: 'pending' } });
  await second.api.decideSanction({
    params: { sanctionId: sanction!.id },
    body: { approve: true, reason: '同一个人' },
  });
  const ids = await reportName(id, 2);
  await operator.api.impose({ body: order(id, { reports: ids.slice(0, 1) }) });
  expect(await moderator.api.showPerson(ofUser(id))).toMatchObject({
    ...{ person: { nickname: '花豹' }, role: 'player', isOnline: false, roomId: null },
    related: [{ person: { _id: twin }, accounts: 2, isClosed: true }],
    ratings: [{ class: 'fast', rating: 1_310, games: 412, provisional: false }],
    conduct: { reports: 2, upheld: 1, forfeits: 2, aborted: 1, blockedBy: 3 },
    sanctions: [{ kind: 'mute', until: NOON + 2 * 60_000 + DAY }],
    log: [{ what: '禁言 1 天（辱骂）', person: { id, nickname: '花豹' } }],
  });
  expect(await outcome(moderator.api.showPerson(ofUser('f'.repeat(24))))).toBe('USER_NOT_FOUND');
});
