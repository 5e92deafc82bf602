import { isAssignedRoom, PAIRING_GRACE } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPairingStore } from '../src/store/pairing-store.ts';
import { eventually, testPairing } from './fixtures.ts';

const POOL = { initial: 5, increment: 3, rated: true };

let a: TestUser;
let b: TestUser;
const pairing = await testPairing();
beforeEach(async () => {
  [a, b] = [await pairing.person(1), await pairing.person(2)];
});
afterEach(() => pairing.reset());

/** No user waits and plays at once, and the counts match the entries. */
async function consistent(): Promise<void> {
  const [tickets, playing, counts] = await Promise.all([
    pairing.redis.hgetall('{pairing}:tickets'),
    pairing.redis.hgetall('{pairing}:playing'),
    pairing.redis.hgetall('{pairing}:counts'),
  ]);
  expect(Object.keys(tickets).filter((id) => id in playing)).toEqual([]);
  const waiting = Object.entries(counts).filter(([field]) => field.startsWith('waiting'));
  expect(waiting.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(Object.keys(tickets).length);
}

describe('authorization and input', () => {
  test.each([
    ['POST', '/pairing/join', { initial: 5, increment: 4, rated: true }],
    ['POST', '/pairing/join', { initial: 5, increment: 3 }],
    ['POST', '/pairing/join', { initial: '5', increment: 3, rated: false }],
    ['POST', '/challenges', { initial: 5, increment: 3, rated: true, color: 'green' }],
    ['POST', '/challenges', { initial: 5, increment: 3, rated: true, range: { min: 1_600, max: 1_500 } }],
    ['POST', '/challenges', { initial: 5, increment: 3, rated: true, toId: 'somebody' }],
    ['POST', '/challenges/..%2f..%2fx/accept', {}],
    ['GET', '/challenges/x', undefined],
    ['GET', '/pairing/games/x', undefined],
    ['GET', '/pairing/games?limit=11', undefined],
    ['GET', '/pairing/games?limit=0', undefined],
  ])('%s %s %j is 400', async (method, path, body) => {
    const reply = await pairing.call(method, `/api${path}`, { userId: a.id, body });
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    ['POST', '/pairing/join'],
    ['POST', '/pairing/leave'],
    ['GET', '/pairing/mine'],
    ['POST', '/challenges'],
    ['POST', '/challenges/abcdefghijkl/accept'],
    ['DELETE', '/challenges/abcdefghijkl'],
  ])('%s %s without a token is 401', async (method, path) => {
    expect((await fetch(`${pairing.url}/api${path}`, { method })).status).toBe(401);
  });

  test('only services may report the end of a game', async () => {
    const reply = await fetch(`${pairing.url}/internal/pairing/ended`, { method: 'POST' });
    expect(reply.status).toBe(401);
  });
});

describe('the queue', () => {
  test('has one ticket per user, which moves to another pool', async () => {
    const first = await a.api.joinPairing({ body: POOL });
    expect(first).toEqual({ ticket: expect.any(String), expectedWait: null });
    expect(await a.api.joinPairing({ body: POOL })).toEqual(first);
    await a.api.joinPairing({ body: { initial: 15, increment: 10, rated: false } });
    const { ticket, paired, pause, challenge } = await a.api.getMyPairing();
    expect(ticket).toMatchObject({ initial: 15, increment: 10, rated: false, since: expect.any(Number) });
    expect(ticket?.id).not.toBe(first.ticket);
    expect([paired, pause, challenge]).toEqual([null, null, null]);
    await consistent();
    await a.api.leavePairing();
    await a.api.leavePairing();
    expect((await a.api.getMyPairing()).ticket).toBeNull();
    await consistent();
  });

  test('returns the room of a playing user, and no ticket', async () => {
    expect(await a.api.getMyPairing()).not.toHaveProperty('runningRoom');
    await pairing.rooms.play('friends', [a.id, idOf(9)]);
    expect((await a.api.getMyPairing()).runningRoom).toBe('friends');
    expect(await b.api.getMyPairing()).not.toHaveProperty('runningRoom');
    await a.api.joinPairing({ body: POOL });
    expect(await a.api.getMyPairing()).not.toHaveProperty('runningRoom');
  });

  test('ten windows of one user that join and leave at once leave one ticket or none', async () => {
    const other = { ...POOL, rated: false };
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 3 === 2 ? a.api.leavePairing() : a.api.joinPairing({ body: i % 2 ? POOL : other }),
      ),
    );
    await consistent();
    expect(await pairing.redis.hlen('{pairing}:tickets')).toBeLessThanOrEqual(1);
  });

  test('one waiting user causes no job and no lease', async () => {
    await a.api.joinPairing({ body: POOL });
    const work = await createPairingStore(pairing.redis).takeWork(0, { waveMs: 2_000, users: 9, games: 9 });
    expect(work).toEqual({ watched: 1, isWaveDue: false, users: [], games: [] });
    expect(await pairing.redis.exists('{pairing}:wave:all')).toBe(0);
  });

  test('pools have numbers of waiting and playing users', async () => {
    await a.api.joinPairing({ body: POOL });
    pairing.clock.ahead += 2_000;
    const { pools, playing } = await a.api.listPools();
    expect(pools).toHaveLength(8);
    expect(pools.find((one) => one.waiting > 0)).toEqual({
      ...POOL,
      waiting: 1,
      playing: 0,
      expectedWait: null,
    });
    expect(playing).toBe(0);
  });
});

