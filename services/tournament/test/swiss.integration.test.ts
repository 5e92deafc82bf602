import type { TournamentRound } from '@doushouqi/protocol';
import type { TestUser } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const swiss = await testTournament();
const { as, clock, create, newUser, newUsers, pairing, rating, report, show } = swiss;

/** Waits for the pairings of a round whose rooms exist, and for its byes. */
function untilRound(id: string, round: number, games: number, byes = 0) {
  return eventually(async () => {
    const found = await as(null).getSwissRound({ params: { id, round } });
    expect(found.pairs.filter(({ gameId }) => pairing.games.has(gameId))).toHaveLength(games);
    expect(found.byes).toHaveLength(byes);
    return found;
  });
}

async function enter(id: string, users: readonly TestUser[]): Promise<void> {
  for (const { api } of users) await api.joinTournament({ params: { id } });
}

function untilEntry(id: string, user: TestUser, entry: object) {
  return eventually(async () => expect((await show(id, user)).own).toMatchObject(entry));
}

test('plays all rounds with a bye, a late entry and a forfeit, and stores the end', async () => {
  const id = await create(SWISS);
  const players = await newUsers(5);
  for (const [n, one] of players.entries()) rating.ratings.set(one.id, { rating: 1_900 - 100 * n });
  await enter(id, players);
  clock.now = SWISS.startsAt;
  const first = await untilRound(id, 1, 2, 1);
  // The lowest player has the bye.
  const [odd] = first.byes;
  expect(odd).toMatchObject({ points: 1, user: { _id: players[4]!.id } });
  expect(await swiss.notices.first(players[4]!.id, 'tournamentRound')).toMatchObject({ id });
  for (const { gameId } of first.pairs) await report(gameId);
  await eventually(async () => expect((await show(id)).nextAt).toEqual(expect.any(Number)));

  const late = await newUser();
  await enter(id, [late]);
  await untilEntry(id, late, { status: 'active', points: 0.5 });
  clock.now += MINUTE;
  const second = await untilRound(id, 2, 3);
  expect(second.pairs[0]).toMatchObject({ table: 1, round: 2, redPoints: 1, bluePoints: 1 });
  // More than half of the rounds have started.
  const tooLate = await newUser();
  await expect(tooLate.api.joinTournament({ params: { id } })).rejects.toMatchObject({
    code: 'ENTRY_CLOSED',
  });
  const [game, ...others] = second.pairs;
  await report(game!.gameId, { abortedBy: game!.red._id });
  for (const { gameId } of others) await report(gameId, { winner: 0 });
  await eventually(async () => expect((await show(id)).nextAt).toEqual(expect.any(Number)));
  const [withdrawn] = players;
  await withdrawn!.api.leaveTournament({ params: { id } });
  clock.now += MINUTE;
  const third = await untilRound(id, 3, 2, 1);
  for (const { gameId } of third.pairs) await report(gameId);
  await eventually(async () => expect((await show(id)).phase).toBe('finished'));
  await eventually(async () =>
    expect(await swiss.tournaments.findOne({ _id: id })).toMatchObject({ round: 3, players: 6 }),
  );
  const rows = await eventually(async () => {
    const { rows: found } = await as(null).getStandings({ params: { id } });
    expect(found).toHaveLength(6);
    // Two games and a bye, a half-point bye, three games, two games and a bye.
    expect(found.reduce((sum, { points }) => sum + points, 0)).toBe(3 + 0.5 + 3 + 3);
    return found;
  });
  expect(rows.find(({ user }) => user._id === late.id)?.cells?.[0]).toBe('halfBye');
  expect(rows.find(({ user }) => user._id === game!.red._id)?.cells?.[1]).toBe('forfeitLoss');
  await eventually(async () => expect((await show(id)).games).toBe(0));
  const stored = await as(null).getSwissRound({ params: { id, round: 2 } });
  expect(stored.pairs.map(({ gameId, redPoints }) => [gameId, redPoints])).toEqual(
    second.pairs.map(({ gameId, redPoints }) => [gameId, redPoints]),
  );
});

