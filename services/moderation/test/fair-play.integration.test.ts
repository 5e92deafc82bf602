import { ENGINE_GAMES } from '@doushouqi/fair-play/testing';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, NOON, order, testModeration } from './fixtures.ts';

// With a whole core, so that no test waits.
const service = await testModeration({}, { load: 100 });
const { context, operator, second, moderator, member, play, newId, clock, keys, calls } = service;

type Listed = (typeof play.games extends Map<string, infer Games> ? Games : never)[number];

/** A rated game of a user as the rating service lists it, without a record. */
function listed(gameId: string, change: Partial<Listed> = {}): Listed {
  return {
    ...{ gameId, at: NOON - HOUR, opponentId: newId('对手'), side: 'red', outcome: 'win' },
    ...{ endReason: 'DEN_CAPTURED', plies: 55, rating: 1_500, opponentRating: 1_480 },
    ...{ isOpponentNew: false, change: 9.5, isArranged: false, focusLosses: 0, lags: [] },
    ...change,
  };
}

/** Lets a user play the games of the engine, all half-moves after four seconds. */
function playAsEngine(userId: string, ago = HOUR): string[] {
  const games = ENGINE_GAMES.map(({ side, record }, n) => {
    const gameId = `${userId}-${ago}-${n}`;
    const plies = (record.length - 6) / 3;
    const moveTimes = Array.from({ length: plies }, (_, ply) => 4_000 * (ply + 1));
    play.moves.set(gameId, { gameId, record, ruleSet: ONLINE_RULE_SET, start: null, moveTimes });
    return listed(gameId, { side, plies, at: NOON - ago - n * HOUR });
  });
  play.games.set(userId, [...games, ...(play.games.get(userId) ?? [])]);
  return games.map(({ gameId }) => gameId);
}

/** Resolves when no check of a user waits or runs. */
async function checked(userId: string): Promise<void> {
  await expect.poll(() => context.checkQueue.stateOf(userId), { timeout: 60_000 }).toBe('none');
}

async function check(userId: string): Promise<void> {
  await moderator.api.checkPerson({ params: { userId } });
  await checked(userId);
}

function pageOf(userId: string) {
  return moderator.api.showFairPlay({ params: { userId } });
}

