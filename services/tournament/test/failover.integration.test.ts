import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { startTestSentinels, type TestSentinels } from '@doushouqi/service-kit/testing';
import type { TournamentEvent } from '@doushouqi/tournament';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Book } from '../src/store/book.ts';
import { Ledger } from '../src/store/ledger.ts';
import { eventually } from './fixtures.ts';

let sentinels: TestSentinels;
let clients: RedisClient[];
beforeAll(async () => {
  sentinels = await startTestSentinels();
  clients = [1, 2].map(() => connectRedis(sentinels.url, { role: 'command' }));
});
afterAll(async () => {
  await Promise.all(clients.map((one) => closeRedis(one)));
  await sentinels.stop();
});

function enter(player: string) {
  return ({ state }: Book): TournamentEvent[] =>
    state.players.has(player) ? [] : [{ kind: 'joined', player, rating: 1_500, at: 1 }];
}

test('accepts an event only after a failover cannot lose it, also at a repeated call and at another process', async () => {
  const [one, other] = clients.map((client) => new Ledger(client, Date.now)) as [Ledger, Ledger];
  await eventually(() => one.change('t', 'arena', enter('a')));
  const lost = { code: 'UNAVAILABLE' };
  sentinels.replica.freeze();
  await expect(one.change('t', 'arena', enter('b'))).rejects.toMatchObject(lost);
  // The master has the event, so that these calls have nothing to append.
  await expect(one.change('t', 'arena', enter('b'))).rejects.toMatchObject(lost);
  await expect(other.change('t', 'arena', enter('b'))).rejects.toMatchObject(lost);
  expect((await other.read('t', 'arena')).length).toBe(2);
  await expect(other.confirmed('t', 'arena')).rejects.toMatchObject(lost);
  sentinels.replica.goOn();
  await eventually(() => other.confirmed('t', 'arena'));
  await eventually(() => one.change('t', 'arena', enter('b')));
  await sentinels.killMaster();
  await eventually(async () => expect((await other.read('t', 'arena')).length).toBe(2));
});
