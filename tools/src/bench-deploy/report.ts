import { percentile } from '../measure/statistics.ts';
import type { Life } from './game.ts';
import type { Calls } from './visitors.ts';

/** Effects of one part's restart. */
export interface Restart {
  part: string;
  /** From the signal until the replacement is ready. */
  seconds: number;
  life: Life;
  calls: Calls;
}

/** Formats the distribution of reconnects: the whole span, and the most within 100 ms. */
function spread(times: readonly number[]): string {
  if (times.length === 0) return '-';
  const sorted = times.toSorted((a, b) => a - b);
  const most = Math.max(
    ...sorted.map((at) => sorted.filter((other) => other >= at && other < at + 100).length),
  );
  return `${times.length} in ${sorted.at(-1)! - sorted[0]!} ms, ${most} at once`;
}

function ms(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value)} ms` : '-';
}

/** Formats the restarts as a Markdown table. */
export function tableOf(restarts: readonly Restart[]): string {
  const heads = [
    'restarted',
    'took',
    'moves sent',
    'acknowledged',
    'p99',
    'longest stall',
    'clock: worst move',
    'reconnects',
    'HTTP: failed',
    'longest',
  ];
  const rows = restarts.map(({ part, seconds, life, calls }) => [
    part,
    `${seconds.toFixed(1)} s`,
    String(life.sent),
    String(life.acknowledged),
    ms(percentile(life.stalls, 0.99)),
    ms(Math.max(...life.stalls)),
    ms(Math.max(...life.charges)),
    spread(life.reconnects),
    `${calls.failed} of ${calls.made}`,
    ms(calls.longest),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
