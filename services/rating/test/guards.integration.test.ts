import { idOf } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { testRating } from './fixtures.ts';

const service = await testRating();

async function get(path: string, userId?: string): Promise<string> {
  const { status, body } = await service.call('GET', `/api${path}`, userId === undefined ? {} : { userId });
  return status === 200 ? 'done' : `${status} ${body.code}`;
}

test.each([
  '/ratings/1',
  '/ratings?ids=',
  '/ratings?ids=x',
  `/ratings?ids=${Array.from({ length: 21 }, (_, n) => idOf(n)).join(',')}`,
  '/ratings',
  `/ratings/${idOf(1)}/history`,
  `/ratings/${idOf(1)}/history?class=blitz`,
  `/ratings/${idOf(1)}/history?class[$ne]=fast`,
  `/ratings/${idOf(1)}/games?limit=21`,
  `/ratings/${idOf(1)}/games?limit=0`,
  '/ratings/$ne/record',
  '/ladder',
  '/ladder?class=medium',
])('%s is refused', async (path) => {
  expect(await get(path)).toBe('400 INVALID_INPUT');
});

test('a user without games has the start rating', async () => {
  const start = {
    rating: 1500,
    deviation: 350,
    games: 0,
    provisional: true,
    level: { order: 12, id: 'wolf-3' },
    week: null,
    seasons: [],
  };
  const one = await service.call('GET', `/api/ratings/${idOf(1)}`);
  expect(one.body).toEqual({ fast: { ...start, rank: null }, slow: { ...start, rank: null } });
  expect((await service.call('GET', `/api/ratings/${idOf(1)}/record`)).body).toMatchObject({
    averageRounds: null,
    bestStreak: null,
  });
  const { body } = await service.call('GET', `/api/ratings?ids=${idOf(2)},${idOf(1)},${idOf(2)}`);
  expect(body).toEqual({ ratings: [2, 1].map((n) => ({ userId: idOf(n), fast: start, slow: start })) });
  expect((await service.call('GET', '/api/ladder?class=fast', { userId: idOf(1) })).body).toEqual({
    players: [],
    size: 0,
    animals: [0, 0, 0, 0, 0, 0, 0, 0],
    me: null,
  });
  expect((await service.call('GET', '/api/ratings/mine/conduct', { userId: idOf(1) })).body).toEqual({
    pause: null,
    warning: null,
    nextPause: 0,
  });
});
