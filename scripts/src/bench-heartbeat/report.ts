import { percentile, sum } from '../bench/statistics.ts';
import type { Flow } from './load.ts';

/** CPU seconds of the social service and Redis for 1 000 heartbeats. */
const AIM = 0.25;

export type PhaseName = 'first' | 'direct' | 'throughGateway' | 'bare' | 'bareThroughGateway';
/** One phase; `cpu` in seconds by process. */
export interface Phase extends Flow {
  cpu: Map<string, number>;
}

const LABELS: Record<PhaseName, string> = {
  first: 'heartbeats of users who come online',
  direct: 'heartbeats',
  throughGateway: 'heartbeats through the gateway',
  bare: 'bare express route',
  bareThroughGateway: 'bare express route through the gateway',
};

function perThousand({ beats }: Phase, seconds: number): number {
  return (seconds / beats) * 1_000;
}
/** Of the processes that do the work: the others have leftovers of their own, such as who went offline. */
function costOf(phase: Phase, names: readonly string[]): number {
  return perThousand(phase, sum(names.map((name) => phase.cpu.get(name) ?? 0)));
}
const WORKERS: Record<PhaseName, readonly string[]> = {
  first: ['social', 'redis', 'store'],
  direct: ['social', 'redis'],
  throughGateway: ['social', 'redis', 'gateway'],
  bare: ['lobby'],
  bareThroughGateway: ['lobby', 'gateway'],
};

function row(name: PhaseName, phase: Phase): string {
  return [
    LABELS[name].padEnd(42),
    costOf(phase, WORKERS[name]).toFixed(4).padStart(9),
    ...[0.5, 0.99].map((p) => percentile(phase.latencies, p).toFixed(2).padStart(10)),
    String(phase.refused).padStart(9),
  ].join('');
}

function byProcess(name: PhaseName, phase: Phase): string {
  const parts = [...phase.cpu].map(
    ([process, seconds]) => `${process} ${perThousand(phase, seconds).toFixed(4)}`,
  );
  return `  ${LABELS[name]}: ${parts.join(', ')}`;
}

/** Prints the table and whether the aim holds. */
export function report(
  phases: Record<PhaseName, Phase>,
  { rate, seconds }: { rate: number; seconds: number },
): void {
  const cost = (name: PhaseName): number => costOf(phases[name], WORKERS[name]);
  const entries = Object.entries(phases) as [PhaseName, Phase][];
  const ours = cost('direct');
  const lines = [
    `${rate} heartbeats a second, ${seconds} s a phase, each window of another user`,
    '',
    `${''.padEnd(42)}CPU s/1k    p50 ms    p99 ms  refused`,
    ...entries.map(([name, phase]) => row(name, phase)),
    '',
    'CPU seconds per 1 000 by process (lobby is the bare route)',
    ...entries.map(([name, phase]) => byProcess(name, phase)),
    '',
    `CPU beside the bare route: ${(ours / cost('bare')).toFixed(2)} ×; ` +
      `both through the gateway: ${(cost('throughGateway') / cost('bareThroughGateway')).toFixed(2)} ×`,
    `${ours < AIM ? 'holds' : 'FAILS'}  social and Redis: ${ours.toFixed(4)} s per 1 000 heartbeats (aim ${AIM} s)`,
  ];
  console.log(lines.join('\n'));
}
