import type { UserRating, UserRatings } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { NEW_ACCOUNT, seasonOf } from '@doushouqi/rating';
import { idOf } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { finished, NOON, testRating } from './fixtures.ts';

const DAY = 86_400_000;
const service = await testRating();
const { notices } = service;
await notices.listen([idOf(1), idOf(2)]);
beforeEach(async () => {
  await service.clear();
  service.clock.now = NOON;
});

async function get<T>(path: string, userId?: string): Promise<T> {
  const { status, body } = await service.call<T>(
    'GET',
    `/api${path}`,
    userId === undefined ? {} : { userId },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function userRatingOf(n: number): Promise<UserRating> {
  return (await get<UserRatings>(`/ratings/${idOf(n)}`)).fast;
}

describe('rating a game', () => {
  test('is for services only, and for games of rated rooms', async () => {
    expect((await service.rate(finished(1, 2), null)).status).toBe(401);
    expect((await service.rate(finished(1, 2), 'another')).status).toBe(401);
    for (const more of [
      { kind: 'casual' },
      { kind: 'paired' },
      { players: [idOf(1), idOf(1)] },
      { gameId: '' },
    ])
      expect((await service.rate(finished(1, 2, more))).body).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await service.games.countDocuments()).toBe(0);
  });

  test("changes both ratings, in the game's time class only, and stores them", async () => {
    const game = finished(1, 2, { lags: [3, 5], focusLosses: { player1: 0, player2: 4 } });
    const { body } = await service.rate(game);
    expect(body.ratings).toEqual({
      red: { before: { rating: 1500, deviation: 350 }, after: { rating: 1662, deviation: 290 } },
      blue: { before: { rating: 1500, deviation: 350 }, after: { rating: 1338, deviation: 290 } },
    });
    expect(await userRatingOf(1)).toMatchObject({
      rating: 1662,
      games: 1,
      provisional: true,
      seasons: [{ best: null, wins: 1 }],
    });
    expect(service.record.games.at(-1)).toMatchObject({ gameId: game.gameId, ratings: body.ratings });
    expect((await get<UserRatings>(`/ratings/${idOf(1)}`)).slow.games).toBe(0);
    const stored = await service.games.findById(game.gameId).lean();
    expect(stored).toMatchObject({ seq: 1, weight: 1, lags: [3, 5], focusLosses: { player2: 4 }, plies: 40 });
    expect(stored?.red.after.rating).toBeCloseTo(1662.212, 3);
  });

  test('returns 503 while record is unavailable, and adds the change to the record later', async () => {
    const game = finished(1, 2);
    service.record.isDown = true;
    expect((await service.rate(game)).status).toBe(503);
    service.record.isDown = false;
    const { body } = await service.rate(game);
    expect(service.record.games.at(-1)).toMatchObject({ gameId: game.gameId, ratings: body.ratings });
    expect(await userRatingOf(1)).toMatchObject({ rating: 1662, games: 1 });
  });

  test('changes nothing when repeated, and returns the same reply', async () => {
    const game = finished(1, 2);
    const first = await service.rate(game);
    const again = await Promise.all([service.rate(game), service.rate({ ...game, winner: 2 })]);
    for (const { body } of again) expect(body).toEqual(first.body);
    expect(await userRatingOf(1)).toMatchObject({ rating: 1662, games: 1 });
  });

  test('rates each game once when many games of the same players are reported in parallel', async () => {
    const games = Array.from({ length: 12 }, (_, n) => finished(1 + (n % 3), 4 + (n % 2)));
    const replies = await Promise.all([...games, ...games].map((game) => service.rate(game)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await service.games.countDocuments()).toBe(12);
    const all = await service.ratings.find().lean();
    const played = all.map(({ red, blue }) => red.wins + red.losses + blue.wins + blue.losses);
    expect(played.reduce((sum, count) => sum + count, 0)).toBe(24);
  });

  test('notifies both players', async () => {
    const game = finished(1, 2);
    await service.rate(game);
    const payloadOf = (n: number) => notices.of(idOf(n))[0]?.payload;
    await expect.poll(() => payloadOf(1) && payloadOf(2)).toBeTruthy();
    expect(payloadOf(2)).toEqual({
      roomId: 'found1',
      gameId: game.gameId,
      timeClass: 'fast',
      before: { rating: 1500, deviation: 350 },
      after: { rating: 1338, deviation: 290 },
      level: { before: 12, after: 9 },
      provisional: true,
    });
  });

  test('repeated games of two users in a day count less and less, for either color', async () => {
    const weights: (number | undefined)[] = [];
    for (let n = 0; n < 6; n += 1) {
      const game = n % 2 === 0 ? finished(1, 2) : finished(2, 1);
      await service.rate(game);
      weights.push((await service.games.findById(game.gameId).lean())?.weight);
    }
    const later = finished(1, 2, { endTime: NOON + 2 * DAY });
    await service.rate(later);
    weights.push((await service.games.findById(later.gameId).lean())?.weight);
    expect(weights).toEqual([1, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1]);
    const [flag] = await service.flags.find().lean();
    expect(flag).toMatchObject({ kind: 'repeated_pair', users: [idOf(1), idOf(2)] });
    expect(flag?.games).toHaveLength(1);
  });

  test('alternating wins of two users in tournaments are flagged as in the pool, and so are early ends', async () => {
    const arena = { kind: 'arena', context: 'tournament:t1' };
    for (let n = 0; n < 6; n += 1) await service.rate(finished(1, 2, { ...arena, winner: (n % 2) + 1 }));
    for (let n = 0; n < 3; n += 1)
      await service.rate(finished(3, 4, { ...arena, endReason: 'SURRENDER', moveTimes: [1, 2] }));
    for (let n = 0; n < 6; n += 1) await service.rate(finished(5, 6, { ...arena, kind: 'swiss', winner: 0 }));
    expect((await service.flags.find().lean()).map(({ kind, users }) => [kind, users]).toSorted()).toEqual([
      ['early_surrenders', [idOf(4)]],
      ['early_wins', [idOf(3)]],
      ['repeated_pair', [idOf(1), idOf(2)]],
      ['repeated_pair', [idOf(5), idOf(6)]],
    ]);
    const unrated = await service.rate(finished(1, 2, { ...arena, isRated: false }));
    expect(unrated.body).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('36 new accounts that resign twice each raise the winner little, and flag the winner', async () => {
    const games = Array.from({ length: 72 }, (_, n) => {
      const endTime = NOON + n * 1_000;
      return finished(1, 10 + Math.floor(n / 2), { endReason: 'SURRENDER', moveTimes: [1, 2], endTime });
    });
    for (const game of games) await service.rate(game);
    const { rating, provisional } = await userRatingOf(1);
    expect(rating).toBeLessThan(1550);
    expect(provisional).toBe(true);
    const flags = await service.flags.find({ users: idOf(1) }).lean();
    expect(Object.fromEntries(flags.map(({ kind, games }) => [kind, games.length]))).toEqual({
      early_wins: 72,
      newcomer_wins: 72,
    });
  });
});

describe('arranged games', () => {
  /** How far each of seven wins over other users moved the winner. */
  async function gains(more: object): Promise<number[]> {
    await service.clear();
    const moved: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const game = finished(1, 10 + n, { ...more, endTime: NOON + n * 1_000 });
      await service.rate(game);
      const { before, after } = (await service.games.findById(game.gameId).lean())!.red;
      moved.push((after.deviation - before.deviation) / before.deviation);
    }
    return moved;
  }

  test('count less after the fifth of a day and flag the winner; other games count in full', async () => {
    const full = await gains({});
    expect(await service.flags.countDocuments({ kind: 'arranged_wins' })).toBe(0);
    const damped = await gains({ isArranged: true });
    expect(damped.slice(0, 5)).toEqual(full.slice(0, 5));
    expect(damped[5]! / full[5]!).toBeCloseTo(1 / 2, 5);
    const flags = await service.flags.find({ kind: 'arranged_wins' }).lean();
    expect(flags).toMatchObject([{ users: [idOf(1)] }]);
    expect(flags[0]?.games).toHaveLength(7);
    expect(await service.games.countDocuments({ rule: 2, isArranged: true })).toBe(7);
  });
});

/** Has played often enough to be ranked but for one game, and wins that. */
async function becomeRanked(n: number): Promise<void> {
  const userId = idOf(n);
  const account = { ...NEW_ACCOUNT, deviation: 111, ratedAt: NOON };
  await service.ratings.create({ ...account, _id: `${userId}:fast`, userId, class: 'fast' });
  await service.rate(finished(n, 100 + n));
}

describe('the pages of a player', () => {
  test('have the last games, and records by color, points and opponent', async () => {
    service.profiles.users.set(idOf(2), {
      _id: idOf(2),
      username: 'two',
      nickname: '苍狼',
      avatar: 'wolf.png',
    });
    await service.rate(finished(1, 2, { endTime: NOON - DAY }));
    await service.rate(finished(2, 1, { endTime: NOON, winner: 0, endReason: 'DRAW_AGREED' }));
    await service.rate(finished(1, 3, { timeControl: { initial: 15, increment: 10 }, endTime: NOON + 1 }));
    const { games } = await get<{ games: { isFirst?: true }[] }>(`/ratings/${idOf(1)}/games?limit=2`);
    expect(games).toEqual([
      expect.objectContaining({ class: 'slow', opponent: expect.objectContaining({ nickname: '未知棋手' }) }),
      expect.objectContaining({
        color: 'blue',
        result: 'draw',
        opponent: { _id: idOf(2), nickname: '苍狼', avatar: 'wolf.png' },
        endReason: 'DRAW_AGREED',
        rounds: 20,
        before: 1662,
      }),
    ]);
    expect(games.map(({ isFirst = false }) => isFirst)).toEqual([true, false]);
    const won = { games: 1, wins: 1, losses: 0, draws: 0 };
    const none = { games: 0, wins: 0, losses: 0, draws: 0 };
    expect(await get(`/ratings/${idOf(1)}/record`)).toEqual({
      fast: { red: won, blue: { games: 1, wins: 0, losses: 0, draws: 1 } },
      slow: { red: won, blue: none },
      averageRounds: 20,
      bestStreak: 1,
    });
    const { points } = await get<{ points: object[] }>(`/ratings/${idOf(1)}/history?class=fast`);
    expect(points).toEqual([
      { at: NOON - DAY, rating: 1662, deviation: 290 },
      { at: NOON, rating: expect.any(Number), deviation: expect.any(Number) },
    ]);
    expect(await get(`/ratings/${idOf(1)}/versus`, idOf(2))).toMatchObject({
      games: 2,
      wins: 0,
      losses: 1,
      draws: 1,
      last: [{ color: 'red' }, { color: 'blue', result: 'loss' }],
    });
  });

  test('have the change of seven days; an older rating has it from its next game', async () => {
    await service.rate(finished(1, 2, { endTime: NOON - 7 * DAY }));
    await service.rate(finished(1, 3, { endTime: NOON - 6 * DAY }));
    expect(await userRatingOf(1)).toMatchObject({ week: (await userRatingOf(1)).rating - 1662 });
    service.clock.now = NOON + DAY;
    expect(await userRatingOf(1)).toMatchObject({ week: null });
    await service.ratings.collection.updateOne(
      { userId: idOf(1) },
      { $unset: { seasons: 1, days: 1 }, $set: { best: null } },
    );
    expect(await userRatingOf(1)).toMatchObject({ week: null, seasons: [] });
    const { rating } = await userRatingOf(1);
    await service.rate(finished(1, 4, { endTime: NOON }));
    const after = await userRatingOf(1);
    expect(after).toMatchObject({ week: after.rating - rating, seasons: [{ wins: 1 }] });
  });

  test('count games and streaks of both time classes once; an older rating starts at zero', async () => {
    const record = () => get<object>(`/ratings/${idOf(1)}/record`);
    const long = finished(1, 2, { moveTimes: Array.from({ length: 61 }, (_, n) => n * 1_000) });
    for (const game of [long, long, finished(3, 1, { winner: 2 }), finished(1, 4, { winner: 2 })])
      await service.rate(game);
    await service.rate(finished(1, 2, { timeControl: { initial: 15, increment: 10 } }));
    expect(await record()).toMatchObject({ averageRounds: Math.round((31 + 3 * 20) / 4), bestStreak: 2 });
    await service.ratings.collection.updateOne({ _id: `${idOf(1)}:fast` as never }, { $unset: { tally: 1 } });
    await service.rate(finished(1, 5));
    expect(await record()).toMatchObject({ averageRounds: null, bestStreak: null });
  });

  test('a long absence makes a rating provisional again; the best level of the season stays', async () => {
    await becomeRanked(1);
    const now = await userRatingOf(1);
    expect(now).toMatchObject({
      provisional: false,
      seasons: [{ season: seasonOf(NOON), best: now.level.order }],
    });
    service.clock.now = NOON + 400 * DAY;
    const later = await userRatingOf(1);
    expect(later).toMatchObject({ rating: now.rating, provisional: true, seasons: now.seasons });
    expect(later.deviation).toBeGreaterThan(now.deviation);
  });
});

describe('the ladder', () => {
  type View = {
    players: { rank: number; userId: string; isOnline: boolean }[];
    size: number;
    animals: number[];
    me: { rank: number | null; around: object[] } | null;
  };
  const ladder = (userId?: string) => get<View>('/ladder?class=fast', userId);

  test('ranks players whose ratings are not provisional, and includes the caller', async () => {
    await becomeRanked(1);
    await becomeRanked(2);
    for (const n of [1, 2])
      service.profiles.users.set(idOf(n), { _id: idOf(n), username: 'u', nickname: 'u', avatar: 'cat.png' });
    service.profiles.online.add(idOf(2));
    await service.rate(finished(1, 2));
    const { players, size, animals, me } = await ladder(idOf(2));
    expect(players.map(({ rank, userId, isOnline }) => [rank, userId, isOnline])).toEqual([
      [1, idOf(1), false],
      [2, idOf(2), true],
    ]);
    // The first is a leopard by now, the second still a wolf.
    expect([size, animals]).toEqual([2, [0, 0, 0, 1, 1, 0, 0, 0]]);
    const season = { season: seasonOf(NOON), wins: 1, losses: 1, draws: 0 };
    expect(players[1]).toMatchObject({ week: expect.any(Number), season });
    expect(me).toMatchObject({ rank: 2, provisional: false, around: [{ rank: 1 }, { rank: 2 }] });
    expect((await ladder(idOf(101))).me).toMatchObject({ rank: null, provisional: true, around: [] });
    expect((await ladder()).me).toBeNull();
    expect(await get(`/ratings/${idOf(2)}`)).toMatchObject({ fast: { rank: 2 }, slow: { rank: null } });
    expect(await get(`/ratings/${idOf(101)}`)).toMatchObject({ fast: { rank: null } });
  });

  test('is restored from the store after Redis lost it, without players who were absent too long', async () => {
    await becomeRanked(1);
    const before = await ladder(idOf(1));
    await service.redis.flushall();
    expect(await get(`/ratings/${idOf(1)}`)).toMatchObject({ fast: { rank: null } });
    expect(await ladder(idOf(1))).toEqual(before);
    expect(await get(`/ratings/${idOf(1)}`)).toMatchObject({ fast: { rank: 1 } });
    service.clock.now = NOON + 400 * DAY;
    expect(await get(`/ratings/${idOf(1)}`)).toMatchObject({ fast: { rank: null } });
    expect(await ladder(idOf(1))).toMatchObject({ players: [], me: { rank: null, provisional: true } });
  });

  test('a deleted user leaves it, also after Redis lost it; the games of others stay', async () => {
    await becomeRanked(1);
    await becomeRanked(2);
    await service.rate(finished(1, 2));
    for (let n = 0; n < 2; n += 1)
      await service.internal.call(ROUTES.leaveLadder, { body: { userId: idOf(1) } });
    const left = async () => (await ladder()).players.map(({ userId }) => userId);
    expect(await left()).toEqual([idOf(2)]);
    await service.redis.flushall();
    expect(await left()).toEqual([idOf(2)]);
    const { games } = await get<{ games: object[] }>(`/ratings/${idOf(2)}/games`);
    expect(games).not.toEqual([]);
    const refused = await service.call('POST', '/internal/ratings/leave', {
      userId: idOf(2),
      body: { userId: idOf(2) },
    });
    expect(refused.status).toBe(401);
  });
});

describe('conduct', () => {
  const conduct = (n: number) => get<{ pause: { until: number } | null }>('/ratings/mine/conduct', idOf(n));
  const aborted = () => finished(1, 2, { winner: -1, endReason: 'NONE', abortedBy: idOf(1), moveTimes: [] });

  test('starts with a warning, then pauses that grow, which pairing reads', async () => {
    const game = aborted();
    expect((await service.rate(game)).body).toEqual({ ratings: null });
    await service.rate(game);
    expect(await conduct(1)).toEqual({ pause: null, warning: 'aborted', nextPause: 120_000 });
    expect(await conduct(2)).toEqual({ pause: null, warning: null, nextPause: 0 });

    await service.rate(aborted());
    expect(await conduct(1)).toMatchObject({ pause: { until: NOON + 120_000, reason: 'aborted' } });
    expect(Number(await service.redis.get(`{user:${idOf(1)}}:pause`))).toBe(NOON + 120_000);
    await service.rate(finished(1, 2, { winner: 2, endReason: 'SURRENDER', leftBy: idOf(1) }));
    expect(await conduct(1)).toMatchObject({ pause: { until: NOON + 600_000, reason: 'left' } });
    expect(await service.games.countDocuments()).toBe(1);
    expect(await userRatingOf(2)).toMatchObject({ games: 1 });
  });

  test('improves with completed games', async () => {
    await service.rate(aborted());
    await service.rate(finished(1, 2));
    await service.rate(finished(1, 3));
    expect(await conduct(1)).toMatchObject({ warning: null });
  });

  test('repeated early resignations are flagged', async () => {
    for (let n = 0; n < 3; n += 1)
      await service.rate(finished(1, 10 + n, { winner: 2, endReason: 'SURRENDER', moveTimes: [1, 2] }));
    expect(await conduct(1)).toMatchObject({ pause: { reason: 'early_surrender' } });
    const [flag] = await service.flags.find().lean();
    expect(flag).toMatchObject({ kind: 'early_surrenders', users: [idOf(1)] });
    expect(flag?.games).toHaveLength(3);
  });
});
