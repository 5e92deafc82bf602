import { errorBody, type Quote } from '@doushouqi/protocol';
import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { order, testModeration } from './fixtures.ts';

const service = await testModeration();
const { as, call, clock, evidence, newId, reports, users } = service;
const BAD = newId('坏名字');
const [LINE, MESSAGE] = ['a'.repeat(24), 'c'.repeat(24)];
evidence.lobby.set(LINE, { userId: BAD, content: '大厅骂人' });
evidence.room.set('R7:l1', { fromId: BAD, content: '当众骂人' });
evidence.archived.set('game-2', [BAD, 'f'.repeat(24)]);

/** A message of `BAD` to a user. */
function receive(toId: string): void {
  evidence.messages.set(MESSAGE, {
    ...{ _id: MESSAGE, fromId: BAD, toId, content: '私下骂人', timestamp: 5_000 },
  });
}

async function report(reporter: string, body: object) {
  const reply = await call('POST', '/api/reports', { userId: reporter, body });
  return [reply.status, reply.body.code ?? reply.body];
}
const DONE = [200, { success: true }];
const NEW = { reason: 'abuse', note: '一直骂' };

describe('refused reports', () => {
  it('401 without a token, 400 for guests and malformed forms', async () => {
    const body = { kind: 'nickname', id: BAD, ...NEW };
    expect((await call('POST', '/api/reports', { body })).status).toBe(401);
    const token = service.guestToken(newId('游客'));
    expect((await call('POST', '/api/reports', { token, body })).body).toEqual(
      errorBody('GUEST_NOT_ALLOWED'),
    );
    for (const wrong of [
      {},
      { ...body, kind: 'game' },
      { ...body, reason: 'boring' },
      { ...body, id: 'x' },
      { ...body, id: { $ne: null } },
      { ...body, note: '长'.repeat(201) },
      { ...body, kind: 'line', id: 'R7' },
      { ...body, kind: 'line', id: 'no room:l1' },
      { ...body, kind: 'message', id: 'R7:l1' },
      { ...body, kind: 'play', id: BAD },
      { kind: 'message', messageId: { $ne: null } },
      { kind: 'roomLine', roomId: 'R7' },
    ])
      expect((await report(newId('甲'), wrong))[0], JSON.stringify(wrong)).toBe(400);
    expect(await reports.countDocuments()).toBe(0);
  });

  it.each([
    ['an unknown lobby line', 'line', 'b'.repeat(24), 'NOT_FOUND'],
    ['a room line that the reporter may not see', 'line', 'R7:l2', 'NOT_FOUND'],
    ['a message to another user', 'message', MESSAGE, 'NOT_FOUND'],
    ['an unknown user', 'avatar', 'f'.repeat(24), 'USER_NOT_FOUND'],
    ['a game without the reporter', 'play', `game-2:${BAD}`, 'NOT_FOUND'],
    ['an invented game', 'play', `game-9:${BAD}`, 'NOT_FOUND'],
  ])('refuses %s', async (_, kind, id, code) => {
    receive(newId('收信人'));
    expect(await report(newId('甲'), { kind, id, ...NEW })).toEqual([404, code]);
    expect(await reports.countDocuments()).toBe(0);
  });

  it.each([{}, { messageId: 'x' }, { messageId: { $ne: null } }, { messageId: 'A'.repeat(24) }])(
    'refuses %j as the line of a client of 1.0',
    async (body) => {
      const reply = await call('POST', '/api/lobby/report', { userId: newId('甲'), body });
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it('refuses the own name', async () => {
    expect((await report(BAD, { kind: 'nickname', id: BAD, ...NEW }))[1]).toBe('NOT_YOURSELF');
  });
});

describe('a report', () => {
  it('has its content and context from the service that has it, whatever the form says', async () => {
    const reporter = newId('小米粒');
    receive(reporter);
    evidence.running.set('game-1', [reporter, BAD]);
    const forged = { content: '捏造的话', line: { content: '捏造' }, fen: '捏造' };
    for (const [kind, id] of [
      ['line', LINE],
      ['line', 'R7:l1'],
      ['message', MESSAGE],
      ['nickname', BAD],
      ['avatar', BAD],
      ['play', `game-1:${BAD}`],
    ])
      expect(await report(reporter, { kind, id, ...NEW, ...forged })).toEqual(DONE);
    const stored = await reports.find().sort({ _id: 1 }).lean();
    expect(stored.map(({ kind, messageId, line }) => [kind, messageId, line.content])).toEqual([
      ['lobbyLine', LINE, '大厅骂人'],
      ['roomLine', 'roomLine:R7:l1', '当众骂人'],
      ['message', `message:${MESSAGE}`, '私下骂人'],
      ['nickname', `nickname:${BAD}:坏名字`, '坏名字'],
      ['avatar', `avatar:${BAD}:cat.png`, 'cat.png'],
      ['play', `play:game-1:${BAD}`, ''],
    ]);
    expect(stored.every(({ line }) => line.userId === BAD && line.nickname === '坏名字')).toBe(true);
    expect(stored[0]!.context?.map(({ content }) => content)).toEqual(['前一句', '大厅骂人']);
    expect(stored[1]).toMatchObject({ place: { roomId: 'R7', gameId: 'game-7', ply: 3 }, fen: 'a position' });
    expect(stored[5]).toMatchObject({ place: { roomId: 'R7', gameId: 'game-1', ply: 9 }, fen: 'live' });
    expect(stored[0]).toMatchObject({ violation: 'abuse', note: '一直骂', reporterId: reporter });
  });

  it('of a line of a tournament names the tournament for operators and in the letter', async () => {
    const [reporter, inTournament] = [newId('小米粒'), 'b1'.repeat(12)];
    const tournament = { id: 'arena-1', name: '夜猫擂台' };
    evidence.lobby.set(inTournament, { userId: BAD, content: '赛场骂人', tournamentId: tournament.id });
    for (const id of [LINE, inTournament])
      expect(await report(reporter, { kind: 'line', id, ...NEW })).toEqual(DONE);
    const { reports: shown } = await service.operator.api.showCase({ params: { userId: BAD } });
    const placesOf = (quotes: readonly Pick<Quote, 'content' | 'tournament'>[]) =>
      Object.fromEntries(quotes.map((quote) => [quote.content, quote.tournament]));
    const places = { 大厅骂人: undefined, 赛场骂人: tournament };
    expect(placesOf(shown.map(({ quote }) => quote))).toEqual(places);
    const body = order(BAD, { reports: shown.map(({ id }) => id) });
    expect(placesOf((await service.operator.api.impose({ body })).quotes)).toEqual(places);
  });

  it('of a line of a tournament that is gone has no name of it', async () => {
    const id = 'b2'.repeat(12);
    evidence.lobby.set(id, { userId: BAD, content: '赛场骂人', tournamentId: 'gone' });
    expect(await report(newId('甲'), { kind: 'line', id, ...NEW })).toEqual(DONE);
    expect(await reports.findOne().lean()).toMatchObject({ tournament: { id: 'gone', name: null } });
  });

  it('shows the conversation around a message only with the consent of its receiver', async () => {
    const [one, two] = [newId('甲'), newId('乙')];
    const contextOf = async (reporterId: string) =>
      (await reports.findOne({ reporterId }).lean())?.context?.map(({ content }) => content);
    receive(one);
    await report(one, { kind: 'message', id: MESSAGE, ...NEW });
    receive(two);
    await report(two, { kind: 'message', id: MESSAGE, ...NEW, showConversation: true });
    expect(await contextOf(one)).toEqual(['私下骂人']);
    expect(await contextOf(two)).toEqual(['私下骂人', '别这样']);
  });

  it('of play finds an archived game', async () => {
    const reporter = newId('甲');
    evidence.archived.set('game-3', [BAD, reporter]);
    expect(await report(reporter, { kind: 'play', id: `game-3:${BAD}`, reason: 'engine' })).toEqual(DONE);
    const [stored] = await reports.find().lean();
    expect(stored).toMatchObject({ place: { roomId: null, gameId: 'game-3', ply: 40 }, fen: 'last' });
    expect(stored!.line.at.getTime()).toBe(7_000);
  });

  it('counts once for each reporter and subject, also in parallel, in all forms', async () => {
    const [one, two] = [newId('甲'), newId('乙')];
    const body = { kind: 'line', id: LINE, ...NEW };
    const same = [0, 1, 2, 3].map(() => report(one, body));
    expect(await Promise.all(same)).toEqual([DONE, DONE, DONE, DONE]);
    expect(await report(one, { kind: 'lobbyLine', messageId: LINE })).toEqual(DONE);
    await as(one).reportLine({ body: { messageId: LINE } });
    await as(two).reportLine({ body: { messageId: LINE } });
    const stored = await reports.find().sort({ reporterId: 1 }).lean();
    expect(stored.map(({ reporterId, violation }) => [reporterId, violation])).toEqual([
      [one, 'abuse'],
      [two, 'other'],
    ]);
  });

  it('of another nickname of the same user counts again', async () => {
    const reporter = newId('甲');
    const body = { kind: 'nickname', id: BAD, reason: 'name' };
    await report(reporter, body);
    const user = users.get(BAD)!;
    users.set(BAD, { ...user, nickname: '更坏的名字' });
    await report(reporter, body);
    users.set(BAD, user);
    const stored = await reports.find({ reporterId: reporter }).sort({ _id: 1 }).lean();
    expect(stored.map(({ line }) => line.content)).toEqual(['坏名字', '更坏的名字']);
  });

  it('is one of ten in a minute', async () => {
    const reporter = newId('甲');
    const replies = [];
    for (let n = 0; n < 11; n += 1)
      replies.push((await report(reporter, { kind: 'avatar', id: BAD, reason: 'other' }))[0]);
    expect(replies).toEqual([...Array(10).fill(200), 429]);
  });
});

it('reads reports of 1.0, and expires all after 90 days', async () => {
  await reports.collection.insertOne({
    messageId: LINE,
    reporterId: newId('甲'),
    line: { userId: BAD, nickname: '坏名字', content: '旧的话', at: new Date(1_000) },
    at: new Date(clock.now - 1_000),
  });
  const { cases } = await service.operator.api.listCases({ query: {} });
  expect(cases).toMatchObject([
    { person: { _id: BAD }, kinds: ['line'], violation: 'other', excerpt: '旧的话' },
  ]);
  const shown = await service.operator.api.showCase({ params: { userId: BAD } });
  expect(shown.reports).toMatchObject([{ kind: 'line', note: '', context: [], fen: null, state: 'open' }]);
  const indexes = await reports.listIndexes();
  const expiry = indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  expect(expiry).toMatchObject({ key: { at: 1 }, expireAfterSeconds: 90 * 86_400 });
});

it('only a session of the console opens the queue', async () => {
  for (const api of [as(newId('甲')), as(null)])
    expect(['STAFF_ONLY', 'UNAUTHORIZED']).toContain(await outcome(api.listCases({ query: {} })));
});