test('lets players check in, drops those who do not, and removes a player with two forfeits', async () => {
  const startsAt = clock.now + 30 * MINUTE;
  const id = await create({ ...SWISS, startsAt, checkIn: true });
  const players = await newUsers(5);
  await enter(id, players);
  const [absent, ...present] = players;
  const refused = expect.objectContaining({ code: 'CHECK_IN_CLOSED' });
  await expect(absent!.api.checkIn({ params: { id } })).rejects.toEqual(refused);
  clock.now = startsAt - 10 * MINUTE;
  expect(await swiss.notices.first(absent!.id, 'tournamentRound')).toMatchObject({ id, step: 'checkIn' });
  for (const { api } of [...present, ...present]) await api.checkIn({ params: { id } });
  expect(await show(id)).toMatchObject({ checkedIn: 4, breakSeconds: expect.any(Number) });
  const { rows: seen } = await as(null).getStandings({ params: { id } });
  expect(seen.filter(({ isCheckedIn }) => !isCheckedIn).map(({ user }) => user._id)).toEqual([absent!.id]);
  clock.now = startsAt;
  const first = await untilRound(id, 1, 2);
  await untilEntry(id, absent!, { status: 'left' });
  await expect(absent!.api.checkIn({ params: { id } })).rejects.toEqual(refused);
  const loser = first.pairs[0]!.red._id;
  await report(first.pairs[0]!.gameId, { abortedBy: loser });
  await report(first.pairs[1]!.gameId);
  await eventually(async () => expect((await show(id)).nextAt).toEqual(expect.any(Number)));
  clock.now += MINUTE;
  const second = await untilRound(id, 2, 2);
  for (const { gameId, red, blue } of second.pairs)
    await report(gameId, red._id === loser || blue._id === loser ? { abortedBy: loser } : {});
  const removed = players.find((one) => one.id === loser)!;
  await untilEntry(id, removed, { status: 'removed' });
  await eventually(() =>
    expect(swiss.notices.of(loser).map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ id, step: 'removed', round: 2 }),
    ),
  );
  await expect(removed.api.joinTournament({ params: { id } })).rejects.toMatchObject({
    code: 'REMOVED_FROM_TOURNAMENT',
  });
});

test('gives one requested half-point bye', async () => {
  const startsAt = clock.now + 30 * MINUTE;
  const id = await create({ ...SWISS, startsAt });
  const players = await newUsers(5);
  await enter(id, players);
  const [resting] = players;
  for (const _ of [1, 2]) await resting!.api.pauseTournament({ params: { id } });
  await untilEntry(id, resting!, { hasBye: true, points: 0, status: 'active' });
  clock.now = startsAt;
  const first = await untilRound(id, 1, 2, 1);
  expect(first.byes).toMatchObject([{ user: { _id: resting!.id }, points: 0.5 }]);
  await expect(resting!.api.pauseTournament({ params: { id } })).rejects.toMatchObject({ code: 'BYE_USED' });
});

test('ends when no pairing exists, and after a start with one player', async () => {
  const startsAt = clock.now + 30 * MINUTE;
  const [pair, lonely] = [
    await create({ ...SWISS, startsAt }),
    await create({ ...SWISS, startsAt, name: '一人赛' }),
  ];
  await enter(pair, await newUsers(2));
  await enter(lonely, await newUsers(1));
  clock.now = startsAt;
  const { pairs } = await untilRound(pair, 1, 1);
  await eventually(async () =>
    expect(await show(lonely)).toMatchObject({ phase: 'finished', champion: null }),
  );
  await report(pairs[0]!.gameId);
  await eventually(async () => expect((await show(pair)).nextAt).toEqual(expect.any(Number)));
  clock.now += MINUTE;
  await eventually(async () => expect((await show(pair)).champion?._id).toBe(pairs[0]!.red._id));
});

test('gives a player who plays elsewhere notice and a minute to come, then the game is lost', async () => {
  const startsAt = clock.now + 30 * MINUTE;
  const id = await create({ ...SWISS, startsAt });
  const [one, other] = await newUsers(2);
  await enter(id, [one!, other!]);
  const before = pairing.state.answer;
  pairing.state.busy = [other!.id];
  pairing.state.answer = () => 'busy';
  await swiss.notices.listen([one!.id, other!.id]);
  clock.now = startsAt;
  await eventually(async () => expect((await show(id)).games).toBe(1));
  const stepsOf = ({ id: userId }: { id: string }) =>
    swiss.notices.of(userId).map(({ payload }) => (payload as TournamentRound).step);
  await eventually(() => expect(stepsOf(other!)).toEqual(['started', 'awaited']));
  expect((await show(id, other)).own?.game).toMatchObject({ round: 1, isAwaited: true });
  // Pairing is asked each second; the notice comes once.
  const [[gameId, asked]] = [...pairing.calls].slice(-1) as [[string, number]];
  await eventually(() => expect(pairing.calls.get(gameId)).toBeGreaterThan(asked + 1));
  expect([one!, other!].map(stepsOf)).toEqual([['started'], ['started', 'awaited']]);
  clock.now += MINUTE;
  await untilEntry(id, one!, { points: 1 });
  pairing.state.answer = before;
  const { pairs } = await as(null).getSwissRound({ params: { id, round: 1 } });
  expect(pairs).toMatchObject([{ isForfeit: true, plies: 0 }]);
});
