import { percentile, sum } from '../bench/statistics.ts';
import { type Figures, PHASES, type Phase, PLAYER_PHASES, WATCHED_PHASE } from './measure.ts';

/** The aims of the product's bench: CPU and latency beside the relay, heap of a room, idle CPU. */
const AIMS = {
  cpuRatio: 1.6,
  p50Ratio: 2,
  heapPerRoom: 30 * 1024,
  /** Share of a core that all idle rooms together may add: what the clock ticks of /proc can tell from nothing. */
  idleCpu: 0.01,
};

function cpuPerThousand({ cpu, moves }: Phase): number {
  return (sum(cpu.values()) / moves) * 1_000;
}

const LABEL_WIDTH = 60;

function row(label: string, product: number, relay: number, unit: string, digits: number): string {
  return [
    label.padEnd(LABEL_WIDTH),
    `${product.toFixed(digits)} ${unit}`.padStart(14),
    `${relay.toFixed(digits)} ${unit}`.padStart(14),
    (relay > 0 && product >= 0 ? (product / relay).toFixed(2) : '–').padStart(8),
  ].join('');
}

function phaseRows(name: string, product: Phase, relay: Phase): string[] {
  const at = (p: number) =>
    row(`${name}: p${p * 100}`, percentile(product.latencies, p), percentile(relay.latencies, p), 'ms', 2);
  return [
    row(`${name}: moves/s`, product.moves / product.seconds, relay.moves / relay.seconds, '', 0),
    ...[0.5, 0.95, 0.99].map(at),
    row(`${name}: CPU s / 1 000 moves`, cpuPerThousand(product), cpuPerThousand(relay), 's', 4),
    row(`${name}: refused or lost`, product.refused + product.lost, relay.refused + relay.lost, '', 0),
    ...(name === WATCHED_PHASE
      ? [
          row(
            `${name}: had by the spectators`,
            product.watched / product.moves,
            relay.watched / relay.moves,
            '',
            3,
          ),
        ]
      : []),
    '',
  ];
}

/** CPU seconds per 1 000 moves of each process, to see where the time goes. */
function byProcess(name: string, { cpu, moves }: Phase): string {
  const parts = [...cpu].map(([process, seconds]) => `${process} ${((seconds / moves) * 1_000).toFixed(4)}`);
  return `  ${name}: ${parts.join(', ')}`;
}

function verdict(holds: boolean, text: string): string {
  return `${holds ? 'holds' : 'FAILS'}  ${text}`;
}

function kib(bytes: number): number {
  return bytes / 1024;
}

/** Whether each aim holds; there is none for rooms with spectators. */
function verdicts(product: Figures, relay: Figures): string[] {
  const [, , fast] = PLAYER_PHASES;
  const cpuRatios = PLAYER_PHASES.map((name) => ({
    name,
    ratio: cpuPerThousand(product.phases[name]) / cpuPerThousand(relay.phases[name]),
  }));
  const p50Ratio =
    percentile(product.phases[fast].latencies, 0.5) / percentile(relay.phases[fast].latencies, 0.5);
  const idleCost = product.idleCpu.withRooms - product.idleCpu.empty;
  return [
    ...cpuRatios.map(({ name, ratio }) =>
      verdict(
        ratio <= AIMS.cpuRatio,
        `CPU per 1 000 moves, ${name}: ${ratio.toFixed(2)} × the relay (aim ${AIMS.cpuRatio})`,
      ),
    ),
    verdict(
      p50Ratio <= AIMS.p50Ratio,
      `p50 at ${fast}: ${p50Ratio.toFixed(2)} × the relay (aim ${AIMS.p50Ratio})`,
    ),
    verdict(
      product.memoryPerRoom.heap <= AIMS.heapPerRoom,
      `heap per room: ${kib(product.memoryPerRoom.heap).toFixed(1)} KB (aim ${kib(AIMS.heapPerRoom)} KB)`,
    ),
    verdict(
      idleCost <= AIMS.idleCpu,
      `idle rooms: ${(idleCost * 100).toFixed(2)} % of a core for all of them (aim ${AIMS.idleCpu * 100} %)`,
    ),
  ];
}

/** Prints the table and whether each aim holds. */
export function report(product: Figures, relay: Figures, load: { rooms: number; seconds: number }): void {
  const phases = PHASES.flatMap((name) => phaseRows(name, product.phases[name], relay.phases[name]));
  const lines = [
    `${load.rooms} rooms of two players, ${load.seconds} s a phase, two realtime nodes, half of the rooms across them`,
    '',
    `${'latency: send → opponent has it'.padEnd(LABEL_WIDTH)}${'product'.padStart(14)}${'bare relay'.padStart(14)}${'ratio'.padStart(8)}`,
    ...phases,
    row('heap per room', kib(product.memoryPerRoom.heap), kib(relay.memoryPerRoom.heap), 'KB', 1),
    row(
      'resident memory per room',
      kib(product.memoryPerRoom.resident),
      kib(relay.memoryPerRoom.resident),
      'KB',
      1,
    ),
    row('idle CPU with the rooms', product.idleCpu.withRooms * 100, relay.idleCpu.withRooms * 100, '%', 2),
    row('idle CPU without any', product.idleCpu.empty * 100, relay.idleCpu.empty * 100, '%', 2),
    '',
    'CPU seconds per 1 000 moves by process',
    ...PHASES.flatMap((name) => [
      byProcess(`product, ${name}`, product.phases[name]),
      byProcess(`relay, ${name}`, relay.phases[name]),
    ]),
    '',
    ...verdicts(product, relay),
  ];
  console.log(lines.join('\n'));
}

/** Prints the product beside another checkout of it that was measured in the same run. */
export function compare(product: Figures, before: Figures): void {
  const lines = [
    `${'beside the other checkout'.padEnd(LABEL_WIDTH)}${'product'.padStart(14)}${'before'.padStart(14)}${'ratio'.padStart(8)}`,
    ...PHASES.flatMap((name) => phaseRows(name, product.phases[name], before.phases[name])),
    row('heap per room', kib(product.memoryPerRoom.heap), kib(before.memoryPerRoom.heap), 'KB', 1),
    row('idle CPU with the rooms', product.idleCpu.withRooms * 100, before.idleCpu.withRooms * 100, '%', 2),
    'CPU seconds per 1 000 moves by process',
    ...PHASES.map((name) => byProcess(`before, ${name}`, before.phases[name])),
  ];
  console.log(['', ...lines].join('\n'));
}
