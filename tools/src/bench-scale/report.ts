import { sum } from '../measure/statistics.ts';
import type { Idle, PerConnection } from './idle.ts';
import type { Play } from './moves.ts';
import { backBy, type Storm } from './storm.ts';

/** Upper bounds. */
const BARS = { nodes: 1.15, rooms: 1.25, bytesPerConnection: 20 * 1_024, backSeconds: 15 };
const PARTS = ['gateway', 'realtime', 'redis', 'room', 'timekeeper'] as const;

export interface Line {
  label: string;
  play: Play;
}

function perThousand(play: Play, part: string): number {
  const seconds = [...play.cpu].flatMap(([name, used]) => (name.startsWith(part) ? [used] : []));
  return (sum(seconds) / play.moves) * 1_000;
}

function ratio(lines: readonly Line[]): number {
  return perThousand(lines.at(-1)!.play, '') / perThousand(lines[0]!.play, '');
}

function verdict(holds: boolean, text: string): boolean {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${text}`);
  return holds;
}

/** Prints the CPU per move by part; returns whether its growth is within the bound. */
export function reportGrowth(title: string, lines: readonly Line[], bar: 'nodes' | 'rooms'): boolean {
  const columns = ['all', ...PARTS].map((part) => part.padStart(11)).join('');
  console.log(`\n${title}: CPU s / 1 000 moves\n${' '.repeat(14)}${columns}      moves  refused or lost`);
  for (const { label, play } of lines) {
    const cells = ['', ...PARTS].map((part) => perThousand(play, part).toFixed(4).padStart(11)).join('');
    const bad = String(play.refused + play.lost).padStart(17);
    console.log(`${label.padEnd(14)}${cells}${String(play.moves).padStart(11)}${bad}`);
  }
  const well = lines.every(({ play }) => play.refused + play.lost === 0);
  const grew = ratio(lines);
  const growth = verdict(
    grew <= BARS[bar],
    `${title}: ${grew.toFixed(2)} × the CPU for a move (bar ${BARS[bar]})`,
  );
  return verdict(well, `${title}: no move refused or lost`) && growth;
}

function kib(bytes: number): string {
  return (bytes / 1_024).toFixed(1).padStart(11);
}

export function reportIdle(idle: Idle): boolean {
  console.log(
    `\nidle connections, KB each${'heap'.padStart(17)}${'buffers'.padStart(11)}${'resident'.padStart(11)}`,
  );
  const rows: [string, PerConnection][] = [
    ...idle.websocket.map((row): [string, PerConnection] => ['websocket', row]),
    ...idle.upgraded.map((row): [string, PerConnection] => ['upgraded', row]),
  ];
  for (const [how, { process, connections, heap, external, resident }] of rows) {
    const label = `${process}, ${connections} by ${how}`;
    console.log(`${label.padEnd(42)}${kib(heap).slice(3)}${kib(external)}${kib(resident)}`);
  }
  // Counts heap and buffers; resident memory also contains V8's reserve.
  const ofNodes = rows.filter(([, { process }]) => process !== 'gateway');
  const worst = Math.max(...ofNodes.map(([, { heap, external }]) => heap + external));
  return verdict(
    worst <= BARS.bytesPerConnection,
    `a node has ${(worst / 1_024).toFixed(1)} KB for an idle connection (bar ${BARS.bytesPerConnection / 1_024} KB)`,
  );
}

export function reportStorm(storm: Storm): boolean {
  const { clients, cutOff, failed, missing } = storm;
  const [half, most, all] = [0.5, 0.95, 1].map((share) => backBy(storm, share).toFixed(1));
  console.log(
    `\nstorm: a node with ${cutOff} of ${clients} clients killed; back after ${half} s (half), ${most} s (95 %), ${all} s (all)`,
  );
  for (const [reason, count] of failed)
    console.log(`  ${count} attempts failed and were repeated: ${reason}`);
  const inTime = verdict(
    backBy(storm, 1) <= BARS.backSeconds,
    `all back within ${BARS.backSeconds} s: ${all} s`,
  );
  return verdict(missing === 0, `users refused for good: ${missing}`) && inTime;
}
