import { percentile, sum } from '../measure/statistics.ts';
import { type Figures, type Load, type Phase, type PhaseName, WATCHED_PHASE } from './measure.ts';
import type { SubjectName } from './subjects.ts';

type Measured = ReadonlyMap<SubjectName, Figures>;
type Yardstick = Extract<SubjectName, 'relay' | 'usual'>;

/** Limits of the product relative to each yardstick, of its share at the gateway, and of heap and CPU of idle rooms. */
const AIMS = {
  cpu: { relay: 1.6, usual: 1 },
  p50: { relay: 2, usual: 1.3 },
  gatewayShare: 0.25,
  heapPerRoom: 30 * 1024,
  /** Maximum share of a core for all idle rooms: the resolution of the clock ticks of /proc. */
  idleCpu: 0.01,
};
const CPU_PHASES: readonly PhaseName[] = ['closed loop', '300 moves/s', '3 000 moves/s'];
const P50_PHASES: Readonly<Record<Yardstick, PhaseName>> = { relay: '3 000 moves/s', usual: '300 moves/s' };

const PARTS = ['gateway', 'nodes', 'redis', 'others'] as const;
type Part = (typeof PARTS)[number];

function partOf(process: string): Part {
  if (process.startsWith('realtime')) return 'nodes';
  return process === 'gateway' || process === 'redis' ? process : 'others';
}

/** Returns CPU seconds per 1 000 moves: of one part, or of all. */
function cpuPerThousand({ cpu, moves }: Phase, part?: Part): number {
  const counted = [...cpu].filter(([process]) => part === undefined || partOf(process) === part);
  return (sum(counted.map(([, seconds]) => seconds)) / moves) * 1_000;
}

function gatewayShare(phase: Phase): number {
  return cpuPerThousand(phase, 'gateway') / cpuPerThousand(phase);
}

const LABEL_WIDTH = 48;
const CELL_WIDTH = 11;

interface Format {
  digits: number;
  /** Divisor for display. */
  per?: number;
}

/** Prints one figure of every subject, then the product's divided by each of the others. */
function row(label: string, figures: readonly (number | undefined)[], { digits, per = 1 }: Format): string {
  const shown = (figure: number | undefined): string =>
    figure === undefined ? '–' : (figure / per).toFixed(digits);
  const [product, ...others] = figures;
  const ratios = others.map((other) =>
    product !== undefined && other ? `× ${(product / other).toFixed(2)}` : '–',
  );
  return label.padEnd(LABEL_WIDTH) + [...figures.map(shown), ...ratios].map(cell).join('');
}

function cell(text: string): string {
  return text.padStart(CELL_WIDTH);
}

function phaseRows(name: PhaseName, measured: Measured): string[] {
  const phases = [...measured.values()].map((figures) => figures.phases[name]);
  const line = (label: string, of: (phase: Phase) => number, format: Format): string =>
    row(
      label,
      phases.map((phase) => phase && of(phase)),
      format,
    );
  return [
    name,
    line('  moves/s', ({ moves, seconds }) => moves / seconds, { digits: 0 }),
    ...[0.5, 0.95, 0.99].map((p) =>
      line(`  p${p * 100}, ms`, ({ latencies }) => percentile(latencies, p), { digits: 2 }),
    ),
    line('  CPU ms per move', (phase) => cpuPerThousand(phase), { digits: 4 }),
    ...PARTS.map((part) => line(`    ${part}`, (phase) => cpuPerThousand(phase, part), { digits: 4 })),
    line('  share of the gateway, %', gatewayShare, { digits: 1, per: 0.01 }),
    line('  refused or lost', ({ refused, lost }) => refused + lost, { digits: 0 }),
    ...(name === WATCHED_PHASE
      ? [
          line('  had by the spectators, of each move', ({ watched, moves }) => watched / moves, {
            digits: 3,
          }),
        ]
      : []),
    '',
  ];
}

