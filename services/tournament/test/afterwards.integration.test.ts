import { TOURNAMENT_TEXT_PAGE } from '@doushouqi/protocol';
import { parseGameText } from '@doushouqi/rules';
import type { TestUser } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { ARENA, eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const service = await testTournament();
const { as, clock, create, newUsers, pairing, record, report, running, show, tournaments } = service;

/** Plays one wave of an arena to its end: red wins each game. Returns the games. */
async function playArena(players: readonly TestUser[], changes: object = {}) {
  const startsAt = Math.round(clock.now) + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt, ...changes });
  for (const { api } of players) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const games = await eventually(async () => {
    const found = (await running(id)).filter(({ gameId }) => pairing.games.has(gameId));
    expect(found).toHaveLength(players.length / 2);
    return found;
  });
  clock.now = startsAt + 31 * MINUTE;
  for (const { gameId } of games) await report(gameId);
  await eventually(async () =>
    expect((await tournaments.findById(id).lean())?.endedAt).toEqual(expect.any(Number)),
  );
  return { id, games };
}
function recordOf(userId: string) {
  return as(null).getTournamentRecord({ params: { userId } });
}

test('counts medals and best results in public tournaments of four people', async () => {
  const players = await newUsers(4);
  const { id } = await playArena(players);
  await playArena(players, { private: true });
  await playArena(await newUsers(2));
  const { rows } = await as(null).getStandings({ params: { id } });
  const records = await Promise.all(rows.map(({ user }) => recordOf(user._id)));
  expect(records.map(({ medals }) => Object.values(medals))).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ]);
  expect(records.map(({ played }) => played)).toEqual([1, 1, 1, 1]);
  const result = { id, name: ARENA.name, kind: 'arena', players: 4, endedAt: expect.any(Number) };
  expect(records.map(({ best }) => best)).toEqual([1, 2, 3, 4].map((rank) => [{ ...result, rank }]));
  const again = await playArena(players);
  const [champion] = (await as(null).getStandings({ params: { id: again.id } })).rows;
  const { best } = await recordOf(champion!.user._id);
  expect(best[0]).toMatchObject({ id: again.id, rank: 1 });
  expect(await recordOf('f'.repeat(24))).toEqual({
    played: 0,
    medals: { gold: 0, silver: 0, bronze: 0 },
    best: [],
  });
  const plan = await service.context.results
    .find({ userId: champion!.user._id })
    .sort({ rank: 1, endedAt: -1 })
    .explain();
  expect(JSON.stringify(plan)).toContain('userId_1_rank_1_endedAt_-1');
});

test('returns the wanted number of rows', async () => {
  const id = await create({ ...ARENA, startsAt: Math.round(clock.now) + 20 * MINUTE });
  const players = await newUsers(7);
  for (const { api } of players) await api.joinTournament({ params: { id } });
  const rowsOf = async (query: { from?: number; rows?: number }, user = players[0]) =>
    (await user!.api.getStandings({ params: { id }, query })).rows.map(({ rank }) => rank);
  await eventually(async () => expect(await rowsOf({})).toHaveLength(7));
  expect(await rowsOf({ rows: 3, from: 2 })).toEqual([3, 4, 5]);
  const { own } = await show(id, players[6]);
  expect(await rowsOf({ rows: 3 }, players[6])).toContain(own!.rank);
  expect(await rowsOf({ rows: 500 })).toHaveLength(7);
});

test('exports finished games as text in pages, in the order of their pairing', async () => {
  const startsAt = Math.round(clock.now) + 20 * MINUTE;
  const id = await create({ ...SWISS, startsAt });
  const players = await newUsers(2 * TOURNAMENT_TEXT_PAGE + 4);
  for (const { api } of players) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const { pairs } = await eventually(async () => {
    const found = await as(null).getSwissRound({ params: { id, round: 1 } });
    expect(found.pairs.filter(({ gameId }) => pairing.games.has(gameId))).toHaveLength(players.length / 2);
    return found;
  });
  const [archived, missing] = pairs;
  for (const { gameId } of [archived!, missing!, pairs.at(-1)!]) await report(gameId);
  record.missing.add(missing!.gameId);
  const read = (query: { after?: number }) => as(null).exportTournamentGames({ params: { id }, query });
  const first = await eventually(async () => {
    const page = await read({});
    expect(page.text).toContain(archived!.red._id);
    return page;
  });
  expect(first.next).toBe(TOURNAMENT_TEXT_PAGE);
  const last = await read({ after: first.next! });
  expect(last.next).toBeNull();
  const games = parseGameText([first.text, last.text].join('\n'));
  if (!games.ok) throw new Error(games.error.code);
  expect(games.value.map(({ headers }) => headers.Red)).toEqual([archived!.red._id, pairs.at(-1)!.red._id]);
  expect(games.value[0]!.headers).toMatchObject({
    ...{ Event: SWISS.name, Round: '1', Date: '2026.11.30', TimeControl: '600+5', Result: '1-0' },
  });
});
