import type { Metrics } from '@doushouqi/service-kit';
import { Counter, Histogram } from 'prom-client';

/** What this replica has done of pairing. */
export interface PairingMetrics {
  /** The room of a pair is there, or could not be made and both wait again. */
  pair(outcome: 'begun' | 'put_back'): void;
  /** Somebody was paired by a wave after so many seconds. */
  waited(pool: string, seconds: number): void;
}

export function createPairingMetrics({ registry }: Pick<Metrics, 'registry'>): PairingMetrics {
  const registers = [registry];
  const pairs = new Counter({
    name: 'pairing_pairs_total',
    help: 'Pairs by outcome: begun, or put_back as their room could not be made',
    labelNames: ['outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'pairing_wait_seconds',
    help: 'How long those waited whom a wave paired, by pool',
    labelNames: ['pool'],
    buckets: [1, 2, 5, 10, 20, 40, 60, 120, 300],
    registers,
  });
  return {
    pair: (outcome) => pairs.inc({ outcome }),
    waited: (pool, seconds) => waits.observe({ pool }, seconds),
  };
}
