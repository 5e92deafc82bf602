import { HOUSE_BOTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { outcome, setSite, type TestUser } from '@doushouqi/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const CASUAL = { initial: 5, increment: 3, rated: false };
const RATED = { ...CASUAL, rated: true };

const pairing = await testPairing();
const { redis } = pairing;
let a: TestUser;
let b: TestUser;
let count = 0;
// Users of each test's own, and no jump of the clock: both replicas cache the settings.
beforeEach(async () => {
  [a, b] = [await pairing.person(++count), await pairing.person(++count)];
  await createBotGames(redis).tick({ owner: 'bots-of-tests', places: 5 }, [], 0);
});
afterEach(async () => {
  await setSite(redis, {});
  await untilBots(true);
  for (const { api } of [a, b]) await api.leavePairing();
});

const OFF = { lobbyChat: true, rated: false };
/** Whether the replica of a user offers bots. */
async function bots({ api }: TestUser = a) {
  return (await api.listPools()).bots === true;
}
/** Waits until both replicas have read the settings, without searches, which are limited. */
function untilBots(on: boolean): Promise<void> {
  return eventually(async () => expect([await bots(a), await bots(b)]).toEqual([on, on]));
}
function join(user: TestUser, body = CASUAL) {
  return outcome(user.api.joinPairing({ body }));
}
function challenge(user: TestUser, wish: object = {}) {
  return outcome(user.api.createChallenge({ body: { ...CASUAL, ...wish } }));
}
function playBot(user: TestUser, wish: object = {}) {
  return outcome(user.api.playBot({ body: { ...CASUAL, level: 1, ...wish } }));
}
async function isWaiting({ id }: TestUser): Promise<boolean> {
  return (await redis.hexists('{pairing}:tickets', id)) === 1;
}

describe('while no new games may begin', () => {
  it('search, challenges and bots are refused, and searches end', async () => {
    const { challenge: open } = await b.api.createChallenge({ body: CASUAL });
    await a.api.joinPairing({ body: RATED });
    await setSite(redis, { readOnly: true });
    await untilBots(false);
    expect([await join(a), await join(b)]).toEqual(['READ_ONLY', 'READ_ONLY']);
    expect(await challenge(a)).toBe('READ_ONLY');
    expect(await challenge(a, { toId: HOUSE_BOTS[0]!._id })).toBe('READ_ONLY');
    expect(await playBot(a)).toBe('READ_ONLY');
    expect(['READ_ONLY', 'CHALLENGE_GONE']).toContain(
      await outcome(a.api.acceptChallenge({ params: { id: open.id } })),
    );
    await eventually(async () => expect(await isWaiting(a)).toBe(false));
    await eventually(async () => expect((await a.api.listChallenges()).challenges).toEqual([]));
    await setSite(redis, {});
    await untilBots(true);
    expect(await join(a)).toBe('done');
  });
});

describe('while rated games are off', () => {
  it('rated searches, challenges and bot games are refused; casual ones go on', async () => {
    await a.api.joinPairing({ body: RATED });
    await b.api.joinPairing({ body: CASUAL });
    await setSite(redis, { features: OFF, bots: false });
    await untilBots(false);
    expect(await join(a, RATED)).toBe('RATED_OFF');
    expect(await challenge(a, RATED)).toBe('RATED_OFF');
    expect(await playBot(a, RATED)).toBe('RATED_OFF');
    await eventually(async () => expect(await isWaiting(a)).toBe(false));
    expect(await isWaiting(b)).toBe(true);
    expect(await join(a)).toBe('done');
    expect((await pairing.notices.first(a.id, 'paired')).opponent._id).toBe(b.id);
  });
});

describe('while bots are off', () => {
  it('they take no games and are not offered', async () => {
    await setSite(redis, { bots: false });
    await untilBots(false);
    expect(await playBot(a)).toBe('BOTS_OFF');
    expect(await challenge(a, { toId: HOUSE_BOTS[0]!._id })).toBe('BOTS_OFF');
    expect(await challenge(b, { toId: HOUSE_BOTS[0]!._id })).toBe('BOTS_OFF');
    expect(await challenge(a)).toBe('done');
  });
});

it('counts who waits, for services only', async () => {
  expect((await pairing.call('POST', '/internal/pairing/count', { userId: a.id, body: {} })).status).toBe(
    401,
  );
  const counted = () => pairing.internal.call(ROUTES.countWaiting, { body: {} });
  expect(await counted()).toEqual({ waiting: 0, longest: 0 });
  await a.api.joinPairing({ body: CASUAL });
  expect((await counted()).waiting).toBe(1);
});
