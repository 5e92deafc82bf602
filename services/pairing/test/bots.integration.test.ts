import { HOUSE_BOTS } from '@doushouqi/protocol';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exhibitionGame } from '../src/commands/exhibition.ts';
import { testPairing } from './fixtures.ts';

const GAME = { level: 4, initial: 5, increment: 3 };
const BOT = HOUSE_BOTS[3]!._id;
const pairing = await testPairing(1);
const botGames = createBotGames(pairing.redis);

let member: TestUser;
beforeEach(async () => {
  member = await pairing.person(1);
  await runs(200);
});

/** A process of the bot service runs alone, with this number of places. */
async function runs(places: number): Promise<void> {
  await pairing.redis.del('{bot}:processes');
  await botGames.tick({ owner: 'bots-of-tests', places }, [], 0);
}
afterEach(() => pairing.reset());

describe('a game against a bot', () => {
  test.each([
    [undefined, 'bot'],
    [false, 'bot'],
    [true, 'ratedBot'],
  ])('for rated %s is of the kind %s, and the search goes on', async (rated, kind) => {
    await member.api.joinPairing({ body: { initial: 5, increment: 3, rated: true } });
    const { roomId } = await member.api.playBot({ body: { ...GAME, ...(rated !== undefined && { rated }) } });
    expect(pairing.rooms.made.get(roomId)).toMatchObject({ kind, isArranged: false });
    expect(pairing.rooms.made.get(roomId)!.players.toSorted()).toEqual([BOT, member.id].toSorted());
    expect((await member.api.getMyPairing()).ticket).not.toBeNull();
    expect((await botGames.gameOf(member.id))?.roomId).toBe(roomId);
  });

  test('has colors that change with each finished game if it is rated, and not with an aborted one', async () => {
    const next = async () => {
      const { roomId, color } = await member.api.playBot({ body: { ...GAME, rated: true, color: 'red' } });
      await pairing.rooms.end(roomId);
      return color;
    };
    const first = await next();
    await botGames.remove((await botGames.gameOf(member.id))!);
    const aborted: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      aborted.push(await next());
      await botGames.remove((await botGames.gameOf(member.id))!);
    }
    expect(new Set(aborted)).toEqual(new Set([first]));
    pairing.ratingService.botGames.set(member.id, 1);
    expect(await next()).not.toBe(first);
  });

  test('is casual for a guest, who has no rating', async () => {
    const guest = pairing.asGuest(member.id);
    expect(await outcome(guest.playBot({ body: { ...GAME, rated: true } }))).toBe('RATED_FOR_MEMBERS');
    const rated = { initial: 5, increment: 3, rated: true, toId: BOT };
    expect(await outcome(guest.createChallenge({ body: rated }))).toBe('RATED_FOR_MEMBERS');
    const { roomId } = await guest.playBot({ body: GAME });
    expect(pairing.rooms.made.get(roomId)?.kind).toBe('bot');
  });

  test.each([
    ['rated', true, 'ratedBot'],
    ['casual', false, 'bot'],
  ])('begins with a %s challenge to the bot', async (_, rated, kind) => {
    await member.api.createChallenge({ body: { initial: 5, increment: 3, rated, toId: BOT } });
    const { roomId } = await pairing.notices.first(member.id, 'paired');
    expect(pairing.rooms.made.get(roomId)?.kind).toBe(kind);
  });
});

