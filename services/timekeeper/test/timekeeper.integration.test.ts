import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_QUEUE, type GameJob } from '@doushouqi/protocol';
import { openQueue } from '@doushouqi/room-core/queue';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BLUE, lostJobs, RED, startTable, type Table } from './fixtures.ts';

/** The default time control's five minutes. */
const INITIAL = 300_000;
/** Returns the start of a game whose clock has one second left. */
function nearlyOver(): number {
  return Date.now() - INITIAL + 1_000;
}
/** Maximum delay of a job on a busy machine (ms). A BullMQ worker without a notification polls only every five seconds. */
const AT_ONCE = 3_000;
const patience = { timeout: 30_000, interval: 20 };

let table: Table;
beforeEach(async () => {
  table = await startTable();
});
afterEach(() => table.stop());

async function status(roomId: string) {
  const room = await table.store.load(roomId);
  return room?.header.winner ?? room?.header.status;
}
function archivedIds() {
  return table.record.taken.map(({ gameId }) => gameId);
}
/** Red makes one move, and both agree to a reset during the game. */
async function resetAfterOneMove(roomId: string, at: number, jobs?: typeof lostJobs): Promise<void> {
  const move = { type: 'move', userId: RED, side: 'red', from: { x: 0, y: 6 }, to: { x: 0, y: 5 } } as const;
  await table.execute(roomId, move, at, jobs);
  await table.execute(roomId, { type: 'offer', userId: RED, kind: 'reset' }, at, jobs);
  const yes = { type: 'answer', userId: BLUE, kind: 'reset', accept: true, newGameId: 'again' } as const;
  await table.execute(roomId, yes, at, jobs);
}
function surrender(roomId: string, at: number, jobs?: typeof lostJobs) {
  return table.execute(roomId, { type: 'surrender', userId: RED }, at, jobs);
}

describe('clocks', () => {
  test('the job flags when the time is up, and the game is archived once', async () => {
    const begun = nearlyOver();
    await table.seat('job', begun);
    await table.start();
    await expect.poll(() => status('job'), patience).toBe('blue');
    const room = await table.store.load('job');
    expect(room?.endTime).toBeGreaterThanOrEqual(begun + INITIAL);
    expect(room?.endTime).toBeLessThan(begun + INITIAL + AT_ONCE);
    await expect.poll(() => archivedIds(), patience).toEqual(['game-job']);
    await expect.poll(() => table.store.undelivered('job'), patience).toEqual([]);
  });

  test('a move before the check reschedules it for the other side', async () => {
    const begun = nearlyOver();
    await table.seat('rearm', begun);
    const move = {
      type: 'move',
      userId: RED,
      side: 'red',
      from: { x: 0, y: 6 },
      to: { x: 0, y: 5 },
    } as const;
    await table.execute('rearm', move, begun + 1_000);
    await table.start();
    await expect.poll(() => status('rearm'), patience).toBe('red');
    const { header, endTime } = (await table.store.load('rearm'))!;
    expect(header.timeLeft).toEqual({ red: INITIAL - 1_000 + 3_000, blue: 0 });
    expect(endTime).toBeGreaterThanOrEqual(begun + 1_000 + INITIAL);
    expect(endTime).toBeLessThan(begun + 1_000 + INITIAL + AT_ONCE);
  });

  test('the sweeper replaces a lost job', async () => {
    await table.seat('swept', Date.now() - INITIAL - 1, lostJobs);
    await table.start({ sweepIntervalMs: 50 });
    await expect.poll(() => status('swept'), patience).toBe('blue');
    await expect.poll(() => archivedIds(), patience).toEqual(['game-swept']);
  });

  test('two timekeepers with jobs and sweepers flag and archive each game once', async () => {
    const rooms = Array.from({ length: 20 }, (_, n) => `both-${n}`);
    for (const roomId of rooms) await table.seat(roomId, nearlyOver());
    await table.start({ sweepIntervalMs: 20 });
    await table.start({ sweepIntervalMs: 20 });
    for (const roomId of rooms) await expect.poll(() => status(roomId), patience).toBe('blue');
    for (const roomId of rooms) expect((await table.store.load(roomId))?.v).toBe(3);
    await expect
      .poll(async () => (await Promise.all(rooms.map(table.store.undelivered))).flat(), patience)
      .toEqual([]);
    expect(new Set(archivedIds())).toEqual(new Set(rooms.map((roomId) => `game-${roomId}`)));
  });

  test('the sweeper leaves a running game alone and schedules its next check for the possible timeout', async () => {
    const begun = Date.now();
    await table.seat('running', begun);
    await table.live.enter('running', begun);
    await table.start({ sweepIntervalMs: 50 });
    await expect
      .poll(async () => Number(await table.redis.zscore('rooms:live', 'running')), patience)
      .toBeGreaterThan(begun + INITIAL);
    expect(await status('running')).toBe('playing');
  });
});

