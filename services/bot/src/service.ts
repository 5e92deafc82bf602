import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { count, defineService, type Metrics, serviceUrl } from '@doushouqi/service-kit';
import { Gauge, Histogram } from 'prom-client';
import { BotAccounts } from './accounts.ts';
import { Tables } from './tables.ts';

interface Counted {
  readonly size: number;
}
interface Queue {
  readonly waiting: number;
  readonly loaded: number;
}

/** Registers the metrics of the bots. */
function createBotMetrics({ registry }: Pick<Metrics, 'registry'>) {
  const registers = [registry];
  const searches = new Histogram({
    name: 'bot_search_seconds',
    help: 'Time of a bot to find a move, by level, without the pause',
    labelNames: ['level'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.3, 1, 2],
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  let pool: Queue = { waiting: 0, loaded: 0 };
  gauge('bot_waiting_moves', 'Moves that wait for a thread', () => pool.waiting);
  gauge('bot_engines', 'Loaded engines', () => pool.loaded);
  return {
    searched: (level: number, ms: number) => searches.observe({ level }, ms / 1_000),
    watchPool(opened: Queue): void {
      pool = opened;
    },
    watchTables(tables: Counted): void {
      gauge('bot_games', 'Games that this process plays', () => tables.size);
    },
  };
}

/** Threads unless the environment says otherwise: one core is for the sockets. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** The bot service: the house bots play as clients of the gateway. It has no routes. */
export const service = defineService({
  name: 'bot',
  environment: {
    GATEWAY_URL: serviceUrl('gateway'),
    BOT_GAMES: count(200, 'Games of the house bots that this process plays at once.'),
    BOT_THREADS: count(THREADS, 'Threads that search their moves.').meta({
      description: 'Threads that search their moves.',
      fallback: 'cores less one, 1 to 4',
    }),
  },
  open({ env, redis, client, metrics, logger, now, onStop }) {
    const accounts = new BotAccounts(client('auth'));
    const known = createBotMetrics(metrics);
    const play = async () => {
      // Engine and sockets stay out of the memory of a process that plays nothing.
      const { createPlay } = await import('./open-table.ts');
      const { GATEWAY_URL: gatewayUrl, BOT_THREADS: threads } = env;
      const { pool, open } = createPlay({
        gatewayUrl,
        threads,
        accounts,
        onSearched: known.searched,
        logger,
        now,
      });
      known.watchPool(pool);
      onStop('engines', async () => pool.close());
      return open;
    };
    const tables = new Tables({
      process: { owner: randomUUID(), places: env.BOT_GAMES },
      games: createBotGames(redis),
      redis,
      accounts,
      play,
      logger,
    });
    known.watchTables(tables);
    onStop('games', () => tables.stop());
    return { tables };
  },
});
