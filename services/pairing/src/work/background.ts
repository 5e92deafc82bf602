import { type RedisClient, repeat } from '@doushouqi/service-kit';
import { removePaused } from '../commands/challenges.ts';
import { seeTo } from '../commands/games.ts';
import type { PairingContext } from '../context.ts';
import { runWave } from './wave.ts';

/** One replica runs a wave in this long; a full pool is paired sooner, this long after the last time. Milliseconds. */
const WAVE_MS = 2_000;
const FULL_WAVE_MS = 300;
/** A pool where so many wait is full. */
const FULL_POOL = 10;
/** How often every replica asks what is to be done: while somebody waits or challenges, and else. Milliseconds. */
const TICK_MS = 500;
const IDLE_TICK_MS = 2_000;
/** What one replica takes at a time. */
const WORK = { waveMs: WAVE_MS, users: 500, games: 50 } as const;

/** Checks the connections and the pauses of users who wait or challenge. */
async function tendUsers(context: PairingContext, due: readonly string[]): Promise<void> {
  if (due.length === 0) return;
  const { store, online, now } = context;
  await Promise.all(due.map((userId) => removePaused(context, userId)));
  const connected = await online.connectedOf(due);
  await Promise.all(due.map((userId) => store.tend(userId, connected.has(userId), now())));
}

/** Finishes what another began, and looks at games of whose end nobody told. */
async function tendGames(context: PairingContext, due: readonly string[]): Promise<void> {
  await Promise.all(due.map((gameId) => seeTo(context, gameId)));
}

export interface Background {
  /** Somebody joined a pool, where so many wait now. */
  joined(waiting: number): void;
  stop(): Promise<void>;
}

/** What every replica does besides answering: each step is taken by whoever comes first. */
export function startBackground(
  context: Omit<PairingContext, 'joined'>,
  redis: Pick<RedisClient, 'status'>,
): Background {
  const { store, logger } = context;
  const whole: PairingContext = { ...context, joined: () => undefined };
  const tryAgain =
    (what: string) =>
    (error: unknown): void =>
      logger.warn({ err: error, what }, 'pairing is tried again');
  let isIdle = false;
  const ticks = repeat(
    () => (isIdle ? IDLE_TICK_MS : TICK_MS),
    async () => {
      // Work that waits for a Redis that is away would all come at once when it is back.
      if (redis.status !== 'ready') return;
      const { watched, isWaveDue, users, games } = await store.takeWork(whole.now(), WORK);
      isIdle = watched === 0;
      await Promise.all([
        isWaveDue && runWave(whole).catch(tryAgain('wave')),
        tendUsers(whole, users).catch(tryAgain('users')),
        tendGames(whole, games).catch(tryAgain('games')),
      ]);
    },
    tryAgain('work'),
  );
  const fullWave = async (): Promise<void> => {
    if (await store.leaseFullWave(FULL_WAVE_MS)) await runWave(whole);
  };
  let soon: Promise<void> = Promise.resolve();
  return {
    joined(waiting) {
      if (isIdle) ticks.soon();
      if (waiting < FULL_POOL) return;
      soon = fullWave().catch((error) => {
        logger.warn({ err: error }, 'a full pool waits for the next wave');
      });
    },
    async stop() {
      await Promise.all([ticks.stop(), soon]);
    },
  };
}
