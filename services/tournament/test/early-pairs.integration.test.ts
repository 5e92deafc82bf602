import type { TestUser } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const service = await testTournament();
const { clock, create, games, newUsers, pairing, rating, report, running, tournaments } = service;
const { flags } = rating;
const DAY = 24 * 60 * MINUTE;

/** Stores a game of an earlier tournament. */
async function playedBefore(id: string, red: string, blue: string, more: object = {}): Promise<void> {
  const endedAt = clock.now - DAY;
  await games.create({
    ...{ _id: id, tournamentId: 'before', position: 0, round: null, red, blue },
    ...{ result: 'red', isForfeit: false, plies: 2, at: endedAt - MINUTE, endedAt, ...more },
  });
}

/** Begins a tournament in which the players have one game each; resolves to its id and games. */
async function begin(players: readonly TestUser[], more: object = {}) {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...SWISS, startsAt, rated: false, ...more });
  for (const { api } of players) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const list = await eventually(async () => {
    const found = (await running(id)).filter(({ gameId }) => pairing.games.has(gameId));
    expect(found).toHaveLength(players.length / 2);
    return found;
  });
  return { id, list };
}

/** Ends a tournament of two, which have no other opponent. */
async function untilEnded(id: string): Promise<void> {
  await eventually(async () => {
    clock.now += MINUTE;
    expect((await tournaments.findOne({ _id: id }).lean())?.endedAt).toEqual(expect.any(Number));
  });
}

test('flags the pair of an unrated tournament whose games mostly end early, after an outage too', async () => {
  const [one, other] = await newUsers(2);
  await playedBefore('won', one!.id, other!.id);
  await playedBefore('lost', other!.id, one!.id);
  await playedBefore('long', one!.id, other!.id, { plies: 60 });
  await playedBefore('void', one!.id, other!.id, { result: 'void', plies: 0 });
  await playedBefore('old', one!.id, other!.id, { endedAt: clock.now - 31 * DAY });
  await playedBefore('elsewhere', one!.id, 'e'.repeat(24));
  const { id, list } = await begin([one!, other!]);
  flags.isDown = true;
  await report(list[0]!.gameId, { plies: 4 });
  await eventually(async () => {
    clock.now += MINUTE;
    expect((await service.show(id)).phase).toBe('finished');
  });
  expect((await tournaments.findOne({ _id: id }).lean())?.endedAt).toBe(null);
  flags.isDown = false;
  await untilEnded(id);
  const { endedAt } = (await tournaments.findOne({ _id: id }).lean())!;
  const users = [one!.id, other!.id].toSorted();
  const noted = { pairs: [{ users, games: ['won', 'lost', list[0]!.gameId] }], at: endedAt };
  expect(new Set(flags.calls.splice(0).map((call) => JSON.stringify(call)))).toEqual(
    new Set([JSON.stringify(noted)]),
  );
});

test('flags no pair with few early games, with as many long ones, or in a private tournament', async () => {
  const [one, other] = await newUsers(2);
  await playedBefore('first', one!.id, other!.id);
  const few = await begin([one!, other!]);
  await report(few.list[0]!.gameId, { plies: 4 });
  await untilEnded(few.id);
  // The third early one, and the third long one.
  for (const n of [1, 2, 3]) await playedBefore(`long ${n}`, other!.id, one!.id, { plies: 12 });
  const even = await begin([one!, other!]);
  await report(even.list[0]!.gameId, { plies: 11 });
  await untilEnded(even.id);
  const hidden = await begin([one!, other!], { private: true });
  await report(hidden.list[0]!.gameId, { plies: 4 });
  await untilEnded(hidden.id);
  expect(flags.calls).toEqual([]);
});

test('finds the games of a pair by an index', async () => {
  const endedAt = { $gt: 1, $lte: 2 };
  const $or = [
    { red: 'a', blue: 'b', endedAt },
    { red: 'b', blue: 'a', endedAt },
  ];
  const plan = JSON.stringify(await games.find({ $or }).sort({ endedAt: 1 }).explain('queryPlanner'));
  expect(plan).toContain('IXSCAN');
  expect(plan).not.toContain('COLLSCAN');
});
