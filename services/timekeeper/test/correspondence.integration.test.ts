import { DAY_MS, PUSH_QUEUE, type SocialJob, type SocialJobName } from '@doushouqi/protocol';
import { decide, type Room, type RoomCommand } from '@doushouqi/room';
import { openQueue } from '@doushouqi/room-core/queue';
import pMap from 'p-map';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../src/sweep.ts';
import { BLUE, lostJobs, RED, startTable, type Table } from './fixtures.ts';

const HOUR_MS = 3_600_000;
const patience = { timeout: 30_000, interval: 20 };

let table: Table;
let queue: ReturnType<typeof openQueue<SocialJob[SocialJobName], SocialJobName>>;
beforeEach(async () => {
  table = await startTable();
  queue = openQueue<SocialJob[SocialJobName], SocialJobName>(PUSH_QUEUE, table.redis);
});
afterEach(async () => {
  await queue.close();
  await table.stop();
});

const OPEN = { timeControl: null, daysPerMove: 1, table: null } as const;

/** Seats both players of a game of one day, which starts at `at`. */
async function seat(roomId: string, at: number, jobs?: typeof lostJobs): Promise<void> {
  const newGameId = `game-${roomId}`;
  await table.execute(roomId, { type: 'join', userId: RED, newGameId, choices: OPEN }, at, jobs);
  await table.execute(roomId, { type: 'join', userId: BLUE, newGameId }, at, jobs);
}
/** Moves a piece of either side forward. */
function moveOf(side: 'red' | 'blue'): RoomCommand {
  const [userId, from, to] =
    side === 'red' ? [RED, { x: 0, y: 6 }, { x: 0, y: 5 }] : [BLUE, { x: 6, y: 2 }, { x: 6, y: 3 }];
  return { type: 'move', userId, side, from, to };
}
async function headerOf(roomId: string) {
  return (await table.store.load(roomId))!.header;
}
/** Returns the queued notices and calls of the social service. */
async function queued() {
  const jobs = await queue.getJobs(['waiting', 'delayed']);
  return jobs.map(({ name, data }) => ({ name, ...data }));
}

describe('a game of one day per move, whose players have closed their pages', () => {
  test('reminds the player to move once, and ends at the deadline', async () => {
    const begun = Date.now() - DAY_MS + 2_000;
    await seat('slow', begun - 2 * HOUR_MS);
    await table.execute('slow', moveOf('red'), begun - HOUR_MS);
    await table.execute('slow', moveOf('blue'), begun);
    await table.start();
    const until = begun + DAY_MS;
    await expect.poll(async () => (await queued()).length, patience).toBe(1);
    const turn = { kind: 'turn', userId: RED, roomId: 'slow', gameId: 'game-slow', ply: 2 };
    expect(await queued()).toEqual([{ name: 'call', ...turn, until, isReminder: true }]);
    expect(await headerOf('slow')).toMatchObject({ status: 'playing' });
    await expect.poll(async () => (await headerOf('slow')).winner, patience).toBe('blue');
    const room = (await table.store.load('slow'))!;
    expect(room.header).toMatchObject({ endReason: 'TIME_UP', moveDeadline: null });
    expect(room.endTime).toBeGreaterThanOrEqual(until);
    await expect
      .poll(() => table.record.taken, patience)
      .toMatchObject([{ gameId: 'game-slow', endReason: 'TIME_UP', winner: 2, timeControl: null }]);
    // Both lists show the end; no second reminder is due.
    await expect.poll(queued, patience).toContainEqual({ name: 'games', userIds: [RED, BLUE] });
    expect(await queued()).toHaveLength(2);
  });

  test('is aborted if a side has not made its first move', async () => {
    await seat('unmoved', Date.now() - DAY_MS - 1);
    await table.start();
    await expect.poll(async () => (await headerOf('unmoved')).status, patience).toBe('aborted');
    expect(await headerOf('unmoved')).toMatchObject({ winner: null, abortedBy: RED });
  });

  test('is judged by the sweeper if its job was lost', async () => {
    const begun = Date.now() - DAY_MS - 1;
    await seat('swept', begun, lostJobs);
    await table.execute('swept', moveOf('red'), begun, lostJobs);
    await table.execute('swept', moveOf('blue'), begun, lostJobs);
    await table.start({ sweepIntervalMs: 50 });
    await expect.poll(async () => (await headerOf('swept')).winner, patience).toBe('blue');
  });

  test('reminds of the next turn only when its time is near', async () => {
    const begun = Date.now() - DAY_MS + 3 * HOUR_MS;
    await seat('moved', begun);
    await table.execute('moved', moveOf('red'), Date.now());
    await table.start();
    const reminder = async () => (await table.redis.zscore('{queue}:room:delayed', 'reminder-game-moved'))!;
    // BullMQ stores the time in the upper bits of the score.
    const at = async () => Math.floor(Number(await reminder()) / 4096);
    await expect.poll(at, patience).toBeGreaterThan(Date.now() + 19 * HOUR_MS);
    expect(await queued()).toEqual([]);
  });
});

describe('10 000 correspondence games', () => {
  const GAMES = 10_000;
  const DUE = 1_000;
  const START = Date.now();

  /** Stores running games that start one after the other, a millisecond each, and registers them with the sweeper. */
  async function storeGames(): Promise<void> {
    const run = (room: Room | null, id: string, command: RoomCommand, at: number): Room => {
      const decided = decide(room, id, command, at);
      if (!decided.ok) throw new Error(decided.error);
      return decided.value.room;
    };
    const store = async (n: number): Promise<void> => {
      const [id, at] = [`slow-${n}`, START + n];
      const join = { type: 'join', userId: RED, newGameId: `game-${n}`, choices: OPEN } as const;
      const open = run(null, id, join, at);
      const playing = run(open, id, { ...join, userId: BLUE }, at);
      await table.store.commit(null, playing, []);
      await table.live.enter(id, playing.header.moveDeadline!);
    };
    await pMap(
      Array.from({ length: GAMES }, (_, n) => n),
      store,
      { concurrency: 200 },
    );
  }

  test('cost a sweep nothing before their deadlines, and are judged 500 per sweep at them', async () => {
    await storeGames();
    let now = START + DAY_MS - 1;
    let loads = 0;
    const load: Table['store']['load'] = (roomId) => {
      loads += 1;
      return table.store.load(roomId);
    };
    const run = () =>
      sweep({
        store: { ...table.store, load },
        live: table.live,
        commands: table.commandsAt(() => now),
        jobs: lostJobs,
        now: () => now,
        onFailed: (error) => {
          throw error;
        },
      });
    expect([await run(), loads]).toEqual([0, 0]);
    now = START + DAY_MS + DUE - 1;
    let visited = 0;
    for (let swept = await run(); swept > 0; swept = await run()) visited += swept;
    expect([visited, loads]).toEqual([DUE, DUE]);
    expect(await headerOf('slow-0')).toMatchObject({ status: 'aborted', abortedBy: RED });
    expect(await headerOf(`slow-${DUE}`)).toMatchObject({ status: 'playing' });
  }, 120_000);
});
