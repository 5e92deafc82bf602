import { setTimeout as delay } from 'node:timers/promises';
import { MAX_PLIES } from '@doushouqi/protocol';
import { gameScripts } from '@doushouqi/scripts';
import { type Counts, count, type WorkMeter } from './count.ts';
import { closedLoop, fixedRate } from './load.ts';
import type { Subject, SubjectName } from './subjects.ts';
import { connectPairs, sitDown } from './tables.ts';

const MOVES_PER_SECOND = 100;
/** The sweeper has checked every new game by then. */
const FIRST_LOOK_MS = 9_000;

/** For each subject and part: operations per move. */
export type Counted = Map<SubjectName, Map<string, Counts>>;

/** Counts the operations of each subject during `seconds` of 300 moves per second. */
export async function counted(
  subjects: readonly { subject: Subject; meter: WorkMeter }[],
  { rooms, seconds }: { rooms: number; seconds: number },
): Promise<Counted> {
  const scripts = gameScripts(16, MAX_PLIES);
  const all: Counted = new Map();
  for (const { subject, meter } of subjects) {
    const tables = await sitDown(subject, await connectPairs(subject, rooms), scripts);
    await closedLoop(tables, 4);
    await delay(FIRST_LOOK_MS);
    let packets = 0;
    for (const { seats } of tables)
      for (const { socket } of seats)
        socket.io.engine.on('packet', () => {
          packets += 1;
        });
    let moves = 0;
    const parts = await count(subject.platform, meter, async () => {
      moves = (await fixedRate(tables, seconds, MOVES_PER_SECOND)).moves;
    });
    parts.set('players', { packets });
    for (const counts of parts.values()) for (const key of Object.keys(counts)) counts[key]! /= moves;
    all.set(subject.name, parts);
    for (const { seats } of tables) for (const { socket } of seats) socket.disconnect();
  }
  return all;
}

/** Operations rarer than once per 100 moves are not shown. */
const SELDOM = 0.01;

/** Prints one line per operation, the subjects side by side. */
export function reportCounts(all: Counted): void {
  const columns = [...all.values()];
  const line = (label: string, cells: readonly string[]): string =>
    label.padEnd(44) + cells.map((text) => text.padStart(11)).join('');
  const lines = [line('for each move', [...all.keys()])];
  for (const part of new Set(columns.flatMap((parts) => [...parts.keys()]))) {
    lines.push('', part);
    const keys = new Set(columns.flatMap((parts) => Object.keys(parts.get(part) ?? {})));
    for (const key of keys) {
      const figures = columns.map((parts) => parts.get(part)?.[key] ?? 0);
      if (figures.some((n) => n >= SELDOM))
        lines.push(
          line(
            `  ${key}`,
            figures.map((n) => n.toFixed(2)),
          ),
        );
    }
    lines.push(
      line(
        '  all of these',
        columns.map((parts) =>
          Object.values(parts.get(part) ?? {})
            .reduce((a, b) => a + b, 0)
            .toFixed(2),
        ),
      ),
    );
  }
  console.log(lines.join('\n'));
}
