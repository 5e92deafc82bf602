import { FOR_EVER, type SanctionKind } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it, test } from 'vitest';
import { finishDue } from '../src/commands/effects.ts';
import { mirrorAll } from '../src/store/mirror.ts';
import { DAY, HOUR, NOON, order, testModeration } from './fixtures.ts';

const service = await testModeration();
const { clock, context, log, member, mirrored, moderator, newId, notices, operator, reports } = service;
const { sanctions, second, calls } = service;

function params(sanctionId: string) {
  return { params: { sanctionId } };
}
/** Who did what, by the log. */
async function entries(): Promise<string[]> {
  return (await log.find().sort({ _id: 1 }).lean()).map(({ by, what }) => `${by} ${what}`);
}

describe('imposing', () => {
  it.each<[SanctionKind, number | null, string[], object | null]>([
    ['warn', null, [], null],
    ['mute', 24, [], { mute: NOON + DAY }],
    ['shadow', 24, [], { shadow: NOON + DAY }],
    ['rename', 24, ['renamePerson'], null],
    ['avatar', null, ['resetAvatar'], null],
    ['unrated', 72, ['dropSeeks rated'], { unrated: NOON + 3 * DAY }],
  ])('%s acts at once', async (kind, hours, names, ends) => {
    const { id, api } = await member();
    const imposed = await moderator.api.impose({ body: order(id, { kind, hours }) });
    const until = ends === null ? null : NOON + hours! * HOUR;
    expect(imposed).toMatchObject({ kind, state: 'active', by: '值守', from: NOON, until });
    expect(imposed.isActive).toBe(ends !== null);
    expect(calls.done).toEqual(names.map((name) => name.replace(/^\w+/, `$& ${id}`)));
    expect(await mirrored(id)).toEqual(ends);
    const letters = await api.listLetters();
    // A shadow mute shows nowhere.
    expect(letters.map((one) => [one.id, one.text])).toEqual(
      kind === 'shadow' ? [] : [[imposed.id, imposed.text]],
    );
    await notices.forget();
    expect(await sanctions.findById(imposed.id).lean()).toMatchObject({ steps: [], dueAt: null });
    expect(await entries()).toEqual([
      expect.stringMatching(/^值守 (警告|禁言 1 天|静默 1 天|改名|重置头像|停排位 3 天)（辱骂）$/),
    ]);
  });

  it('notifies the person, but not of a shadow mute', async () => {
    const { id } = await member();
    await moderator.api.impose({ body: order(id, { kind: 'shadow' }) });
    await moderator.api.impose({ body: order(id) });
    expect(await notices.wait(id, 1)).toEqual([{ event: 'lettersChanged', payload: {} }]);
    await notices.forget();
    expect(await mirrored(id)).toEqual({ shadow: NOON + DAY, mute: NOON + DAY });
  });

  it('counts once for an id, also when both requests arrive together', async () => {
    const { id } = await member();
    const body = order(id);
    const [one, two] = await Promise.all([operator.api.impose({ body }), operator.api.impose({ body })]);
    expect(one).toEqual(two);
    expect(await operator.api.impose({ body: { ...body, text: '另一句' } })).toEqual(one);
    expect(await sanctions.countDocuments()).toBe(1);
    expect(await entries()).toHaveLength(1);
  });

  it('refuses staff, bots, the operator and unknown users', async () => {
    const targets = [moderator.id, second.id, newId('机器人', 'bot'), operator.id, idOf(0xffff)];
    const tried = targets.map((userId) => outcome(operator.api.impose({ body: order(userId) })));
    expect(await Promise.all(tried)).toEqual([...Array(4).fill('NOT_SANCTIONABLE'), 'USER_NOT_FOUND']);
    expect(await entries()).toEqual([]);
  });

  it.each([{ hours: 0 }, { hours: 24 * 367 }, { text: ' ' }, { reason: '' }, { kind: 'ban' }, { id: 'x' }])(
    'refuses %j',
    async (wrong) => {
      const body = { ...order((await member()).id), ...wrong };
      expect(await outcome(operator.api.impose({ body: body as never }))).toBe('INVALID_INPUT');
    },
  );

  it('quotes and closes the reports, hides their lines, and tells the reporters', async () => {
    const { id, api } = await member('坏名字');
    const reporter = await member('小米粒');
    const LINE = 'a'.repeat(24);
    service.evidence.lobby.set(LINE, { userId: id, content: '大厅骂人' });
    service.evidence.room.set('R7:4', { fromId: id, content: '当众骂人' });
    for (const subject of [LINE, 'R7:4'])
      await reporter.api.report({ body: { kind: 'line', id: subject, reason: 'abuse' } });
    await reporter.api.report({ body: { kind: 'avatar', id, reason: 'other' } });
    const led = (await reports.find().lean()).map(({ _id }) => _id.toString());
    const imposed = await operator.api.impose({ body: order(id, { reports: led, hidesLines: true }) });
    expect(imposed.quotes.map(({ content, ply }) => [content, ply])).toEqual([
      ['大厅骂人', undefined],
      ['当众骂人', 3],
    ]);
    expect(calls.done).toEqual([`hideLobbyLines ${LINE}`, 'hideLines R7 4']);
    expect((await api.listLetters())[0]).not.toHaveProperty('by');
    expect(JSON.stringify(await api.listLetters())).not.toContain('小米粒');
    expect(await notices.wait(reporter.id, 1)).toEqual([{ event: 'lettersChanged', payload: {} }]);
    const own = await reporter.api.listOwnReports();
    expect(own.map(({ state, isSeen, closedAt }) => [state, isSeen, closedAt])).toEqual(
      Array(3).fill(['acted', false, NOON]),
    );
    await reporter.api.readOwnReports();
    expect((await reporter.api.listOwnReports()).every(({ isSeen }) => isSeen)).toBe(true);
  });

  it('refuses an operator who is the only reporter; another one may act', async () => {
    const { id } = await member();
    const own = await service.reportName(id);
    await reports.updateMany({}, { $set: { reporterId: operator.id } });
    const impose = (by: typeof operator) => outcome(by.api.impose({ body: order(id, { reports: own }) }));
    expect(await impose(operator)).toBe('NOT_YOUR_OWN');
    expect(await reports.countDocuments({ outcome: { $exists: false } })).toBe(1);
    expect(await impose(second)).toBe('done');
  });

  it('refuses reports of others, and those that were decided already', async () => {
    const [one, two] = [await member('甲'), await member('乙')];
    const ofOne = await service.reportName(one.id);
    const tried = outcome(operator.api.impose({ body: order(two.id, { reports: ofOne }) }));
    expect(await tried).toBe('NOT_FOUND');
    // Two operators at once, before either has claimed the person: one of them decides.
    const results = await Promise.all(
      [operator, second].map(({ api }) => outcome(api.impose({ body: order(one.id, { reports: ofOne }) }))),
    );
    expect(results.sort()).toEqual(['ALREADY_DECIDED', 'done']);
    expect(await sanctions.countDocuments()).toBe(1);
    expect(await entries()).toHaveLength(1);
  });
});