function verdict(holds: boolean, text: string): string {
  return `${holds ? 'holds' : 'FAILS'}  ${text}`;
}

/** Judges a figure of the product beside a yardstick's. */
function beside(
  yardstick: Yardstick,
  name: PhaseName,
  measured: Measured,
  of: (phase: Phase) => number,
  what: string,
  aim: number,
): string[] {
  const product = measured.get('product')?.phases[name];
  const other = measured.get(yardstick)?.phases[name];
  if (!product || !other) return [];
  const ratio = of(product) / of(other);
  return [verdict(ratio <= aim, `${what}, ${name}: ${ratio.toFixed(2)} × the ${yardstick} (aim ${aim})`)];
}

/** Returns whether each aim is met; phases with spectators have none. */
function verdicts(measured: Measured): string[] {
  const product = measured.get('product')!;
  const yardsticks = ['relay', 'usual'] as const;
  const { memoryPerRoom, idleCpu, phases } = product;
  const idleCost = idleCpu && idleCpu.withRooms - idleCpu.empty;
  const heap = memoryPerRoom.heap / 1024;
  return [
    ...yardsticks.flatMap((yardstick) =>
      CPU_PHASES.flatMap((name) =>
        beside(yardstick, name, measured, (phase) => cpuPerThousand(phase), 'CPU', AIMS.cpu[yardstick]),
      ),
    ),
    ...yardsticks.flatMap((yardstick) => {
      const median = ({ latencies }: Phase): number => percentile(latencies, 0.5);
      return beside(yardstick, P50_PHASES[yardstick], measured, median, 'p50', AIMS.p50[yardstick]);
    }),
    ...CPU_PHASES.flatMap((name) => {
      const share = phases[name] && gatewayShare(phases[name]);
      const text = `share of the gateway, ${name}: ${((share ?? 0) * 100).toFixed(1)} % (aim ${AIMS.gatewayShare * 100} %)`;
      return share === undefined ? [] : [verdict(share <= AIMS.gatewayShare, text)];
    }),
    verdict(
      memoryPerRoom.heap <= AIMS.heapPerRoom,
      `heap per room: ${heap.toFixed(1)} KB (aim ${AIMS.heapPerRoom / 1024} KB)`,
    ),
    ...(idleCost === null
      ? []
      : [
          verdict(
            idleCost <= AIMS.idleCpu,
            `idle rooms: ${(idleCost * 100).toFixed(2)} % of a core for all of them (aim ${AIMS.idleCpu * 100} %)`,
          ),
        ]),
  ];
}

/** Prints the measurements, the product first, and whether each aim is met. */
export function report(measured: Measured, { rooms, seconds, phases }: Load): void {
  const names = [...measured.keys()];
  const all = [...measured.values()];
  const of = (label: string, pick: (figures: Figures) => number | undefined, format: Format): string =>
    row(label, all.map(pick), format);
  const [, ...others] = names;
  const lines = [
    `${rooms} rooms of two players, ${seconds} s a phase, two realtime nodes; half of the yardsticks' rooms across them`,
    'latency: send → opponent has it',
    '',
    ''.padEnd(LABEL_WIDTH) + [...names, ...others.map((name) => `/ ${name}`)].map(cell).join(''),
    ...phases.flatMap((name) => phaseRows(name, measured)),
    of('heap per room, KB', ({ memoryPerRoom }) => memoryPerRoom.heap, { digits: 1, per: 1024 }),
    of('resident memory per room, KB', ({ memoryPerRoom }) => memoryPerRoom.resident, {
      digits: 1,
      per: 1024,
    }),
    of('idle CPU with the rooms, %', ({ idleCpu }) => idleCpu?.withRooms, { digits: 2, per: 0.01 }),
    of('idle CPU without any, %', ({ idleCpu }) => idleCpu?.empty, { digits: 2, per: 0.01 }),
    '',
    ...verdicts(measured),
  ];
  console.log(lines.join('\n'));
}
