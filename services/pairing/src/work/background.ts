import { type RedisClient, repeat } from '@doushouqi/service-kit';
import { seeTo } from '../commands/games.ts';
import type { PairingContext } from '../context.ts';
import { runWave } from './wave.ts';

/** One replica runs a wave in this long; a full pool is paired sooner, this long after the last time. Milliseconds. */
const WAVE_MS = 2_000;
const FULL_WAVE_MS = 300;
const TICK_MS = 500;
/** Looked at together. */
const USERS_AT_A_TIME = 500;
const GAMES_AT_A_TIME = 50;

/** Looks at the connections of those who wait. */
async function tendUsers({ store, online, now }: PairingContext): Promise<void> {
  const due = await store.dueUsers(now(), USERS_AT_A_TIME);
  if (due.length === 0) return;
  const connected = await online.connectedOf(due);
  await Promise.all(due.map((userId) => store.tend(userId, connected.has(userId), now())));
}

/** Finishes what another began, and looks at games of whose end nobody told. */
async function tendGames(context: PairingContext): Promise<void> {
  const due = await context.store.dueGames(context.now(), GAMES_AT_A_TIME);
  await Promise.all(due.map((gameId) => seeTo(context, gameId)));
}

export interface Background {
  /** A pool is full. */
  waveSoon(): void;
  stop(): Promise<void>;
}

/** What every replica does besides answering: each step is taken by whoever comes first. */
export function startBackground(
  context: Omit<PairingContext, 'waveSoon'>,
  redis: Pick<RedisClient, 'status'>,
): Background {
  const { store, logger } = context;
  const whole: PairingContext = { ...context, waveSoon: () => undefined };
  const everyTick = (what: string, work: () => Promise<void>) =>
    repeat(
      TICK_MS,
      // Work that waits for a Redis that is away would all come at once when it is back.
      async () => (redis.status === 'ready' ? work() : undefined),
      (error) => logger.warn({ err: error, what }, 'pairing is tried again'),
    );
  const wave = async (kind: string, leaseMs: number): Promise<void> => {
    if (await store.leaseWave(kind, leaseMs)) await runWave(whole);
  };
  const stops = [
    everyTick('wave', () => wave('all', WAVE_MS)),
    everyTick('users', () => tendUsers(whole)),
    everyTick('games', () => tendGames(whole)),
  ];
  let soon: Promise<void> = Promise.resolve();
  return {
    waveSoon() {
      soon = wave('full', FULL_WAVE_MS).catch((error) => {
        logger.warn({ err: error }, 'a full pool waits for the next wave');
      });
    },
    async stop() {
      await Promise.all([...stops.map((stop) => stop()), soon]);
    },
  };
}