describe('a place', () => {
  const play = (who: TestUser) => outcome(who.api.playBot({ body: GAME }));
  const reason = (who: TestUser) =>
    who.api.playBot({ body: GAME }).then(
      () => 'done',
      (error: Error) => error.message,
    );

  test('is taken once for concurrent calls of a user', async () => {
    const games = await Promise.all(
      Array.from({ length: 18 }, () => member.api.playBot({ body: { ...GAME, rated: true } })),
    );
    expect(new Set(games.map(({ roomId }) => roomId)).size).toBe(1);
    expect(pairing.rooms.made.size).toBe(1);
    expect(await botGames.places()).toEqual({ total: 200, taken: 1 });
  });

  test('is one of a quarter for each address', async () => {
    await runs(12);
    const people = await Promise.all([2, 3, 4, 5, 6].map((n) => pairing.person(n, '198.18.0.9')));
    const all = await Promise.all(people.map(play));
    expect(all.toSorted()).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'done', 'done', 'done']);
    expect(await reason(await pairing.person(7, '198.18.0.9'))).toContain('网络');
    expect(await play(await pairing.person(8, '198.18.0.10'))).toBe('done');
  });

  test('is refused while all are taken, which the pools tell, and free again after the game', async () => {
    await runs(1);
    const { roomId } = await member.api.playBot({ body: GAME });
    const other = await pairing.person(2, '198.18.0.2');
    expect(await reason(other)).toBe('机器人都在下棋，请稍后再试');
    pairing.clock.ahead += 1_001;
    expect(await pairing.as(null).listPools()).toMatchObject({ bots: true, botsBusy: true });
    await botGames.remove((await botGames.gameOf(member.id))!);
    expect(pairing.rooms.made.has(roomId)).toBe(true);
    expect(await play(other)).toBe('done');
    await botGames.remove((await botGames.gameOf(other.id))!);
    pairing.clock.ahead += 1_001;
    expect((await pairing.as(null).listPools()).botsBusy).toBeUndefined();
  });

  test('of a room that was refused is free at once; without a reply it stays taken until a bot looks', async () => {
    pairing.rooms.state.answer = 'refuse';
    expect(await play(member)).toBe('UNAVAILABLE');
    expect((await botGames.places()).taken).toBe(0);
    pairing.rooms.state.answer = 'make and fail';
    expect(await play(member)).toBe('UNAVAILABLE');
    expect((await botGames.places()).taken).toBe(1);
    pairing.rooms.state.answer = 'make';
    expect(await play(member)).toBe('done');
    expect(pairing.rooms.made.size).toBe(1);
    const { taken } = await botGames.tick({ owner: 'bots-of-tests', places: 200 }, [], 10);
    expect(taken.map(({ roomId }) => roomId)).toEqual([...pairing.rooms.made.keys()]);
  });

  test('is held until the room exists, and then looked for by a bot', async () => {
    pairing.rooms.state.answer = 'fail';
    expect(await play(member)).toBe('UNAVAILABLE');
    const bots = { owner: 'bots-of-tests', places: 200 };
    expect((await botGames.tick(bots, [], 10)).taken).toEqual([]);
    const game = (await botGames.gameOf(member.id))!;
    const end = Number(await pairing.redis.zscore('{bot}:due', game.roomId));
    expect(end).toBeGreaterThan(Date.now());
    await pairing.redis.zadd('{bot}:due', 1, game.roomId);
    expect((await botGames.tick(bots, [], 10)).taken).toEqual([game]);
  });

  test('of a finished game is left by its bot, and a third one has to wait', async () => {
    const bots = { owner: 'bots-of-tests', places: 200 };
    const finish = async () => {
      const { roomId } = await member.api.playBot({ body: GAME });
      await pairing.rooms.end(roomId);
      return (await botGames.gameOf(member.id))!;
    };
    const [first, second] = [await finish(), await finish()];
    const { taken } = await botGames.tick(bots, [], 10);
    expect((await botGames.tick(bots, taken, 0)).former).toEqual([first.roomId]);
    expect(await reason(member)).toBe('上一局刚结束，请稍后再试');
    await botGames.remove(first);
    expect((await finish()).roomId).not.toBe(second.roomId);
  });

  test('is not forgotten while its room cannot be read, and needs no room service', async () => {
    const { roomId } = await member.api.playBot({ body: GAME });
    const key = `{room:${roomId}}:state:2`;
    const room = (await pairing.redis.hget(key, 'room'))!;
    await pairing.redis.hset(key, 'room', 'damaged');
    expect(await play(member)).toBe('UNAVAILABLE');
    expect((await botGames.places()).taken).toBe(1);
    await pairing.redis.hset(key, 'room', room);
    await pairing.rooms.stop();
    expect(await play(member)).toBe('done');
    await pairing.rooms.start();
    expect(pairing.rooms.made.size).toBe(1);
  });

  test('is taken once for an exhibition that many ask for', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => exhibitionGame({ ...pairing.context, random: Math.random })),
    );
    expect(pairing.rooms.made.size).toBe(1);
    expect((await botGames.places()).taken).toBe(1);
  });
});

test('a bot does not play by itself', async () => {
  expect(await outcome(pairing.as(BOT).playBot({ body: { ...GAME, rated: true } }))).toBe('NOT_FOR_BOTS');
});

test('the call needs a login and valid input', async () => {
  const path = '/api/pairing/bot';
  expect((await pairing.call('POST', path, { body: { ...GAME, rated: true } })).status).toBe(401);
  const sent = { userId: member.id, body: { ...GAME, rated: 'yes' } };
  expect((await pairing.call('POST', path, sent)).body).toMatchObject({ code: 'INVALID_INPUT' });
});
