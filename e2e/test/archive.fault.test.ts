import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { afterAll, expect, test } from 'vitest';
import { startArena } from '../src/arena.ts';
import { DEN_GAME } from '../src/games.ts';

const arena = await startArena();
const redis = connectRedis(arena.platform.redisUrl, { role: 'command' });
afterAll(async () => {
  await closeRedis(redis);
  await arena.stop();
});

const patience = { timeout: 60_000, interval: 100 };

/** Counts as if a job had failed for hours, and waits until it fails again. */
async function failForHours(jobId: string): Promise<void> {
  await expect.poll(async () => (await arena.archive.getJob(jobId))?.isDelayed(), patience).toBe(true);
  // BullMQ derives the delay from this number.
  await redis.hset(arena.archive.toKey(jobId), { atm: 15 });
  await (await arena.archive.getJob(jobId))!.promote();
  await expect.poll(async () => (await arena.archive.getJob(jobId))?.attemptsMade, patience).toBe(16);
}

test('stores a game within 60 s of the end of an outage of hours', async () => {
  const { roomId, clients, apis } = await arena.table();
  const { gameId } = (await arena.store.load(roomId))!.header;
  await arena.platform.kill('record', 'SIGSTOP');
  await apis[0].surrender({ params: { roomId } });
  for (const client of clients) client.close();
  await failForHours(`record-${gameId}`);
  await arena.platform.kill('record', 'SIGCONT');
  await expect.poll(async () => (await arena.records(apis[1])).length, patience).toBe(1);
  await expect.poll(() => arena.store.undelivered(roomId), patience).toEqual([]);
});

test('shows a rated game while rating is down for hours, and its change within 60 s of its return', async () => {
  const { roomId, gameId, clients, apis } = await arena.ratedTable();
  for (const [n, client] of clients.entries()) {
    await client.until(() => client.moves.length === n, patience.timeout, `${n} moves`);
    expect(await client.play(DEN_GAME[n]!)).toBeNull();
  }
  await arena.platform.kill('rating', 'SIGSTOP');
  await apis[0].surrender({ params: { roomId } });
  for (const client of clients) client.close();
  const shown = async () =>
    (await arena.records(apis[1])).map(({ rated, ratings }) => [rated, ratings !== null]);
  await expect.poll(shown, patience).toEqual([[true, false]]);
  await failForHours(`rating-${gameId}`);
  await arena.platform.kill('rating', 'SIGCONT');
  await expect.poll(shown, patience).toEqual([[true, true]]);
  await expect.poll(() => arena.store.undelivered(roomId), patience).toEqual([]);
});
