import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { startTestRedis } from '@doushouqi/service-kit/testing';
import { pairRound, swissPlayers, type TournamentEvent } from '@doushouqi/tournament';
import { afterAll, expect, test } from 'vitest';
import { pairRoundAside } from '../src/pair-round.ts';
import type { Book } from '../src/store/book.ts';
import { Ledger } from '../src/store/ledger.ts';
import { keysOf } from '../src/store/scripts.ts';

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});
const [one, other] = [new Ledger(redis, Date.now), new Ledger(redis, Date.now)];

function joined(player: string): TournamentEvent {
  return { kind: 'joined', player, rating: 1_500, at: 1 };
}
/** Enters a player who is not there yet. */
function enter(player: string) {
  return ({ state }: Book): TournamentEvent[] => (state.players.has(player) ? [] : [joined(player)]);
}

/** Removes the last event, as a failover to a replica behind does. */
async function loseLast(id: string): Promise<void> {
  const { events } = keysOf(id);
  const stored = await redis.lrange(events, 0, -2);
  await redis.del(events);
  await redis.rpush(events, ...stored);
}

test('decides again if another process appended first', async () => {
  const seen: number[] = [];
  const decide = (book: Book) => {
    seen.push(book.length);
    return enter('a')(book);
  };
  await Promise.all([
    one.change('race', 'arena', decide),
    other.change('race', 'arena', enter('a')),
    other.change('race', 'arena', enter('b')),
  ]);
  const [mine, theirs] = [await one.read('race', 'arena'), await other.read('race', 'arena')];
  expect([mine.length, theirs.length]).toEqual([2, 2]);
  expect([...mine.state.players.keys()].toSorted()).toEqual(['a', 'b']);
  expect(seen.length).toBeGreaterThan(0);
});

test('refuses by the events of all processes', async () => {
  await one.read('fresh', 'arena');
  await other.change('fresh', 'arena', enter('a'));
  const decide = (book: Book) => {
    if (book.state.players.has('a')) throw new Error('known');
    return [];
  };
  await expect(one.change('fresh', 'arena', decide)).rejects.toThrow('known');
});

test('reads all events again after a failover lost some', async () => {
  for (const player of ['a', 'b', 'c']) await one.change('lost', 'arena', enter(player));
  // The new master has neither the last event nor, in its place, the same one.
  await loseLast('lost');
  expect((await one.read('lost', 'arena')).length).toBe(2);
  await loseLast('lost');
  await other.change('lost', 'arena', enter('d'));
  await one.change('lost', 'arena', enter('e'));
  expect([...(await one.read('lost', 'arena')).state.players.keys()]).toEqual(['a', 'd', 'e']);
});

test('pairs a large round in a worker thread as in this one', { timeout: 60_000 }, async () => {
  const players = Array.from({ length: 80 }, (_, n) => joined(`p${n}`));
  await one.change('large', 'swiss', () => players);
  const due = swissPlayers((await one.read('large', 'swiss')).state, 1);
  expect(await pairRoundAside(due)).toEqual(pairRound(due));
});