describe('a closure, or 30 days and more', () => {
  const closure = (userId: string) =>
    order(userId, { kind: 'close', hours: null, text: '多次辱骂，停用账号。' });

  it('waits for another operator, and then acts everywhere', async () => {
    const { id, api } = await member('坏名字');
    const led = await service.reportName(id, 2);
    const { id: sanctionId, state } = await operator.api.impose({ body: { ...closure(id), reports: led } });
    expect(state).toBe('pending');
    expect([await mirrored(id), calls.done, await api.listLetters()]).toEqual([null, [], []]);
    // The reports are reserved, and their reporters know of nothing yet.
    expect(await operator.api.listCases({ query: {} })).toMatchObject({ cases: [], open: 0, waiting: 1 });
    const [waiting] = await operator.api.listSanctions({ query: { of: 'pending' } });
    expect(waiting).toMatchObject({ person: { _id: id }, mayDecide: false });
    const asked = { ...params(sanctionId), body: { approve: true, reason: '同意' } };
    expect(await outcome(operator.api.decideSanction(asked))).toBe('NOT_YOUR_OWN');
    expect(await outcome(moderator.api.decideSanction(asked))).toBe('OPERATORS_ONLY');
    clock.now += HOUR;
    const decided = await second.api.decideSanction(asked);
    expect(decided).toMatchObject({ state: 'active', second: '小满', until: null, from: clock.now });
    expect(await second.api.decideSanction(asked)).toEqual(decided);
    expect(await mirrored(id)).toEqual({ close: FOR_EVER });
    expect(calls.done).toEqual([`endSessionsOf ${id}`, `dropSeeks ${id}`]);
    expect(await reports.countDocuments({ outcome: 'acted' })).toBe(2);
    expect(await entries()).toEqual(['阿山 提请停用账号（不限期）（辱骂）', '小满 同意停用账号（不限期）']);
  });

  it('is refused: the reports are open again, and the person never hears of it', async () => {
    const { id, api } = await member();
    const led = await service.reportName(id);
    const body = order(id, { kind: 'unrated', hours: 24 * 30, reports: led });
    const { id: sanctionId } = await moderator.api.impose({ body });
    const decision = (approve: boolean) => ({ ...params(sanctionId), body: { approve, reason: '证据不够' } });
    expect((await operator.api.decideSanction(decision(false))).state).toBe('refused');
    expect((await operator.api.decideSanction(decision(false))).state).toBe('refused');
    expect(await outcome(second.api.decideSanction(decision(true)))).toBe('ALREADY_DECIDED');
    expect(await outcome(operator.api.decideSanction(decision(true)))).toBe('ALREADY_DECIDED');
    expect((await operator.api.listCases({ query: {} })).open).toBe(1);
    expect([await api.listLetters(), await mirrored(id)]).toEqual([[], null]);
  });

  it('is decided once by two operators at the same time', async () => {
    const { id } = await member();
    const { id: sanctionId } = await moderator.api.impose({ body: closure(id) });
    const results = await Promise.all(
      [operator, second].map(({ api }, n) =>
        outcome(api.decideSanction({ ...params(sanctionId), body: { approve: n === 0, reason: '定' } })),
      ),
    );
    expect(results.sort()).toEqual(['ALREADY_DECIDED', 'done']);
    expect(await entries()).toHaveLength(2);
  });

  it('is withdrawn by its moderator while it waits, and ended only by an operator afterwards', async () => {
    const { id } = await member();
    const end = { body: { reason: '看错了' } };
    const first = await moderator.api.impose({ body: closure(id) });
    expect(await moderator.api.endSanction({ ...params(first.id), ...end })).toMatchObject({
      state: 'refused',
    });
    const { id: sanctionId } = await moderator.api.impose({ body: closure(id) });
    await operator.api.decideSanction({ ...params(sanctionId), body: { approve: true, reason: '同意' } });
    expect(await outcome(moderator.api.endSanction({ ...params(sanctionId), ...end }))).toBe(
      'OPERATORS_ONLY',
    );
    expect(await second.api.endSanction({ ...params(sanctionId), ...end })).toMatchObject({ state: 'ended' });
    expect(await mirrored(id)).toBeNull();
  });
});

