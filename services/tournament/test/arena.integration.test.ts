import { isAssignedRoom } from '@doushouqi/protocol';
import { expect, test } from 'vitest';
import { storeEnded } from '../src/archive.ts';
import { ARENA, eventually, MINUTE, testTournament } from './fixtures.ts';

const arena = await testTournament();
const { clock, create, newUser, newUsers, pairing, report, running, show } = arena;

/** Waits for running games. */
function untilRunning(id: string, count: number) {
  return eventually(async () => {
    const games = (await running(id)).filter(({ gameId }) => pairing.games.has(gameId));
    expect(games).toHaveLength(count);
    return games;
  });
}

test('pairs all players in waves, counts results once and stores the end', async () => {
  const id = await create(ARENA);
  const players = await newUsers(6);
  for (const { api } of players) await api.joinTournament({ params: { id } });
  await eventually(async () =>
    expect(await show(id)).toMatchObject({ phase: 'coming', players: 6, games: 0, mine: null, own: null }),
  );
  clock.now = ARENA.startsAt;
  const first = await untilRunning(id, 3);
  expect(new Set(first.flatMap(({ red, blue }) => [red._id, blue._id])).size).toBe(6);
  expect([...pairing.games.values()][0]).toMatchObject({ kind: 'arena', context: `tournament:${id}` });
  const [player] = players;
  const paired = await arena.notices.first(player!.id, 'tournamentPaired');
  expect(paired).toMatchObject({ id, name: ARENA.name, round: null });
  const own = first.find(({ gameId }) => gameId === paired.gameId)!;
  expect(isAssignedRoom(own.roomId)).toBe(true);
  await eventually(async () =>
    expect((await show(id, player)).own).toMatchObject({
      status: 'active',
      game: { gameId: own.gameId, roomId: own.roomId },
    }),
  );

  clock.now += MINUTE;
  // Red wins; each end is reported more than once, to both processes. The next wave comes after all ends.
  for (const { id: userId } of players) pairing.state.offline.add(userId);
  for (const { gameId } of first) for (const which of [0, 1, 0] as const) await report(gameId, {}, which);
  pairing.state.offline.clear();
  const second = await untilRunning(id, 3);
  expect(second.map(({ gameId }) => gameId)).not.toContain(first[0]!.gameId);
  await eventually(async () => {
    const { rows, total } = await arena.as(null).getStandings({ params: { id } });
    expect(total).toBe(6);
    expect(rows.map(({ points }) => points)).toEqual([2, 2, 2, 0, 0, 0]);
    expect(rows[0]).toMatchObject({ rank: 1, scores: [2], streak: 1, isPlaying: true });
  });

  // Games that run at the end count if they finish; no new ones start.
  clock.now = ARENA.startsAt + 30 * MINUTE;
  await report(second[0]!.gameId, { winner: 0 });
  await report(second[1]!.gameId, { winner: 2 });
  await eventually(async () => expect(await show(id)).toMatchObject({ phase: 'running', games: 1 }));
  await report(second[2]!.gameId);
  await eventually(async () => expect(await show(id)).toMatchObject({ phase: 'finished', games: 0 }));
  await eventually(async () =>
    expect((await arena.tournaments.findOne({ _id: id }))?.endedAt).toEqual(expect.any(Number)),
  );
  expect(await arena.games.countDocuments({ tournamentId: id })).toBe(6);
  await eventually(async () => {
    const { rows } = await arena.as(null).getStandings({ params: { id } });
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(6 + 2 + 2 + 2);
    const place = rows.findIndex(({ user }) => user._id === player!.id);
    const { champion, mine, own: final } = await show(id, player);
    expect(champion?._id).toBe(rows[0]!.user._id);
    expect(mine).toBe('active');
    expect(final).toMatchObject({ rank: place + 1, points: rows[place]!.points, game: null });
  });
  const { games } = await arena.as(null).listTournamentGames({ params: { id } });
  expect(games.map(({ result }) => result)).toEqual(['red', 'red', 'red', 'draw', 'blue', 'red']);
  await expect(player!.api.joinTournament({ params: { id } })).rejects.toMatchObject({
    code: 'TOURNAMENT_OVER',
  });
});

test('pauses a player without a first move; a player who returns is paired after a while', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  const [one, other] = await newUsers(2);
  for (const { api } of [one!, other!]) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const [game] = await untilRunning(id, 1);
  await report(game!.gameId, { abortedBy: one!.id });
  const expectEntry = (user: typeof one, entry: object) =>
    eventually(async () => expect((await show(id, user)).own).toMatchObject(entry));
  await expectEntry(one, { status: 'paused', points: 0, rank: 2 });
  await expectEntry(other, { status: 'active', points: 2, rank: 1 });
  const third = await newUser();
  await one!.api.joinTournament({ params: { id } });
  await third.api.joinTournament({ params: { id } });
  // The one who returned is in no wave yet, so the others meet.
  const [next] = await untilRunning(id, 1);
  expect([next!.red._id, next!.blue._id].sort()).toEqual([other!.id, third.id].sort());
  await report(next!.gameId);
  clock.now += 15_000;
  const [last] = await untilRunning(id, 1);
  expect([last!.red._id, last!.blue._id]).toContain(one!.id);
});

