import { HOUSE_BOTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { setSite } from '@doushouqi/service-kit/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ARENA, eventually, MINUTE, testTournament } from './fixtures.ts';

const service = await testTournament();
const { as, clock, create, newUser, newUsers, notices, pairing, show, tournaments } = service;
const redis = connectRedis(service.server.url, { role: 'command' });
afterAll(() => closeRedis(redis));
beforeEach(() => setSite(redis, {}));

const NIGHT = {
  ...{ id: 'night', kind: 'arena' as const, name: '夜猫', timeControl: { initial: 5, increment: 3 } },
  ...{ time: '22:30', weekdays: [1], rated: true, minutes: 45 },
};
/** Ids of the coming events, as visitors see them. */
async function coming(): Promise<string[]> {
  return (await as(null).listTournaments()).coming.map(({ id }) => id);
}
async function untilComing(ids: string[]): Promise<void> {
  await eventually(async () => expect(await coming()).toEqual(ids));
}
const FIRST = 'night-202611302230';
const SECOND = 'night-202612072230';

test('what operators set takes the place of the file within seconds, and creates each event once', async () => {
  await untilComing([]);
  await setSite(redis, { series: [NIGHT] });
  await untilComing([FIRST, SECOND]);
  expect(await show(FIRST)).toMatchObject({ name: '夜猫', rated: true });
  expect(await tournaments.countDocuments({ series: 'night' })).toBe(2);
  await setSite(redis, { series: [NIGHT], dailyArena: true });
  await eventually(async () =>
    expect((await coming()).filter((id) => id.startsWith('daily-'))).toHaveLength(2),
  );
});

test('a change of a series changes the events without people; its end withdraws them', async () => {
  const series = { ...NIGHT, id: 'late', time: '23:30' };
  await setSite(redis, { series: [series] });
  const [first, second] = ['late-202611302330', 'late-202612072330'] as const;
  await untilComing([first, second]);
  const player = await newUser();
  await player.api.joinTournament({ params: { id: second } });
  await setSite(redis, { series: [{ ...series, name: '改名', minutes: 60 }] });
  await eventually(async () => expect((await show(first)).name).toBe('改名'));
  expect((await show(second)).name).toBe('夜猫');

  await setSite(redis, { series: [] });
  await untilComing([second]);
  await expect(show(first)).rejects.toMatchObject({ code: 'TOURNAMENT_NOT_FOUND' });
  expect((await show(second, player)).mine).toBe('active');
  expect(await tournaments.countDocuments({ _id: first })).toBe(0);
});

test('withdraws the daily arena that only house bots have entered', async () => {
  await setSite(redis, { dailyArena: true });
  await eventually(async () => expect(await coming()).toHaveLength(3));
  const id = (await coming()).find((one) => one.startsWith('daily-'))!;
  await eventually(async () => expect((await show(id)).players).toBe(HOUSE_BOTS.length));
  await setSite(redis, { dailyArena: false });
  await eventually(async () => expect((await coming()).some((one) => one.startsWith('daily-'))).toBe(false));
});

test('operators cancel a tournament before its start: an event of a series is not created again', async () => {
  const stop = (id: string) => service.internal.call(ROUTES.stopTournament, { params: { id } });
  await setSite(redis, { series: [NIGHT] });
  const made = await create({ ...ARENA, startsAt: Math.round(clock.now) + 60 * MINUTE });
  const [player] = await newUsers(1);
  await player!.api.joinTournament({ params: { id: made } });
  expect(await stop(made)).toEqual({ name: ARENA.name });
  expect(await stop(made)).toEqual({ name: ARENA.name });
  expect(await notices.first(player!.id, 'tournamentRound')).toMatchObject({ id: made, step: 'cancelled' });
  await eventually(async () => expect(await coming()).toContain(SECOND));
  await stop(SECOND);
  clock.now += 2_000;
  await setSite(redis, { series: [{ ...NIGHT, name: '还在' }] });
  await eventually(async () => expect((await show(FIRST)).name).toBe('还在'));
  expect(await coming()).not.toContain(SECOND);
  await expect(stop('unknown')).rejects.toMatchObject({ code: 'TOURNAMENT_NOT_FOUND' });
  expect(pairing.games.size).toBe(0);
});