describe('two waiting users', () => {
  async function pairUp(pool = POOL) {
    await Promise.all([a.api.joinPairing({ body: pool }), b.api.joinPairing({ body: pool })]);
    return Promise.all([pairing.notices.first(a.id, 'paired'), pairing.notices.first(b.id, 'paired')]);
  }

  test('from two addresses are not flagged as an arranged game; from one address they are', async () => {
    b = await pairing.person(2, '198.18.0.2');
    await pairUp();
    expect([...pairing.rooms.made.values()]).toMatchObject([{ isArranged: false }]);
  });

  test('get one room, both are notified, and no ticket remains', async () => {
    const [toA, toB] = await pairUp();
    expect([toA.roomId, new Set([toA.color, toB.color])]).toEqual([toB.roomId, new Set(['red', 'blue'])]);
    expect([toA.opponent.nickname, toB.opponent._id]).toEqual(['棋手2', a.id]);
    expect(isAssignedRoom(toA.roomId)).toBe(true);
    const [room, ...others] = [...pairing.rooms.made.values()];
    expect([room?.kind, room?.isArranged, others]).toEqual(['rated', true, []]);
    expect(room?.players[0]).toBe(toA.color === 'red' ? a.id : b.id);
    await eventually(async () => {
      const { ticket, paired } = await a.api.getMyPairing();
      expect([ticket, paired]).toMatchObject([null, { roomId: toA.roomId, color: toA.color }]);
    });
    expect(await outcome(a.api.joinPairing({ body: POOL }))).toBe('ALREADY_PLAYING');
    expect(await outcome(b.api.createChallenge({ body: POOL }))).toBe('ALREADY_PLAYING');
    await consistent();
  });

  test('wait again after the game, and swap colors', async () => {
    const [first] = await pairUp();
    const [roomId, room] = [...pairing.rooms.made][0]!;
    await pairing.rooms.end(roomId);
    const ended = { gameId: room.gameId, roomId, kind: 'rated' as const, winner: 1 };
    const body = { ...ended, players: room.players as [string, string] };
    for (let i = 0; i < 3; i++) await pairing.internal.call(ROUTES.endPairing, { body });
    expect(await pairing.redis.hget(`{pairing}:user:${room.players[0]}`, 'ratedBalance')).toBe('1');
    expect(await pairing.redis.hget(`{pairing}:user:${room.players[1]}`, 'ratedBalance')).toBe('-1');
    await pairing.notices.forget();
    await Promise.all([a.api.joinPairing({ body: POOL }), b.api.joinPairing({ body: POOL })]);
    pairing.clock.ahead += 61_000;
    await pairing.connect(a.id);
    const next = await pairing.notices.first(a.id, 'paired');
    expect(next.color).not.toBe(first.color);
    // Four waits are too few for a forecast.
    await eventually(async () => {
      expect(await pairing.redis.hget('{pairing}:waits', '5+3:rated')).toMatch(/ 4$/);
    });
    const { pools } = await a.api.listPools();
    expect(pools.find((one) => one.rated && one.initial === 5)?.expectedWait).toBeNull();
  });

  test('are free at the next join if the end of their game was not reported', async () => {
    await pairUp();
    const [roomId] = [...pairing.rooms.made.keys()];
    await eventually(async () => expect((await a.api.getMyPairing()).paired).not.toBeNull());
    await pairing.rooms.end(roomId!);
    expect(await outcome(a.api.joinPairing({ body: POOL }))).toBe('done');
    pairing.clock.ahead += 61_000;
    expect((await b.api.getMyPairing()).paired).toBeNull();
  });

  test('keep their colors after an aborted game, also if its end was not reported', async () => {
    await pairUp();
    const [roomId] = [...pairing.rooms.made.keys()];
    await eventually(async () => expect((await a.api.getMyPairing()).paired).not.toBeNull());
    await pairing.rooms.end(roomId!, 'aborted');
    expect(await outcome(a.api.joinPairing({ body: POOL }))).toBe('done');
    expect(await pairing.redis.hgetall(`{pairing}:user:${a.id}`)).toEqual({ recent: b.id });
  });

  test('a user without a connection is not paired, keeps the place during a reload, and loses it after ten seconds', async () => {
    await pairing.disconnect(a.id);
    const { ticket } = await a.api.joinPairing({ body: POOL });
    await b.api.joinPairing({ body: POOL });
    await eventually(async () => expect(await pairing.redis.hexists('{pairing}:away', a.id)).toBe(1));
    await pairing.connect(a.id);
    await pairing.notices.first(a.id, 'paired');
    expect(ticket).toEqual(expect.any(String));

    const c = await pairing.person(3);
    await c.api.joinPairing({ body: POOL });
    await pairing.disconnect(c.id);
    pairing.clock.ahead += 6_000;
    await eventually(async () => expect(await pairing.redis.hexists('{pairing}:away', c.id)).toBe(1));
    expect((await c.api.getMyPairing()).ticket).not.toBeNull();
    pairing.clock.ahead += PAIRING_GRACE;
    await eventually(async () => expect((await c.api.getMyPairing()).ticket).toBeNull());
    await consistent();
  });

  test('a ticket without a connection takes no place in a wave', async () => {
    const c = await pairing.person(3);
    await pairing.disconnect(c.id);
    pairing.ratingService.ratings.set(b.id, { rating: 1_560 });
    // Prevents waves until all three wait, and runs only one: the state of the nearer ticket in it would affect the
    // next.
    const holdWaves = () => pairing.redis.set('{pairing}:wave:all', 1, 'PX', 60_000);
    await holdWaves();
    for (const { api } of [c, a, b]) await api.joinPairing({ body: POOL });
    await pairing.redis.zrem('{pairing}:watched', c.id);
    await pairing.redis.del('{pairing}:wave:all');
    await eventually(async () => {
      const isOver =
        (await pairing.redis.exists('{pairing}:wave:all')) || pairing.notices.of(a.id).length > 0;
      if (!isOver) throw new Error('no wave yet');
    });
    await holdWaves();
    expect((await pairing.notices.first(a.id, 'paired')).opponent._id).toBe(b.id);
    await consistent();
  });

  test('a waiting user is not paired with a blocked user, but with another one', async () => {
    pairing.ratingService.ratings.set(b.id, { rating: 1_560 });
    await pairing.disconnect(b.id);
    await Promise.all([a.api.joinPairing({ body: POOL }), b.api.joinPairing({ body: POOL })]);
    await pairing.blocks.add(a.id, b.id);
    await pairing.connect(b.id);
    pairing.clock.ahead += 5_000;
    await eventually(async () => {
      expect(JSON.parse((await pairing.redis.hget('{pairing}:tickets', a.id))!).blocked).toEqual([b.id]);
    });
    const c = await pairing.person(3);
    await c.api.joinPairing({ body: POOL });
    expect((await pairing.notices.first(c.id, 'paired')).opponent._id).toBe(a.id);
    expect(pairing.notices.of(b.id)).toEqual([]);
  });

  test('a paused user may not join, and is removed from the queue by a later pause', async () => {
    const pause = (id: string, ms: number) =>
      pairing.redis.set(`{user:${id}}:pause`, Date.now() + pairing.clock.ahead + ms, 'PX', ms);
    await pause(a.id, 110_000);
    const refused = await a.api.joinPairing({ body: POOL }).catch((error: Error) => error.message);
    expect(refused).toBe('你暂时不能匹配对手，请 2 分钟后再试');
    expect((await a.api.getMyPairing()).pause).toEqual({ until: expect.any(Number) });
    expect(await outcome(a.api.createChallenge({ body: POOL }))).toBe('PAIRING_PAUSED');
    await pairing.redis.del(`{user:${a.id}}:pause`);
    await a.api.joinPairing({ body: POOL });
    await pause(a.id, 110_000);
    await b.api.joinPairing({ body: POOL });
    await eventually(async () => expect((await a.api.getMyPairing()).ticket).toBeNull());
    expect((await b.api.getMyPairing()).ticket).not.toBeNull();
  });
});

