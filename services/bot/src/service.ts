import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { count, defineService, serviceUrl } from '@doushouqi/service-kit';
import { BotAccounts } from './accounts.ts';
import { createBotMetrics } from './metrics.ts';
import { Tables } from './tables.ts';

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
