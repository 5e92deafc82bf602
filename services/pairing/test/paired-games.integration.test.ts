import { ROUTES } from '@doushouqi/protocol/server';
import { idOf } from '@doushouqi/service-kit/testing';
import { afterEach, expect, test } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const pairing = await testPairing(1);
const { redis, rooms, internal } = pairing;
afterEach(() => pairing.reset());

/** Takes from the only entry of a hash what older versions do not write. */
async function age(key: string): Promise<void> {
  const [[gameId, text] = []] = Object.entries(await redis.hgetall(key));
  await redis.hset(key, gameId!, text!.replace(/"(kind|timeControl)":("\w+"|\{[^}]*\}),/g, ''));
  expect(await redis.hget(key, gameId!)).not.toMatch(/"kind"|"timeControl"/);
}

test('passes the context of a game to its room', async () => {
  const timeControl = { initial: 10, increment: 5 };
  const players = [idOf(3), idOf(4)] as const;
  const game = {
    gameId: 'final',
    roomId: 'final',
    kind: 'paired',
    timeControl,
    players,
    at: Date.now(),
  } as const;
  await pairing.context.store.take({ pair: { ...game, context: 'cup:1' } });
  pairing.clock.ahead = 2_500;
  await eventually(() => expect(rooms.made.get('final')).toMatchObject({ kind: 'paired', context: 'cup:1' }));
});

test('finishes a pair that an older version took, shows its game and ends it', async () => {
  rooms.state.answer = 'fail';
  for (const n of [1, 2]) {
    const { api } = await pairing.person(n);
    await api.joinPairing({ body: { initial: 10, increment: 5, rated: true } });
  }
  await eventually(async () => expect(await redis.hlen('{pairing}:pairs')).toBe(1));
  await age('{pairing}:pairs');
  rooms.state.answer = 'make';
  pairing.clock.ahead = 2_500;
  const { roomId } = await pairing.notices.first(idOf(1), 'paired');
  const { gameId, players, kind } = rooms.made.get(roomId)!;
  expect(kind).toBe('rated');
  await eventually(async () => expect(await redis.hlen('{pairing}:games')).toBe(1));
  await age('{pairing}:games');
  const reply = await fetch(`${pairing.url}/api/pairing/games/${idOf(1)}`);
  expect(await reply.json()).toEqual({ game: { roomId, initial: 10, increment: 5 } });
  const body = { gameId, roomId, players: [players[0]!, players[1]!] as [string, string], kind, winner: 0 };
  await internal.call(ROUTES.endPairing, { body });
  expect(await redis.hgetall('{pairing}:counts')).toMatchObject({ 'games 10+5:rated': '0' });
});
