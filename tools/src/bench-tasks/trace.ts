/** Reads the main thread's tasks from Chromium's trace of a page. Pure. */

/** An event of a trace, with the fields used here. Times in microseconds; `tdur`: processor time. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly message?: string } };
}

/** Trace categories that record the main thread. */
export const CATEGORIES = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8',
  'disabled-by-default-v8.gc',
];

/** Stored traces also contain the functions that ran. This costs time, so their figures are too high. */
export const PROFILING = ['v8.execute', 'disabled-by-default-v8.cpu_profiler'];

/** A task of the main thread, all in milliseconds. */
export interface Task {
  /** Wall time, as the browser counts long tasks. */
  readonly wall: number;
  /** Processor time; the rest is time in which other processes had the processor. */
  readonly busy: number;
  /** Processor time by kind of work. */
  readonly parts: ReadonlyMap<string, number>;
  /** Time without a processor, by event name. */
  readonly waits: ReadonlyMap<string, number>;
}

const KINDS: readonly (readonly [kind: string, names: RegExp])[] = [
  ['garbage', /GC|Heap|Sweep|Scaveng/],
  ['style', /^(UpdateLayoutTree|RecalculateStyles|InvalidateLayout|ScheduleStyleRecalculation)$/],
  ['layout', /^Layout$/],
  ['paint', /^(PrePaint|Paint|Layerize|UpdateLayer|UpdateLayerTree|Commit|PaintImage|Decode.*)$/],
  [
    'script',
    /^(FunctionCall|EvaluateScript|TimerFire|EventDispatch|FireAnimationFrame|RunMicrotasks|v8\..*|V8.*)$/,
  ],
];

function kindOf(name: string): string {
  return KINDS.find(([, names]) => names.test(name))?.[0] ?? 'other';
}

const MICROSECONDS = 1000;

/** Label that the page under test writes into the trace, since the browser has other pages. */
export const MARK = 'page under test';

/** Returns the tasks of the main thread of the page that wrote `MARK`, in order. */
export function tasksOf(events: readonly TraceEvent[]): Task[] {
  const mark = events.find(({ name, args }) => name === 'TimeStamp' && args?.data?.message === MARK);
  if (!mark) throw new Error('the trace has no mark of the page');
  return tasksOfThread(
    events.filter(({ pid, tid, ph }) => pid === mark.pid && tid === mark.tid && ph === 'X'),
  );
}

function tasksOfThread(events: readonly TraceEvent[]): Task[] {
  const inOrder = events.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const tasks: Task[] = [];
  const starts = inOrder.flatMap(({ name }, index) => (name === 'RunTask' ? [index] : []));
  for (const [place, start] of starts.entries()) {
    const [task, ...inside] = inOrder.slice(start, starts[place + 1]);
    if (task) tasks.push(taskOf(task, inside));
  }
  return tasks;
}

/** @param inside events that begin after the task, in order; those after its end do not count */
function taskOf(task: TraceEvent, inside: readonly TraceEvent[]): Task {
  const end = endOf(task);
  const parts = new Map<string, number>();
  const waits = new Map<string, number>();
  /** Nested events are not counted twice. */
  const count = (name: string, { dur = 0 }: TraceEvent, busy: number, sign: 1 | -1): void => {
    add(parts, kindOf(name), sign * busy);
    add(waits, name, sign * (dur / MICROSECONDS - busy));
  };
  const open = [task];
  count(task.name, task, busyOf(task), 1);
  for (const event of inside) {
    if (event.ts >= end) break;
    while (open.length > 1 && endOf(open.at(-1)!) <= event.ts) open.pop();
    count(open.at(-1)!.name, event, busyOf(event), -1);
    count(event.name, event, busyOf(event), 1);
    open.push(event);
  }
  return { wall: (task.dur ?? 0) / MICROSECONDS, busy: busyOf(task), parts, waits };
}

function add(sums: Map<string, number>, name: string, value: number): void {
  sums.set(name, (sums.get(name) ?? 0) + value);
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

function busyOf({ dur = 0, tdur = dur }: TraceEvent): number {
  return tdur / MICROSECONDS;
}
