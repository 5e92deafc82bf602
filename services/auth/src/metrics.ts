import type { Metrics } from '@doushouqi/service-kit';
import { Gauge } from 'prom-client';
import type { WorkSlots } from './work-slots.ts';

/** Shows how many password hashes run and wait: each takes a processor for a good part of a tenth of a second. */
export function addHashingGauges({ registry }: Metrics, hashing: Pick<WorkSlots, 'load'>): void {
  new Gauge({
    name: 'auth_password_hashes',
    help: 'Password hashes, by state: running or waiting for a slot',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = hashing.load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}
