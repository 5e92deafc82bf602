import { turnCallsKey } from '@doushouqi/room-core/push-notifications';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import type { TestUser } from '@doushouqi/service-kit/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ARENA, eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const service = await testTournament();
const { clock, create, newUsers, pairing, report, running } = service;
const redis = connectRedis(service.server.url, { role: 'command' });
afterAll(() => closeRedis(redis));
/** The stream of events of the queue. */
const EVENTS = '{queue}:push:events';
beforeEach(async () => void (await redis.del(EVENTS)));

/** Returns every attempt to queue a call, also of one that waits already. */
async function queued(): Promise<string[]> {
  const events = await redis.xrange(EVENTS, '-', '+');
  const named = events.map(([, fields]) => fields);
  return named.flatMap((fields) => {
    const [event, job] = [fields[fields.indexOf('event') + 1], fields[fields.indexOf('jobId') + 1]!];
    return event === 'added' || event === 'duplicated' ? [job] : [];
  });
}

async function want(users: readonly TestUser[]): Promise<void> {
  for (const { id } of users) await redis.set(turnCallsKey(id), '1');
}

async function jobOf(id: string): Promise<{ until: number } | null> {
  return JSON.parse((await redis.hget(`{queue}:push:${id}`, 'data')) ?? 'null');
}

test('calls players to each game once, with two processes and repeated reports', async () => {
  const startsAt = clock.now + 20 * MINUTE;
  const id = await create({ ...ARENA, startsAt });
  const players = await newUsers(4);
  const [, , , quiet] = players;
  await want(players.slice(0, 3));
  for (const { api } of players) await api.joinTournament({ params: { id } });
  clock.now = startsAt;
  const jobsOf = (games: Awaited<ReturnType<typeof running>>) =>
    games
      .flatMap(({ gameId, red, blue }) =>
        [red._id, blue._id]
          .filter((userId) => userId !== quiet!.id)
          .map((userId) => `tournament-${gameId}-${userId}`),
      )
      .toSorted();
  const untilCalled = (count: number) =>
    eventually(async () => {
      const games = (await running(id)).filter(({ gameId }) => pairing.games.has(gameId));
      expect(games).toHaveLength(2);
      expect(await queued()).toHaveLength(count);
      return games;
    });
  const first = await untilCalled(3);
  expect((await queued()).toSorted()).toEqual(jobsOf(first));
  const [called] = await queued();
  const job = await jobOf(called!);
  expect(job).toMatchObject({ kind: 'tournament', tournamentId: id, name: ARENA.name });
  // 30 s to take the seat, and 20 s for each first move.
  expect(job?.until).toBeGreaterThanOrEqual(startsAt + 70_000);
  expect(job?.until).toBeLessThanOrEqual(clock.now + 70_000);

  for (const { gameId } of first) for (const which of [0, 1, 0] as const) await report(gameId, {}, which);
  clock.now += MINUTE;
  const second = await untilCalled(6);
  expect((await queued()).slice(3).toSorted()).toEqual(jobsOf(second));
});

test('calls the players who entered to the check-in, once', async () => {
  const startsAt = clock.now + 30 * MINUTE;
  const id = await create({ ...SWISS, startsAt, checkIn: true });
  const players = await newUsers(3);
  await want(players);
  for (const { api } of players) await api.joinTournament({ params: { id } });
  const [present, , away] = players;
  await away!.api.leaveTournament({ params: { id } });
  clock.now = startsAt - 10 * MINUTE;
  await eventually(async () => expect(await queued()).toHaveLength(2));
  const job = `tournament-${id}-${present!.id}`;
  expect(await queued()).toContain(job);
  expect(await jobOf(job)).toEqual({
    ...{ kind: 'tournament', userId: present!.id, tournamentId: id, name: SWISS.name },
    until: Math.round(startsAt),
  });
  // Every process has looked again after each of these.
  for (const n of [1, 2]) {
    clock.now += MINUTE;
    await players[n - 1]!.api.checkIn({ params: { id } });
    await eventually(async () => expect((await service.show(id)).checkedIn).toBe(n));
  }
  expect(await queued()).toHaveLength(2);
});