describe('finished games', () => {
  test('a game is archived once after the record service was unavailable', async () => {
    table.record.refuseWith = 'UNAVAILABLE';
    await table.seat('away', Date.now());
    await surrender('away', Date.now());
    await table.start();
    await expect.poll(() => table.record.calls, patience).toBeGreaterThan(1);
    expect(await table.store.undelivered('away')).toHaveLength(1);
    table.record.refuseWith = null;
    await expect.poll(() => table.store.undelivered('away'), patience).toEqual([]);
    expect(table.record.taken).toMatchObject([
      { gameId: 'game-away', players: [RED, BLUE], winner: 2, endReason: 'SURRENDER' },
    ]);
  });

  test('a refused game stays in the outbox and is logged as an error, and other games are archived', async () => {
    table.record.refuseWith = 'INVALID_INPUT';
    await table.seat('refused', Date.now());
    await surrender('refused', Date.now());
    const timekeeper = await table.start();
    const shout = { level: 'error', gameId: 'game-refused', roomId: 'refused', code: 'INVALID_INPUT' };
    await expect.poll(() => timekeeper.logged, patience).toContainEqual(expect.objectContaining(shout));
    table.record.refuseWith = null;
    await table.seat('healthy', Date.now());
    await surrender('healthy', Date.now());
    await expect.poll(() => archivedIds(), patience).toEqual(['game-healthy']);
    expect(await table.store.undelivered('refused')).toHaveLength(1);
  });

  test.each([
    ['its job', undefined, 3_600_000],
    ['the sweeper, where its job was lost', lostJobs, 50],
  ])(
    'a game ended by agreement is archived by %s while the next one runs',
    async (_, jobs, sweepIntervalMs) => {
      const begun = Date.now() - 60_000;
      await table.seat('again', begun, jobs);
      await resetAfterOneMove('again', begun + 1_000, jobs);
      await table.start({ sweepIntervalMs });
      await expect.poll(() => table.store.undelivered('again'), patience).toEqual([]);
      expect(table.record.taken).toMatchObject([
        { gameId: 'game-again', record: '000190805', winner: -1, endReason: 'NONE', moveTimes: [1_000] },
      ]);
      expect((await table.store.load('again'))?.header).toMatchObject({ gameId: 'again', status: 'playing' });
    },
  );

  test('a job of an older version delivers to all receivers', async () => {
    const queue = openQueue<GameJob, 'archive'>(ARCHIVE_QUEUE, table.redis);
    await table.pair('older', 'rated', Date.now() - 10_000, lostJobs);
    await surrender('older', Date.now(), lostJobs);
    await queue.add('archive', { roomId: 'older', gameId: 'game-older' });
    await table.start();
    await expect.poll(() => table.store.undelivered('older'), patience).toEqual([]);
    await queue.close();
  });

  test('the sweeper hurries a retry that an older version delayed by hours', async () => {
    const queue = openQueue<GameJob, 'archive'>(ARCHIVE_QUEUE, table.redis);
    await table.seat('delayed', Date.now(), lostJobs);
    await surrender('delayed', Date.now(), lostJobs);
    const job = { roomId: 'delayed', gameId: 'game-delayed' };
    await queue.add('archive', job, { jobId: 'archive-game-delayed', delay: 7_200_000 });
    await table.start({ sweepIntervalMs: 50 });
    await expect.poll(() => table.store.undelivered('delayed'), patience).toEqual([]);
    await queue.close();
  });

  test('the sweeper archives a finished game whose job was lost, and then removes the room', async () => {
    await table.seat('forgotten', Date.now() - 60_000, lostJobs);
    await surrender('forgotten', Date.now(), lostJobs);
    await table.start({ sweepIntervalMs: 50 });
    await expect.poll(() => archivedIds(), patience).toEqual(['game-forgotten']);
    await expect.poll(() => table.store.undelivered('forgotten'), patience).toEqual([]);
    const [room] = await table.live.due(Number.MAX_SAFE_INTEGER, 1);
    await table.live.reschedule(room!, Date.now());
    await expect.poll(() => table.redis.zscore('rooms:live', 'forgotten'), patience).toBeNull();
  });
});

describe('outages', () => {
  test('workers continue after a restart of Redis', async () => {
    await table.start();
    await table.seat('before', Date.now());
    await table.server.kill();
    await table.server.restart();
    await expect.poll(() => table.redis.ping().catch(() => null), patience).toBe('PONG');
    await surrender('before', Date.now());
    await table.seat('after', nearlyOver());
    await expect.poll(() => archivedIds().toSorted(), patience).toEqual(['game-after', 'game-before']);
  });

  test('a flag due during an outage waits until the nodes have compensated the time', async () => {
    await table.start({ sweepIntervalMs: 20 });
    const begun = Date.now() - INITIAL + 2_000;
    await table.seat('cut', begun);
    await table.server.kill();
    await delay(begun + INITIAL + 100 - Date.now());
    await table.server.restart();
    await expect.poll(() => table.redis.ping().catch(() => null), patience).toBe('PONG');
    // The sweeper has run many times by now.
    await delay(700);
    expect(await status('cut')).toBe('playing');
    await table.execute('cut', { type: 'compensate', outage: 'other process', ms: 20_000 }, Date.now());
    await table.seat('judged', nearlyOver());
    await expect.poll(() => status('judged'), patience).toBe('blue');
    expect(await status('cut')).toBe('playing');
  });

  test('a timekeeper with overdue jobs is not ready', async () => {
    const timekeeper = await table.start();
    await timekeeper.context.checkOnTime();
    await table.live.enter('late', Date.now() - 60_000);
    await expect(timekeeper.context.checkOnTime()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
