import { errorBody } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, test } from 'vitest';
import { ARENA, eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const service = await testTournament();
const { as, asGuest, call, clock, create, newUser, rating, token } = service;

describe('refused input', () => {
  test.each([
    ['no kind', { ...ARENA, kind: 'cup' }],
    ['no name', { ...ARENA, name: ' ' }],
    ['a long name', { ...ARENA, name: '长'.repeat(17) }],
    ['an invisible name', { ...ARENA, name: '\u200b\u2060' }],
    ['an operator as name', { ...ARENA, name: { $ne: '' } }],
    ['another time control', { ...ARENA, timeControl: { initial: 5, increment: 4 } }],
    ['19 minutes', { ...ARENA, minutes: 19 }],
    ['181 minutes', { ...ARENA, minutes: 181 }],
    ['two rounds', { ...SWISS, rounds: 2 }],
    ['twelve rounds', { ...SWISS, rounds: 12 }],
    ['a break of an hour', { ...SWISS, breakSeconds: 3_600 }],
    ['levels upside down', { ...ARENA, levels: { min: 5, max: 4 } }],
    ['level 25', { ...ARENA, levels: { min: 1, max: 25 } }],
    ['a long description', { ...ARENA, description: '长'.repeat(201) }],
    ['a password of three characters', { ...ARENA, private: true, password: '猫猴狗' }],
    ['a password of 13 characters', { ...ARENA, private: true, password: 'm'.repeat(13) }],
    ['a password with a space', { ...ARENA, private: true, password: 'mao hou' }],
    ['an operator as password', { ...ARENA, private: true, password: { $ne: '' } }],
    ['no time', { ...ARENA, startsAt: 'now' }],
  ])('%s is 400', async (_, body) => {
    const reply = await call('POST', '/api/tournaments', { token: token(idOf(9)), body });
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    '/tournaments/!',
    `/tournaments/${'x'.repeat(41)}`,
    '/tournaments/a/rounds/0',
    '/tournaments/a/games?after=-1',
  ])('GET %s is 400', async (path) => {
    const reply = await call('GET', `/api${path}`);
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('authorization', () => {
  const calls = [
    ROUTES.createTournament,
    ROUTES.joinTournament,
    ROUTES.pauseTournament,
    ROUTES.leaveTournament,
    ROUTES.checkIn,
  ];

  test.each(calls)('$method $path is 401 without a session', async ({ method, path }) => {
    const reply = await call(method, `/api${path.replace(':id', 'x')}`, { body: {} });
    expect([reply.status, reply.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
  });

  test('only services report games', async () => {
    const { path } = ROUTES.endTournamentGame;
    for (const serviceToken of [null, 'a guess'])
      expect((await call('POST', path, { body: {}, serviceToken })).status).toBe(401);
  });

  test('a guest neither creates nor enters', async () => {
    const id = await create(ARENA);
    const guest = asGuest(idOf(800));
    const refused = expect.objectContaining({ code: 'GUEST_NOT_ALLOWED' });
    await expect(guest.createTournament({ body: ARENA })).rejects.toEqual(refused);
    await expect(guest.joinTournament({ params: { id } })).rejects.toEqual(refused);
    expect((await guest.getTournament({ params: { id } })).own).toBeNull();
  });

  test('a player without entry changes nothing', async () => {
    const id = await create(ARENA);
    const { api } = await newUser();
    const refused = expect.objectContaining({ code: 'NOT_ENTERED' });
    for (const change of [api.pauseTournament, api.leaveTournament, api.checkIn])
      await expect(change({ params: { id } })).rejects.toEqual(refused);
  });

  test('an unknown tournament does not exist', async () => {
    const { api } = await newUser();
    const params = { id: 'unknown' };
    const refused = expect.objectContaining({ code: 'TOURNAMENT_NOT_FOUND', status: 404 });
    await expect(api.joinTournament({ params })).rejects.toEqual(refused);
    await expect(api.getTournament({ params })).rejects.toEqual(refused);
    await expect(api.getStandings({ params })).rejects.toEqual(refused);
    await expect(api.listTournamentGames({ params })).rejects.toEqual(refused);
    await expect(api.getSwissRound({ params: { ...params, round: 1 } })).rejects.toEqual(refused);
  });
});

describe('creating', () => {
  test('needs ten rated games', async () => {
    const user = await newUser();
    rating.ratings.set(user.id, { games: 9 });
    await expect(user.api.createTournament({ body: ARENA })).rejects.toMatchObject({
      code: 'RATED_GAMES_NEEDED',
    });
    rating.ratings.set(user.id, { games: 10 });
    expect((await user.api.createTournament({ body: ARENA })).tournament).toMatchObject({ name: ARENA.name });
  });

  test('makes one open tournament of a user, also of two calls at once; a repeated call returns it', async () => {
    const user = await newUser();
    const [one, other] = service.processes.map((process) => process.as(user.id));
    const results = await Promise.allSettled([
      one!.createTournament({ body: ARENA }),
      other!.createTournament({ body: { ...ARENA, name: '另一场' } }),
    ]);
    const made = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.tournament] : [],
    );
    expect(made).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ONE_TOURNAMENT' },
    });
    const again = await one!.createTournament({ body: { ...ARENA, name: made[0]!.name } });
    expect(again.tournament.id).toBe(made[0]!.id);
  });

  test.each([
    ['in the past', -MINUTE],
    ['in nine minutes', 9 * MINUTE],
    ['in 31 days', 31 * 24 * 60 * MINUTE],
  ])('refuses a start %s', async (_, lead) => {
    const { api } = await newUser();
    const body = { ...ARENA, startsAt: Math.round(clock.now + lead) };
    await expect(api.createTournament({ body })).rejects.toMatchObject({ code: 'TOURNAMENT_TIME' });
  });

  test('refuses a name that advertises', async () => {
    const { api } = await newUser();
    for (const body of [
      { ...ARENA, name: '代 练 加 我' },
      { ...ARENA, description: '代-练' },
    ])
      await expect(api.createTournament({ body })).rejects.toMatchObject({ code: 'IMPROPER_TEXT' });
  });
});

describe('entering', () => {
  test('counts the higher level of both time classes', async () => {
    const id = await create({ ...ARENA, levels: { min: 4, max: 21 } });
    const [weak, fit] = [await newUser(), await newUser()];
    rating.ratings.set(weak.id, { order: 3 });
    rating.ratings.set(fit.id, { order: 4 });
    await expect(weak.api.joinTournament({ params: { id } })).rejects.toMatchObject({
      code: 'LEVEL_OUT_OF_RANGE',
    });
    expect((await fit.api.joinTournament({ params: { id } })).own).toMatchObject({
      status: 'active',
      rank: 1,
    });
  });

  test('is idempotent in each verb', async () => {
    const id = await create(ARENA);
    const { id: userId } = await newUser();
    const [one, other] = service.processes.map((process) => process.as(userId));
    const params = { id };
    const steps = ['joinTournament', 'pauseTournament', 'joinTournament', 'leaveTournament'] as const;
    for (const step of steps) for (const api of [one!, other!, one!]) await api[step]({ params });
    await eventually(async () => expect((await as(userId).getTournament({ params })).mine).toBe('left'));
    const events = await service.context.ledger.read(id, 'arena');
    expect(events.length).toBe(4);
  });
});

describe('private tournaments', () => {
  test('are listed for their creator and their players only, and have ids of 128 bits', async () => {
    const [host, friend, other] = [await newUser(), await newUser(), await newUser()];
    const id = await create({ ...ARENA, private: true }, host);
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    await friend.api.joinTournament({ params: { id } });
    const listed = async ({ api }: typeof host) =>
      (await api.listTournaments()).coming.some((one) => one.id === id);
    await eventually(async () =>
      expect([await listed(host), await listed(friend), await listed(other)]).toEqual([true, true, false]),
    );
    expect((await as(null).listTournaments()).coming.map((one) => one.id)).not.toContain(id);
  });

  test('who knows the address alone watches; new players send the password, which the players see', async () => {
    const [host, friend, other] = await Promise.all([newUser(), newUser(), newUser()]);
    const id = await create({ ...ARENA, private: true, password: '猫猴2026' }, host);
    const details = (user: typeof host) => user.api.getTournament({ params: { id } });
    expect(await details(host)).toMatchObject({ password: '猫猴2026' });
    expect(await details(other)).toMatchObject({ password: null });
    expect(await as(null).getTournament({ params: { id } })).toMatchObject({ password: null });
    for (const body of [{}, { password: '' }, { password: '猫猴' }, { password: '猫猴2026'.repeat(9) }])
      expect(await outcome(other.api.joinTournament({ params: { id }, body }))).toBe(
        'WRONG_TOURNAMENT_PASSWORD',
      );
    expect((await details(other)).own).toBeNull();
    expect(await outcome(host.api.joinTournament({ params: { id } }))).toBe('done');
    const entered = { params: { id }, body: { password: ' 猫猴2026 ' } };
    expect(await outcome(friend.api.joinTournament(entered))).toBe('done');
    expect(await details(friend)).toMatchObject({ password: '猫猴2026' });
    // Who left returns without it, also after a change.
    await friend.api.leaveTournament({ params: { id } });
    const { startsAt } = await details(host);
    const changed = { ...ARENA, startsAt, private: true, password: '另一个词' };
    await host.api.changeTournament({ params: { id }, body: changed });
    await eventually(async () => expect((await details(host)).password).toBe('另一个词'));
    expect(await outcome(friend.api.joinTournament({ params: { id } }))).toBe('done');
    // A public one has none.
    await host.api.changeTournament({ params: { id }, body: { ...changed, private: false } });
    await eventually(async () => expect((await details(host)).password).toBeNull());
    await eventually(async () =>
      expect(await outcome(other.api.joinTournament({ params: { id } }))).toBe('done'),
    );
  });

  test('wrong passwords are limited of a user from any address, and of an address for any user', async () => {
    const strict = await service.another({ limits: { passwords: 3 } });
    const id = await create({ ...ARENA, private: true, password: 'tiger2026' });
    const [guesser, other, third] = await Promise.all([newUser(), newUser(), newUser()]);
    const guess = (user: typeof guesser, address: string, password = 'tiger2025') =>
      outcome(strict.as(user.id, address).joinTournament({ params: { id }, body: { password } }));
    for (let n = 0; n < 3; n += 1)
      expect(await guess(guesser, '198.18.1.1')).toBe('WRONG_TOURNAMENT_PASSWORD');
    expect(await guess(guesser, '198.18.1.2', 'tiger2026')).toBe('RATE_LIMITED');
    expect(await guess(other, '198.18.1.1', 'tiger2026')).toBe('RATE_LIMITED');
    // The right one counts for neither.
    for (let n = 0; n < 5; n += 1)
      expect(await guess(await newUser(), '198.18.1.3', 'tiger2026')).toBe('done');
    const rush = await Promise.all(Array.from({ length: 12 }, () => guess(third, '198.18.1.4')));
    expect(rush.filter((code) => code === 'WRONG_TOURNAMENT_PASSWORD')).toHaveLength(3);
    expect(rush.filter((code) => code === 'RATE_LIMITED')).toHaveLength(9);
  });

  test('guesses of an address are limited, also by several routes; other addresses are not concerned', async () => {
    const strict = await service.another({ limits: { guesses: 5 } });
    const id = await create({ ...ARENA, private: true });
    const [guesser, other] = ['198.18.0.77', '198.18.0.78'].map((address) => strict.as(null, address));
    const codes: string[] = [];
    for (let n = 0; n < 4; n += 1)
      for (const read of ['getTournament', 'getStandings'] as const) {
        const guess = guesser![read]({ params: { id: String(n).repeat(22) } });
        codes.push(await guess.then(String, ({ code }: { code: string }) => code));
      }
    expect(codes).toEqual([...Array(5).fill('TOURNAMENT_NOT_FOUND'), ...Array(3).fill('RATE_LIMITED')]);
    await expect(guesser!.getTournament({ params: { id } })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await other!.getTournament({ params: { id } })).id).toBe(id);
  });
});
