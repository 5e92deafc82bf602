import { SCENES, type Scene } from './scenes.ts';
import { LONG_TASK, type Visit } from './slow-phone.ts';

export type Visits = Record<Scene, Visit[]>;

interface Measure {
  label: string;
  unit: string;
  digits: number;
  of: (visit: Visit) => number | null;
  /** A page's weight is the same on every machine; its load time is not. */
  isWeight?: true;
  /** Upper bound of the median. */
  aims?: Partial<Record<Scene, number>>;
}

const KB = 1024;
const CLS = 0.05;
const HOME = { 'home, visitor': 1, 'home, member': 1 } as const;
const ROOM = { 'room, visitor': 1, 'room, player': 1 } as const;

function each(scenes: Partial<Record<Scene, 1>>, aim: number): Partial<Record<Scene, number>> {
  return Object.fromEntries(Object.keys(scenes).map((scene) => [scene, aim]));
}

const MEASURES: readonly Measure[] = [
  {
    label: 'largest paint',
    unit: 's',
    digits: 2,
    of: ({ lcp }) => lcp / 1000,
    aims: { ...each(HOME, 2.3), ...each(ROOM, 4) },
  },
  {
    label: 'board with its pieces',
    unit: 's',
    digits: 2,
    of: ({ board }) => board && board / 1000,
  },
  {
    label: 'transferred',
    unit: 'KB',
    digits: 0,
    of: ({ bytes }) => bytes / KB,
    isWeight: true,
    aims: { ...each(HOME, 450), ...each(ROOM, 700) },
  },
  {
    label: 'requests',
    unit: '',
    digits: 0,
    of: ({ requests }) => requests,
    isWeight: true,
    aims: each(ROOM, 40),
  },
  {
    label: 'JavaScript',
    unit: 'KB',
    digits: 0,
    of: ({ scriptBytes }) => scriptBytes / KB,
    isWeight: true,
    aims: each(HOME, 170),
  },
  {
    label: 'layout shift',
    unit: '',
    digits: 3,
    of: ({ cls }) => cls,
    isWeight: true,
    aims: each({ ...HOME, ...ROOM }, CLS),
  },
  {
    label: 'longest task of a move',
    unit: 'ms',
    digits: 0,
    of: ({ moveTask }) => moveTask,
    aims: { 'room, player': LONG_TASK },
  },
];

interface Figure {
  median: number;
  best: number;
}

function figureOf(visits: readonly Visit[], of: Measure['of']): Figure | null {
  const values = visits.map(of).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sorted = values.sort((a, b) => a - b);
  return { median: sorted[Math.floor((sorted.length - 1) / 2)]!, best: sorted[0]! };
}

function text(figure: Figure | null, { unit, digits }: Measure): string {
  if (!figure) return '–';
  return `${figure.median.toFixed(digits)} (${figure.best.toFixed(digits)})${unit && ` ${unit}`}`;
}

const LABEL_WIDTH = 38;
const COLUMN_WIDTH = 20;

function row(scene: Scene, measure: Measure, product: Visits, before?: Visits): string | null {
  const now = figureOf(product[scene], measure.of);
  if (!now) return null;
  const aim = measure.aims?.[scene];
  const columns = [`  ${measure.label.padEnd(LABEL_WIDTH)}`, text(now, measure).padStart(COLUMN_WIDTH)];
  if (before) {
    const then = figureOf(before[scene], measure.of);
    const ratio = then && then.median > 0 ? (now.median / then.median).toFixed(2) : '–';
    columns.push(text(then, measure).padStart(COLUMN_WIDTH), ratio.padStart(8));
  }
  if (aim !== undefined) columns.push(`   ${now.median <= aim ? 'holds' : 'FAILS'} (aim ${aim})`);
  return columns.join('');
}

/** Prints the median and best of each figure, beside the other checkout's. */
export function report(product: Visits, before?: Visits): void {
  const head = [
    ''.padEnd(LABEL_WIDTH + 2),
    'median (best)'.padStart(COLUMN_WIDTH),
    ...(before ? ['before'.padStart(COLUMN_WIDTH), 'ratio'.padStart(8)] : []),
  ];
  console.log(head.join(''));
  for (const scene of SCENES.filter((one) => product[one].length > 0)) {
    console.log(`${scene}: largest is ${product[scene][0]?.largest}`);
    for (const measure of MEASURES) {
      const line = row(scene, measure, product, before);
      if (line) console.log(line);
    }
  }
}

/** Returns the figures of a page that exceed their limits. */
export function overweight(scene: Scene, visit: Visit): string[] {
  return MEASURES.flatMap(({ label, unit, isWeight, of, aims }) => {
    const [value, aim] = [of(visit), aims?.[scene]];
    const isOver = isWeight && value !== null && aim !== undefined && value > aim;
    return isOver ? [`${label}: ${value.toFixed(2)} ${unit} (aim ${aim})`] : [];
  });
}

/** Prints every request of a visit. Milliseconds since the navigation, bytes on the wire. */
export function printLog(scene: Scene, { log, lcp }: Visit): void {
  console.log(`${scene}, largest paint at ${Math.round(lcp)} ms`);
  for (const { at, bytes, type, url } of log)
    console.log(`${at.toFixed(0).padStart(7)} ${String(bytes).padStart(8)} ${type.padEnd(12)} ${url}`);
}