describe('the end', () => {
  it('comes by itself', async () => {
    const { id, api } = await member();
    await operator.api.impose({ body: order(id) });
    const left = await service.redis.pttl(`{user:${id}}:sanctions`);
    expect([left <= DAY, left > DAY - HOUR]).toEqual([true, true]);
    clock.now += DAY;
    expect(await api.listLetters()).toMatchObject([{ isActive: false }]);
  });

  it('comes early from an operator, once, and the person reads it again', async () => {
    const { id, api } = await member();
    const { id: sanctionId } = await operator.api.impose({ body: order(id) });
    await operator.api.impose({ body: order(id, { hours: 48 }) });
    await api.readLetter(params(sanctionId));
    expect((await api.listLetters()).find((one) => one.id === sanctionId)).toMatchObject({ isSeen: true });
    const end = () => second.api.endSanction({ ...params(sanctionId), body: { reason: '误会' } });
    const ended = await end();
    expect(ended).toMatchObject({ state: 'ended', isActive: false, end: { by: '小满', reason: '误会' } });
    expect(await end()).toEqual(ended);
    // The other one lasts.
    expect(await mirrored(id)).toEqual({ mute: NOON + 2 * DAY });
    expect((await api.listLetters()).find((one) => one.id === sanctionId)).toMatchObject({
      isSeen: false,
      isActive: false,
    });
    expect((await entries()).at(-1)).toBe('小满 解除禁言 1 天');
  });

  it('of a sanction against oneself is not in the own hands', async () => {
    const later = newId('后来的值守');
    const { id: sanctionId } = await operator.api.impose({ body: order(later) });
    await sanctions.updateOne({ _id: sanctionId }, { userId: moderator.id });
    const end = { ...params(sanctionId), body: { reason: '我没错' } };
    expect(await outcome(moderator.api.endSanction(end))).toBe('NOT_YOUR_OWN');
  });
});

