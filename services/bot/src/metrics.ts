import type { Metrics } from '@doushouqi/service-kit';
import { Gauge, Histogram } from 'prom-client';

interface Counted {
  readonly size: number;
}
interface Queue {
  readonly waiting: number;
  readonly loaded: number;
}

/** Registers the metrics of the bots. */
export function createBotMetrics({ registry }: Pick<Metrics, 'registry'>) {
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
