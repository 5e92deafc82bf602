import { gamesPerUser } from '@doushouqi/protocol';
import { createPlaces } from '@doushouqi/room-core';
import { apiFrom, idOf } from '@doushouqi/service-kit/testing';
import { describe, expect, test } from 'vitest';
import { testRoom } from './fixtures.ts';

/** Seats of an address. */
const PER_ADDRESS = 12;

const room = await testRoom({ perAddress: PER_ADDRESS });
const { clock, context, guestToken, token, url } = room;

type Way = { isGuest?: boolean; isUntimed?: boolean };

/** Enters a room as a new connection of the user from an address. */
function enter(
  userId: string,
  roomId: string,
  from: string,
  { isGuest = false, isUntimed = false }: Way = {},
) {
  const api = apiFrom(url, from, isGuest ? guestToken(userId) : token(userId));
  return api.joinRoom({ body: { roomId, ...(isUntimed && { timeControl: null }) } });
}
/** Opens rooms one after the other until a refusal; returns their number and the refusal. */
async function openMany(userId: string, from: string, way: Way) {
  for (let n = 0; ; n++) {
    try {
      await enter(
        userId,
        `${userId.slice(-4)}-${from.replaceAll('.', '-')}-${way.isUntimed ? 'u' : 't'}${n}`,
        from,
        way,
      );
    } catch (error) {
      return [n, (error as { code: string }).code];
    }
  }
}

describe('the seats of a user', () => {
  test.each([
    [false, false, 5],
    [false, true, 10],
    [true, false, 2],
    [true, true, 2],
  ])('guest: %s, without clocks: %s, are %s', async (isGuest, isUntimed, most) => {
    expect(gamesPerUser(isGuest, isUntimed)).toBe(most);
    const userId = idOf(100 + Number(isGuest) * 2 + Number(isUntimed));
    expect(await openMany(userId, '203.0.113.1', { isGuest, isUntimed })).toEqual([most, 'TOO_MANY_GAMES']);
  });

  test('count running games, and are free after their end and after a crash', async () => {
    const [guest, other] = [idOf(110), idOf(111)];
    for (const roomId of ['ends', 'crashes']) {
      await enter(other, roomId, '203.0.113.3');
      await enter(guest, roomId, '203.0.113.2', { isGuest: true });
    }
    const more = () => enter(guest, 'more', '203.0.113.2', { isGuest: true });
    await expect(more()).rejects.toMatchObject({ status: 400, code: 'TOO_MANY_GAMES' });
    await context.commands.execute('ends', { type: 'surrender', userId: guest });
    await expect.poll(() => context.places.roomsOf(guest, 'timed')).toEqual(['crashes']);
    await more();
    // A process that died after its commit freed no seat.
    const lost = { ...context.store, load: async () => null };
    const stale = createPlaces(context.redis, {
      load: lost.load,
      perAddress: PER_ADDRESS,
      now: () => clock.now,
    });
    await context.commands.execute('crashes', { type: 'surrender', userId: guest });
    await expect.poll(() => context.places.roomsOf(guest, 'timed')).toEqual(['more']);
    await stale.take('crashes', [{ userId: guest, isUntimed: false }]);
    await expect(enter(guest, 'third', '203.0.113.2', { isGuest: true })).rejects.toMatchObject({
      code: 'TOO_MANY_GAMES',
    });
    clock.now += 10_001;
    await enter(guest, 'third', '203.0.113.2', { isGuest: true });
  });

  test('are taken again by a rematch', async () => {
    const [guest, other] = [idOf(120), idOf(121)];
    await enter(other, 'first', '203.0.113.5');
    await enter(guest, 'first', '203.0.113.4', { isGuest: true });
    await context.commands.execute('first', { type: 'surrender', userId: guest });
    await expect.poll(() => context.places.roomsOf(guest, 'timed')).toEqual([]);
    for (const roomId of ['second', 'third-one'])
      await enter(guest, roomId, '203.0.113.4', { isGuest: true });
    await context.commands.execute('first', { type: 'offer', userId: guest, kind: 'reset' });
    const accept = () =>
      context.commands.execute('first', {
        type: 'answer',
        userId: other,
        kind: 'reset',
        accept: true,
        newGameId: 'again',
      });
    expect(await accept()).toMatchObject({ ok: false, code: 'OPPONENT_TOO_MANY_GAMES' });
    await context.commands.execute('second', { type: 'leave', userId: guest });
    await expect.poll(() => context.places.roomsOf(guest, 'timed')).toEqual(['third-one']);
    expect(await accept()).toMatchObject({ ok: true });
  });

  test('a room without clocks that gets a clock counts as one with clocks', async () => {
    const guest = idOf(130);
    const way = { isGuest: true, isUntimed: true };
    for (const roomId of ['slow-1', 'slow-2']) await enter(guest, roomId, '203.0.113.6', way);
    const api = apiFrom(url, '203.0.113.6', guestToken(guest));
    await enter(guest, 'quick-1', '203.0.113.6', { isGuest: true });
    const body = { initial: 5, increment: 3 };
    await api.setTimeControl({ params: { roomId: 'slow-1' }, body });
    await expect(api.setTimeControl({ params: { roomId: 'slow-2' }, body })).rejects.toMatchObject({
      code: 'TOO_MANY_GAMES',
    });
    await expect
      .poll(() =>
        enter(guest, 'slow-3', '203.0.113.6', way).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});

test('limits the seats of all users of an address, also for concurrent joins', async () => {
  const users = Array.from({ length: PER_ADDRESS + 4 }, (_, n) => idOf(200 + n));
  const opened = await Promise.allSettled(
    users.map((userId, n) => enter(userId, `many-${n}`, '198.51.100.7', { isGuest: true })),
  );
  const refused = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toMatchObject(Array(4).fill({ status: 429, code: 'ADDRESS_TOO_MANY_GAMES' }));
  await enter(idOf(250), 'elsewhere', '198.51.100.8', { isGuest: true });
  // Rooms that expired do not count.
  await context.redis.del(...(await context.redis.keys('{room:many-*}:*')));
  clock.now += 10_001;
  await enter(users.at(-1)!, 'later', '198.51.100.7', { isGuest: true });
});