describe('an appeal', () => {
  const body = { text: '当时是朋友在用我的号。' };
  const answer = (isGranted: boolean) => ({ text: '看过了。', reason: '复核', isGranted });

  it('is made once within seven days, and answered by another operator', async () => {
    const { id, api } = await member();
    const { id: sanctionId } = await operator.api.impose({ body: order(id, { hours: 24 * 20 }) });
    clock.now += 6 * DAY;
    const letter = await api.appeal({ ...params(sanctionId), body });
    expect(letter).toMatchObject({ appealUntil: null, appeal: { text: body.text, answer: null } });
    expect(await api.appeal({ ...params(sanctionId), body })).toEqual(letter);
    expect(await outcome(api.appeal({ ...params(sanctionId), body: { text: '再说一次' } }))).toBe(
      'APPEAL_CLOSED',
    );
    expect(await operator.api.listCases({ query: {} })).toMatchObject({ appeals: 1 });
    const [own] = await operator.api.listSanctions({ query: { of: 'appeals' } });
    const [others] = await moderator.api.listSanctions({ query: { of: 'appeals' } });
    expect([own!.mayDecide, others!.mayDecide]).toEqual([false, true]);
    const reply = (who: typeof operator, isGranted: boolean) =>
      who.api.answerAppeal({ ...params(sanctionId), body: answer(isGranted) });
    expect(await outcome(reply(operator, false))).toBe('NOT_YOUR_OWN');
    await api.readLetter(params(sanctionId));
    await notices.forget();
    const granted = await reply(moderator, true);
    expect(granted).toMatchObject({
      state: 'ended',
      appeal: { answer: { isGranted: true, text: '看过了。' } },
    });
    expect(await reply(moderator, true)).toEqual(granted);
    expect(await outcome(reply(second, true))).toBe('ALREADY_DECIDED');
    expect(await mirrored(id)).toBeNull();
    expect(await api.listLetters()).toMatchObject([{ isSeen: false, isActive: false }]);
    expect((await notices.wait(id, 1))[0]).toEqual({ event: 'lettersChanged', payload: {} });
  });

  it('that is not granted changes nothing else', async () => {
    const { id, api } = await member();
    const { id: sanctionId } = await operator.api.impose({ body: order(id) });
    await api.appeal({ ...params(sanctionId), body });
    expect(await second.api.answerAppeal({ ...params(sanctionId), body: answer(false) })).toMatchObject({
      ...{ state: 'active', isActive: true, end: null },
    });
    expect(await mirrored(id)).toEqual({ mute: NOON + DAY });
    expect((await entries()).at(-1)).toBe('小满 驳回申诉：禁言 1 天');
  });

  it('against what two operators decided is granted by an operator alone', async () => {
    const { id } = await member();
    const { id: sanctionId } = await operator.api.impose({ body: order(id, { kind: 'close', hours: null }) });
    await second.api.decideSanction({ ...params(sanctionId), body: { approve: true, reason: '同意' } });
    // The closed account appeals through auth.
    const ask = (text?: string) =>
      service.internal.call(ROUTES.appealFor, { body: { userId: id, ...(text && { text }) } });
    expect(await ask()).toMatchObject({ id: sanctionId, appeal: null });
    expect(await ask(body.text)).toMatchObject({ appeal: { text: body.text } });
    const granted = { ...params(sanctionId), body: answer(true) };
    expect(await outcome(moderator.api.answerAppeal(granted))).toBe('OPERATORS_ONLY');
    expect((await second.api.answerAppeal(granted)).state).toBe('ended');
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused when it is late, of others, of a shadow mute, and of an ended sanction', async () => {
    const [{ id, api }, other] = [await member(), await member('别人')];
    const impose = async (kind: SanctionKind) =>
      (await operator.api.impose({ body: order(id, { kind, hours: 24 * 20 }) })).id;
    const [mute, shadow, warn] = [await impose('mute'), await impose('shadow'), await impose('warn')];
    const appeal = (who: typeof other, sanctionId: string) =>
      outcome(who.api.appeal({ ...params(sanctionId), body }));
    expect(await appeal(other, mute)).toBe('NOT_FOUND');
    expect(await outcome(other.api.readLetter(params(mute)))).toBe('NOT_FOUND');
    expect(await appeal({ id, api }, shadow)).toBe('NOT_FOUND');
    expect(await outcome(api.readLetter(params(shadow)))).toBe('NOT_FOUND');
    await second.api.endSanction({ ...params(warn), body: { reason: '误会' } });
    expect(await appeal({ id, api }, warn)).toBe('APPEAL_CLOSED');
    clock.now += 7 * DAY;
    expect(await appeal({ id, api }, mute)).toBe('APPEAL_CLOSED');
    expect((await api.listLetters()).map(({ appealUntil }) => appealUntil)).toEqual([null, null]);
  });
});

