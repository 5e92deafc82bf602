import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { idOf, startTestSentinels, type TestSentinels } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ticket } from '../src/store/pairing-store.ts';
import { createPairingStore, type PairingStore } from '../src/store/pairing-store.ts';
import { eventually } from './fixtures.ts';

let sentinels: TestSentinels;
let redis: RedisClient;
let store: PairingStore;
beforeAll(async () => {
  sentinels = await startTestSentinels();
  redis = connectRedis(sentinels.url, { role: 'command' });
  store = createPairingStore(redis);
});
afterAll(async () => {
  await closeRedis(redis);
  await sentinels.stop();
});

function ticketOf(n: number): Ticket {
  const notes = { colorBalance: 0, recentOpponents: [], blocked: [] };
  const place = { id: `ticket-${n}`, userId: idOf(n), pool: '5+3:rated', since: 0 };
  return { ...place, ...notes, rating: 1_500, provisional: false };
}

function pairOf(first: number, second: number) {
  const players = [idOf(first), idOf(second)] as const;
  const what = { kind: 'rated', timeControl: { initial: 5, increment: 3 } } as const;
  return { gameId: `game-${first}`, roomId: `room-${first}`, ...what, players, at: 0 };
}

test('announces a ticket and a pair only after a failover cannot lose them', async () => {
  await eventually(() => store.join(ticketOf(1), 0));
  await store.join(ticketOf(2), 0);
  sentinels.replica.freeze();
  await expect(store.join(ticketOf(3), 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(store.take({ pair: pairOf(1, 2) })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  sentinels.replica.goOn();
  // A repeated request changes nothing that happened meanwhile.
  await eventually(() => store.join(ticketOf(3), 0));
  expect(await store.takenPair('game-1')).toMatchObject({ pair: { roomId: 'room-1' } });

  await store.join(ticketOf(4), 0);
  expect(await store.take({ pair: pairOf(3, 4) })).toMatchObject({ ok: true });
  await sentinels.killMaster();
  await eventually(async () => expect([...(await store.waiting()).keys()]).toEqual([]));
  expect(await store.takenPair('game-3')).toMatchObject({ pair: { roomId: 'room-3' } });
  expect(await store.join(ticketOf(3), 0)).toBeNull();
});