describe('a room that cannot be created', () => {
  test('refused: both users wait with their previous times', async () => {
    pairing.rooms.state.answer = 'refuse';
    const tickets = [await a.api.joinPairing({ body: POOL }), await b.api.joinPairing({ body: POOL })];
    const since = (await a.api.getMyPairing()).ticket?.since;
    await eventually(() => expect(pairing.rooms.state.calls).toBeGreaterThan(1));
    expect((await a.api.getMyPairing()).ticket).toMatchObject({ id: tickets[0]?.ticket, since });
    expect([pairing.notices.of(a.id), pairing.notices.of(b.id)]).toEqual([[], []]);
    pairing.rooms.state.answer = 'make';
    await pairing.notices.first(a.id, 'paired');
    await consistent();
  });

  test('created without a reply: the pair gets that room', async () => {
    pairing.rooms.state.answer = 'make and fail';
    await Promise.all([a.api.joinPairing({ body: POOL }), b.api.joinPairing({ body: POOL })]);
    await eventually(() => expect(pairing.rooms.made.size).toBe(1));
    expect((await a.api.getMyPairing()).ticket).not.toBeNull();
    pairing.clock.ahead += 11_000;
    const { roomId } = await pairing.notices.first(a.id, 'paired');
    expect([...pairing.rooms.made.keys()]).toEqual([roomId]);
    await consistent();
  });

  test('neither created nor answered for ten seconds: both users wait with their previous times', async () => {
    pairing.rooms.state.answer = 'fail';
    await Promise.all([a.api.joinPairing({ body: POOL }), b.api.joinPairing({ body: POOL })]);
    await eventually(async () => expect(await pairing.redis.hlen('{pairing}:pairs')).toBe(1));
    expect(await outcome(a.api.joinPairing({ body: POOL }))).toBe('ALREADY_PLAYING');
    pairing.clock.ahead += 11_000;
    await eventually(async () => expect(await pairing.redis.hlen('{pairing}:tickets')).toBe(2));
    await consistent();
  });
});