describe('a person who plays with the engine', () => {
  it('is flagged with figures and games by an operator’s check, and each game is judged once', async () => {
    const cheat = await member('夜行客');
    const games = playAsEngine(cheat.id);
    await check(cheat.id);
    const { flags, figures, opponents, peers, check: state } = await pageOf(cheat.id);
    expect(flags.map(({ kind, dismissed }) => [kind, dismissed])).toEqual([
      ['engine', null],
      ['pace', null],
    ]);
    const [flag] = flags;
    expect(flag!.score).toBeGreaterThan(50);
    expect(flag!.text).toMatch(
      /^近 \d+ 局有选择的 \d+ 手里，\d+% 是引擎首选，同级约 \d+%；平均每手亏 \d+ 分。证据 /,
    );
    expect(flag!.games).toEqual(games);
    expect(figures!.agreement).toBeGreaterThan(figures!.expected + 0.2);
    expect(figures!.times[4]).toBeCloseTo(1);
    expect(figures!.games.map(({ gameId }) => gameId)).toEqual(games);
    expect(figures!.games.every(({ seconds }) => seconds === 4)).toBe(true);
    expect([opponents.length, peers, state]).toEqual([games.length, null, 'none']);

    const { people, open } = await moderator.api.listFlagged();
    expect([open, people.map(({ person, sanction }) => [person.nickname, sanction])]).toEqual([
      1,
      [['夜行客', null]],
    ]);
    expect((await moderator.api.listCases()).flagged).toBe(1);

    // Another check finds every game judged: it asks for no moves.
    play.moves.clear();
    await check(cheat.id);
    expect((await pageOf(cheat.id)).figures!.games).toHaveLength(games.length);
  });

  it('is found by the check of the night', async () => {
    const cheat = await member('夜行客');
    playAsEngine(cheat.id);
    play.games.set((await member('花豹')).id, []);
    await context.checkQueue.startNight();
    await expect.poll(async () => (await moderator.api.listFlagged()).open, { timeout: 60_000 }).toBe(1);
  });

  it('stays hidden after a dismissal until later games give the evidence again', async () => {
    const cheat = await member('夜行客');
    playAsEngine(cheat.id);
    await check(cheat.id);
    const dismiss = { params: { userId: cheat.id, kind: 'engine' as const }, body: { reason: '样本太少' } };
    await moderator.api.dismissFlag(dismiss);
    await moderator.api.dismissFlag(dismiss);
    await check(cheat.id);
    const kinds = async () => {
      const { flags } = await pageOf(cheat.id);
      return flags.filter(({ dismissed }) => dismissed === null).map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual(['pace']);
    const [entry, ...rest] = await moderator.api.listLog({ query: { userId: cheat.id } });
    expect([entry?.what, entry?.reason, rest.length]).toEqual(['排除存疑：与引擎吻合', '样本太少', 0]);

    clock.now = NOON + 2 * DAY;
    playAsEngine(cheat.id, -DAY);
    await check(cheat.id);
    expect(await kinds()).toEqual(['engine', 'pace']);
  });

  it('leaves the list with the closure, which returns points after the second operator', async () => {
    const cheat = await member('夜行客');
    playAsEngine(cheat.id);
    await check(cheat.id);
    expect(await operator.api.countReturn({ params: { userId: cheat.id } })).toEqual({
      people: 14,
      points: 163,
    });
    const closure = { kind: 'close', violation: 'engine', hours: null, returnsPoints: true } as const;
    const body = order(cheat.id, closure);
    await operator.api.impose({ body });
    expect((await operator.api.listFlagged()).people[0]?.sanction).toBe('close');
    expect(play.returned).toEqual([]);

    calls.failing.add('returnPoints');
    clock.now += HOUR;
    const decision = { params: { sanctionId: body.id }, body: { approve: true, reason: '同意' } };
    expect(await second.api.decideSanction(decision)).toMatchObject({ state: 'active', returnsPoints: true });
    expect(play.returned).toEqual([]);
    expect((await operator.api.listFlagged()).open).toBe(0);
    // The effect is tried again by any process.
    calls.failing.clear();
    clock.now += HOUR;
    const other = await service.another({ given: { finishMs: 50 } });
    await expect
      .poll(() => play.returned)
      .toEqual([{ sanctionId: body.id, userId: cheat.id, at: NOON + HOUR }]);
    await other.stop();
  });
});

describe('points', () => {
  it.each([
    ['for another violation', { kind: 'unrated', violation: 'stalling', hours: 72 }, 'active', false],
    ['with a mute', { kind: 'mute', violation: 'engine', hours: 72 }, 'active', false],
    // Alone no operator changes ratings.
    ['with a short pause', { kind: 'unrated', violation: 'engine', hours: 72 }, 'pending', true],
  ] as const)('%s', async (_, change, state, returnsPoints) => {
    const { id } = await member();
    const body = order(id, { ...change, returnsPoints: true });
    expect(await operator.api.impose({ body })).toMatchObject({ state, returnsPoints });
    if (state === 'active') return;
    const end = { params: { sanctionId: body.id }, body: { reason: '不对' } };
    await second.api.decideSanction({ ...end, body: { approve: true, reason: '同意' } });
    await expect(moderator.api.endSanction(end)).rejects.toMatchObject({ code: 'OPERATORS_ONLY' });
  });
});

describe('games without the engine', () => {
  it('flags wins over throwaway accounts, in words and with the games', async () => {
    const { id } = await member('收分的');
    const lost = Array.from({ length: 6 }, (_, n) =>
      listed(`t${n}`, { plies: 8, isOpponentNew: true, isArranged: n % 2 === 0, change: 20 }),
    );
    play.games.set(id, lost);
    await check(id);
    const { flags, figures } = await pageOf(id);
    expect(flags).toMatchObject([{ kind: 'transfer', games: lost.map(({ gameId }) => gameId) }]);
    expect(flags[0]!.text).toBe('从 6 个新账号赢了 6 局，其中 6 局开局就结束，3 局是约好的，共得 120 分。');
    expect(figures).toBe(null);
  });

  it('shows the flags of the rating service', async () => {
    const [one, other] = [await member('河马'), await member('河马二')];
    play.games.set(one.id, []);
    play.flags.set(one.id, [
      { kind: 'repeated_pair', users: [one.id, other.id], games: ['a', 'b'], at: NOON - HOUR },
      { kind: 'early_pair', users: [one.id, other.id], games: ['g', 'h', 'i'], at: NOON - HOUR },
      { kind: 'early_surrenders', users: [one.id], games: ['c', 'd', 'e'], at: NOON - HOUR },
      { kind: 'early_wins', users: [one.id], games: ['f'], at: NOON - 31 * DAY },
    ]);
    await check(one.id);
    const { flags } = await pageOf(one.id);
    expect(flags.map(({ kind, text }) => [kind, text]).toSorted()).toEqual([
      [
        'arranged',
        '11月18日和河马二排位下得太多，分数已减半计的有 2 局。' +
          '到11月18日的 30 天里，和河马二的比赛对局大多开局就结束，有 3 局。',
      ],
      ['thrown', '11月18日开局就认输 3 局。'],
    ]);
  });
});

describe('refuses', () => {
  it('a check of an unknown person, a flag that is not there, and the own flag', async () => {
    const params = { userId: 'c'.repeat(24), kind: 'engine' as const };
    await expect(moderator.api.checkPerson({ params })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    const body = { reason: '试' };
    await expect(moderator.api.dismissFlag({ params, body })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const own = { params: { ...params, userId: moderator.id }, body };
    await expect(moderator.api.dismissFlag(own)).rejects.toMatchObject({ code: 'NOT_YOUR_OWN' });
  });

  it('more than thirty checks in an hour', async () => {
    const one = await service.another({ limits: { checks: 30 } });
    const token = signTestToken(newId('忙'), keys.privateKey, { role: 'moderator' });
    const statuses: number[] = [];
    const path = `/api/admin/people/${'c'.repeat(24)}/check`;
    for (let n = 0; n < 31; n += 1) statuses.push((await one.call('POST', path, { token })).status);
    await one.stop();
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
  });
});