test('notifies the players of the end, also those who rest, but no player who left', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  const [resting, left] = await newUsers(2);
  for (const { api } of [resting!, left!]) await api.joinTournament({ params: { id } });
  await resting!.api.pauseTournament({ params: { id } });
  await left!.api.leaveTournament({ params: { id } });
  await arena.notices.listen([resting!.id, left!.id]);
  clock.now = startsAt + 30 * MINUTE;
  const ended = expect.objectContaining({ payload: expect.objectContaining({ id, step: 'ended' }) });
  await eventually(() => expect(arena.notices.of(resting!.id)).toContainEqual(ended));
  expect(arena.notices.of(left!.id)).not.toContainEqual(ended);
});

test('pairs no player who is not connected, and voids a game of a player who plays elsewhere', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  const [one, other, away] = await newUsers(3);
  for (const { api } of [one!, other!, away!]) await api.joinTournament({ params: { id } });
  pairing.state.offline.add(away!.id);
  const [before] = [pairing.state.answer];
  pairing.state.busy = [one!.id];
  let refused = 0;
  pairing.state.answer = () => {
    refused += 1;
    return refused <= 2 ? 'busy' : 'begun';
  };
  clock.now = startsAt;
  const [game] = await untilRunning(id, 1);
  pairing.state.answer = before!;
  expect([game!.red._id, game!.blue._id].sort()).toEqual([one!.id, other!.id].sort());
  const { games } = await arena.as(null).listTournamentGames({ params: { id } });
  expect(games.map(({ result }) => result)).toEqual(['void', 'void', null]);
  expect((await show(id, one)).own).toMatchObject({ points: 0 });
});

test('voids a game that pairing refuses for a minute, and never one whose room may exist', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  for (const { api } of await newUsers(2)) await api.joinTournament({ params: { id } });
  const before = pairing.state.answer;
  pairing.state.answer = () => 'unknown';
  clock.now = startsAt;
  await eventually(async () => expect(await running(id)).toHaveLength(1));
  const [game] = await running(id);
  // More than one attempt after the minute.
  clock.now += 2 * MINUTE;
  // The game is there before pairing is first asked for its room.
  const calls = pairing.calls.get(game!.gameId) ?? 0;
  await eventually(() => expect(pairing.calls.get(game!.gameId)).toBeGreaterThan(calls + 2));
  expect((await running(id)).map(({ gameId }) => gameId)).toEqual([game!.gameId]);
  pairing.state.answer = () => 'refused';
  await eventually(async () => {
    const { games } = await arena.as(null).listTournamentGames({ params: { id } });
    expect(games[0]).toMatchObject({ gameId: game!.gameId, result: 'void' });
  });
  pairing.state.answer = before;
});

test('leaves no state behind when its process dies right after the end was stored', async () => {
  const id = await create({ ...ARENA, startsAt: clock.now + 20 * MINUTE });
  for (const { api } of await newUsers(2)) await api.joinTournament({ params: { id } });
  const { context } = arena;
  const tournament = (await context.catalog.find(id))!;
  const book = { ...(await context.ledger.read(id, 'arena')), endedAt: clock.now };
  let expires = false;
  const expire = async (_: string, ms?: number) => {
    if (ms === undefined) throw new Error('killed');
    expires = true;
  };
  const marks = { ...context.marks, expire };
  await expect(storeEnded({ ...context, marks }, tournament, book)).rejects.toThrow('killed');
  expect(expires).toBe(true);
  expect((await arena.tournaments.findOne({ _id: id }))?.endedAt).toBe(book.endedAt);
});

test('voids games that outlast their clocks after the end', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  for (const { api } of await newUsers(2)) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const [game] = await untilRunning(id, 1);
  clock.now = startsAt + 30 * MINUTE + 18 * MINUTE;
  await eventually(async () => expect((await show(id)).phase).toBe('finished'));
  await report(game!.gameId);
  await eventually(async () =>
    expect((await arena.tournaments.findOne({ _id: id }))?.endedAt).toEqual(expect.any(Number)),
  );
  expect(await arena.tournaments.findOne({ _id: id })).toMatchObject({ champion: null });
});

test('sends spectators at most one update a second', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  clock.now = startsAt;
  await arena.notices.listen([`tournament:${id}`]);
  const players = await newUsers(4);
  for (const { api } of players) await api.joinTournament({ params: { id } });
  await untilRunning(id, 2);
  const update = await eventually(() => {
    const found = arena.notices.of(`tournament:${id}`).map(({ payload }) => payload as { games: number });
    expect(found.at(-1)?.games).toBe(2);
    return found.at(-1)!;
  });
  expect(update).toMatchObject({ id, phase: 'running', players: 4, round: 0, nextAt: null });
  for (const { id: userId } of players) pairing.state.offline.add(userId);
  for (const { gameId } of await running(id)) await report(gameId);
  clock.now = startsAt + 30 * MINUTE;
  await eventually(() =>
    expect(arena.notices.of(`tournament:${id}`).at(-1)?.payload).toMatchObject({
      phase: 'finished',
      games: 0,
    }),
  );
});