describe('effects', () => {
  test('that failed are tried again, each once, while the others are done at once', async () => {
    const { id } = await member();
    const body = order(id, { kind: 'rename', hours: null });
    calls.failing.add('renamePerson');
    const imposed = await operator.api.impose({ body });
    expect((await notices.wait(id, 1))[0]?.event).toBe('lettersChanged');
    const stored = () => sanctions.findById(imposed.id).lean();
    expect((await stored())!.steps).toEqual(['begin:nickname']);
    // Another process leaves it to the first one for half a minute.
    calls.failing.clear();
    await finishDue(context);
    expect(calls.done).toEqual([]);
    clock.now += 30_000;
    await Promise.all([finishDue(context), finishDue(context)]);
    expect(calls.done).toEqual([`renamePerson ${id}`]);
    expect(await stored()).toMatchObject({ steps: [], dueAt: null });
  });

  test('on a deleted account are done', async () => {
    const { id } = await member();
    calls.failing.add('resetAvatar');
    const { id: sanctionId } = await operator.api.impose({
      body: order(id, { kind: 'avatar', hours: null }),
    });
    calls.failing.clear();
    service.users.delete(id);
    clock.now += 30_000;
    await finishDue(context);
    expect(await sanctions.findById(sanctionId).lean()).toMatchObject({ steps: [], dueAt: null });
  });

  test('of a beginning that the end overtakes do not come back', async () => {
    const { id } = await member();
    calls.failing.add('endSessionsOf');
    const { id: sanctionId } = await operator.api.impose({ body: order(id, { kind: 'close', hours: 24 }) });
    await second.api.decideSanction({ ...params(sanctionId), body: { approve: true, reason: '同意' } });
    expect(await mirrored(id)).toEqual({ close: NOON + DAY });
    await operator.api.endSanction({ ...params(sanctionId), body: { reason: '误会' } });
    calls.failing.clear();
    clock.now += 30_000;
    await finishDue(context);
    expect(calls.done.filter((call) => call.startsWith('endSessionsOf'))).toEqual([]);
    expect(await mirrored(id)).toBeNull();
  });

  test('the mirror is written again from the store, which also removes what a restored Redis has', async () => {
    const [muted, free] = [await member(), await member()];
    await operator.api.impose({ body: order(muted.id) });
    const { id: sanctionId } = await operator.api.impose({ body: order(free.id) });
    await operator.api.endSanction({ ...params(sanctionId), body: { reason: '误会' } });
    await service.redis.del(`{user:${muted.id}}:sanctions`);
    await service.staleMirror(free.id);
    await mirrorAll(context);
    expect([await mirrored(muted.id), await mirrored(free.id)]).toEqual([{ mute: NOON + DAY }, null]);
  });
});
