import { type Challenge, FOR_EVER, HOUSE_BOTS, type Sanctions } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const CASUAL = { initial: 5, increment: 3, rated: false };
const RATED = { ...CASUAL, rated: true };

const pairing = await testPairing();
const { redis } = pairing;
let a: TestUser;
let b: TestUser;
beforeEach(async () => {
  [a, b] = [await pairing.person(1), await pairing.person(2)];
});
afterEach(() => pairing.reset());

function sanction(user: TestUser, sanctions: Sanctions) {
  return mirrorSanctions(redis, user.id, sanctions, Date.now());
}
async function challenge(user: TestUser, wish: object = RATED): Promise<Challenge> {
  return (await user.api.createChallenge({ body: { ...CASUAL, ...wish } })).challenge;
}
function accept(user: TestUser, { id }: { id: string }) {
  return outcome(user.api.acceptChallenge({ params: { id } }));
}
function drop({ id }: TestUser, onlyRated: boolean) {
  return pairing.internal.call(ROUTES.dropSeeks, { body: { userId: id, onlyRated } });
}
/** What a user looks for, as stored. */
async function seeks({ id }: TestUser) {
  const [ticket, own] = await Promise.all([
    redis.hexists('{pairing}:tickets', id),
    redis.hexists('{pairing}:challengers', id),
  ]);
  return { ticket: ticket === 1, challenge: own === 1 };
}

describe('a user whose rated games are paused', () => {
  beforeEach(() => sanction(a, { unrated: Date.now() + 3_600_000 }));

  test('is refused the rated queue, challenges and bots, with the end in the message', async () => {
    await expect(a.api.joinPairing({ body: RATED })).rejects.toMatchObject({
      status: 400,
      code: 'RATED_PAUSED',
      message: expect.stringMatching(/^你的排位已暂停到 .*\d+月\d+日 \d\d:\d\d，休闲和人机照常$/),
    });
    expect(await outcome(a.api.createChallenge({ body: RATED }))).toBe('RATED_PAUSED');
    const toBot = { ...RATED, toId: HOUSE_BOTS[3]!._id };
    expect(await outcome(a.api.createChallenge({ body: toBot }))).toBe('RATED_PAUSED');
    expect(await outcome(a.api.playBot({ body: { ...RATED, level: 4 } }))).toBe('RATED_PAUSED');
    expect(await accept(a, await challenge(b))).toBe('RATED_PAUSED');
    expect(await seeks(a)).toEqual({ ticket: false, challenge: false });
  });

  test('plays casual games and against bots', async () => {
    await createBotGames(redis).tick({ owner: 'bots-of-tests', places: 5 }, [], 0);
    expect(await outcome(a.api.playBot({ body: { ...CASUAL, level: 4 } }))).toBe('done');
    expect(await outcome(a.api.createChallenge({ body: CASUAL }))).toBe('done');
    expect(await accept(a, await challenge(b, CASUAL))).toBe('done');
  });

  test('is paired in casual pools', async () => {
    await Promise.all([a, b].map(({ api }) => api.joinPairing({ body: CASUAL })));
    expect((await pairing.notices.first(a.id, 'paired')).opponent._id).toBe(b.id);
  });

  test('plays rated games again after the end', async () => {
    await sanction(a, {});
    expect(await outcome(a.api.joinPairing({ body: RATED }))).toBe('done');
  });
});

describe('a user who waits while the sanction begins', () => {
  test('loses ticket and challenge if the account is closed, only rated ones otherwise, once and again', async () => {
    for (const [wish, onlyRated, left] of [
      [RATED, true, false],
      [CASUAL, true, true],
      [CASUAL, false, false],
    ] as const) {
      // Offline: no wave takes them.
      await pairing.disconnect(a.id);
      await a.api.joinPairing({ body: wish });
      await challenge(a, wish);
      for (let n = 0; n < 2; n += 1) expect(await drop(a, onlyRated)).toEqual({ success: true });
      expect(await seeks(a)).toEqual({ ticket: left, challenge: left });
      await drop(a, false);
    }
    const refused = await pairing.call('POST', '/internal/pairing/drop', { userId: a.id, body: {} });
    expect(refused.status).toBe(401);
  });

  test.each<[string, Sanctions]>([
    ['unrated', { unrated: FOR_EVER }],
    ['closed', { close: FOR_EVER }],
  ])('is taken by no wave and by no acceptance when %s, also without a call', async (_, sanctions) => {
    await pairing.disconnect(b.id);
    await a.api.joinPairing({ body: RATED });
    const made = await challenge(a);
    await sanction(a, sanctions);
    await pairing.connect(b.id);
    expect(await accept(b, made)).toBe('CHALLENGE_GONE');
    await b.api.joinPairing({ body: RATED });
    await eventually(async () => expect((await seeks(a)).ticket).toBe(false));
    expect(pairing.notices.of(b.id)).toEqual([]);
    pairing.clock.ahead += 6_000;
    await eventually(async () => expect(await seeks(a)).toEqual({ ticket: false, challenge: false }));
    expect((await seeks(b)).ticket).toBe(true);
  });

  test('keeps casual ticket and challenge when unrated', async () => {
    await a.api.joinPairing({ body: CASUAL });
    const made = await challenge(a, CASUAL);
    await sanction(a, { unrated: FOR_EVER });
    pairing.clock.ahead += 6_000;
    await eventually(async () =>
      expect(Number(await redis.zscore('{pairing}:watched', a.id))).toBeGreaterThan(
        Date.now() + pairing.clock.ahead,
      ),
    );
    expect(await seeks(a)).toEqual({ ticket: true, challenge: true });
    expect(await accept(b, made)).toBe('done');
  });
});

test('a closed account is refused everything, and so is the acceptance of its casual challenge', async () => {
  const made = await challenge(a, CASUAL);
  await sanction(a, { close: FOR_EVER });
  expect(await outcome(a.api.joinPairing({ body: CASUAL }))).toBe('ACCOUNT_CLOSED');
  expect(await outcome(a.api.listChallenges())).toBe('ACCOUNT_CLOSED');
  expect(await accept(b, made)).toBe('CHALLENGE_GONE');
});
