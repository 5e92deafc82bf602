import { PUBLIC_ROUTES, ROUTES } from '@doushouqi/protocol/server';
import { idOf, type TestUser } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { ARENA, eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const service = await testTournament();
const { call, clock, create, newUser, newUsers, pairing, report, running, show, token } = service;

/** Waits for a running game whose room exists. */
function untilBegun(id: string) {
  return eventually(async () => {
    const [game] = (await running(id)).filter(({ gameId }) => pairing.games.has(gameId));
    return { ...game!, begun: pairing.games.get(game!.gameId)! };
  });
}

async function enterFrom(id: string, { id: userId }: TestUser, address: string): Promise<void> {
  await service.as(userId, address).joinTournament({ params: { id } });
}

test('marks games as arranged whose players enter from one address, or in a private tournament', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const [apart, together, secret] = [
    await create({ ...ARENA, startsAt }),
    await create({ ...ARENA, startsAt }),
    await create({ ...ARENA, startsAt, private: true }),
  ];
  for (const [id, [one, other]] of [
    [apart, ['198.51.100.1', '198.51.100.2']],
    [together, ['198.51.100.3', '198.51.100.3']],
    [secret, ['198.51.100.4', '198.51.100.5']],
  ] as const) {
    const [first, second] = await newUsers(2);
    await enterFrom(id, first!, one);
    await enterFrom(id, second!, other);
  }
  clock.now = startsAt;
  expect((await untilBegun(apart)).begun).not.toHaveProperty('isArranged');
  expect((await untilBegun(together)).begun).toMatchObject({ isArranged: true });
  expect((await untilBegun(secret)).begun).toMatchObject({ isArranged: true });
});

test('a player who leaves has the result of the running game, and no further one', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  const [one, other, third] = await newUsers(3);
  for (const { api } of [one!, other!]) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const game = await untilBegun(id);
  const leaver = [one!, other!].find((user) => user.id === game.red._id)!;
  await leaver.api.leaveTournament({ params: { id } });
  expect((await show(id, leaver)).own).toMatchObject({ status: 'left', game: { gameId: game.gameId } });
  await third!.api.joinTournament({ params: { id } });
  await report(game.gameId);
  const next = await untilBegun(id);
  expect([next.red._id, next.blue._id]).not.toContain(leaver.id);
  await eventually(async () =>
    expect((await show(id, leaver)).own).toMatchObject({ status: 'left', points: 2, wins: 1, game: null }),
  );
});

test('a creator has one open tournament, however many requests come at once', async () => {
  const user = await newUser();
  const apis = service.processes.map((process) => process.as(user.id));
  const wishes = Array.from({ length: 10 }, (_, n) => ({
    ...(n % 2 === 0 ? ARENA : SWISS),
    name: `第${n}场`,
    startsAt: clock.now + (20 + n) * MINUTE,
  }));
  const results = await Promise.allSettled(
    wishes.map((body, n) =>
      apis[n % 2]!.createTournament({ body: { ...body, startsAt: Math.round(body.startsAt) } }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await service.tournaments.countDocuments({ createdBy: user.id })).toBe(1);
});

test('a report of an unknown game, of another tournament or without one changes nothing', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const [id, elsewhere] = [await create({ ...ARENA, startsAt }), await create({ ...ARENA, startsAt })];
  for (const { api } of await newUsers(2)) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const { begun, gameId } = await untilBegun(id);
  const body = {
    ...{ gameId, winner: 1 as const, endReason: 'SURRENDER' as const, moveTimes: [1, 2] },
    ...{ endTime: Math.round(clock.now), players: begun.players, kind: 'arena' as const },
  };
  const reports = [
    { ...body, context: `tournament:${elsewhere}` },
    { ...body, context: 'tournament:nowhere' },
    { ...body, context: 'event:other' },
    { ...body, context: begun.context, gameId: 'unknown' },
  ];
  for (const one of reports)
    await service.processes[0].internal.call(ROUTES.endTournamentGame, { body: one });
  expect((await running(id)).map((game) => game.gameId)).toEqual([gameId]);
});

const NONSENSE: readonly unknown[] = [
  null,
  [],
  'text',
  0,
  {},
  { id: { $gt: '' } },
  { kind: 'arena', startsAt: 1e308, minutes: Number.MAX_SAFE_INTEGER },
  { kind: { $ne: 1 }, name: ['a'], timeControl: { initial: '5', increment: null } },
  { __proto__: { isAdmin: true }, constructor: { prototype: {} } },
  { name: 'a'.repeat(50_000) },
];
const routes = Object.values(PUBLIC_ROUTES).filter(
  ({ path }) => path.startsWith('/tournaments') || path.startsWith('/tournament-records'),
);

test.each(routes)('nonsense for $method $path is refused, and never fails', async ({ method, path }) => {
  const id = await create({ ...ARENA, startsAt: clock.now + 20 * MINUTE });
  for (const part of [id, '..%2f..', '%00', '{}', 'constructor', '0'.repeat(40)]) {
    const address = `/api${path.replace(':id', part).replace(':userId', part).replace(':round', part)}`;
    for (const body of method === 'GET' ? [undefined] : NONSENSE) {
      const { status } = await call(method, address, {
        token: token(idOf(77)),
        ...(body !== undefined && { body }),
      });
      expect([address, status < 500 || status === 501]).toEqual([address, true]);
    }
  }
});
