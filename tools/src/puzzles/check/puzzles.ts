/** Checks every puzzle, spread over threads, and prints tables. This file is also the code of a thread. */
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { MOTIFS, type Puzzle } from '@doushouqi/puzzles';
import { readGames, readPuzzles } from '@doushouqi/puzzles/data';
import { parseFen, pieces, turn } from '@doushouqi/rules';
import { PuzzleCheck, type PuzzleReport } from './check-puzzle.ts';
import type { EngineReport } from './engine-check.ts';

/** Width of a band of ratings in the tables. */
const BAND = 200;
/** Puzzles that a thread checks between two messages. */
const BATCH = 20;
const PROGRESS = 500;
/** Data of its own threads: tests run in threads as well. */
const THREAD = 'check of puzzles';

export interface PuzzleCheckOptions {
  readonly log: (line: string) => void;
  /** Puzzles of each band that levels of the computer try. */
  readonly tried: number;
  /** Puzzles, drawn evenly, whose margin is searched again from the opponent's side. */
  readonly searched: number;
}

interface Batch {
  readonly kind: 'check' | 'levels' | 'margin';
  readonly puzzles: readonly Puzzle[];
  readonly records: readonly (string | null)[];
}

interface Done {
  readonly kind: Batch['kind'];
  readonly reports: readonly PuzzleReport[];
  readonly engine: readonly EngineReport[];
}

export function bandOf({ rating }: Puzzle): number {
  return Math.floor(rating / BAND) * BAND;
}

/** Returns the same key for a position, its mirror image, and both turned round with sides exchanged. */
function likeness({ fen }: Puzzle): string {
  const position = parseFen(fen);
  if (!position.ok) return fen;
  const mover = turn(position.value);
  const key = (flip: (x: number) => number): string =>
    pieces(position.value)
      .map(({ type, side, position: { x, y } }) => {
        const row = mover === 'red' ? y : 8 - y;
        return `${side === mover ? '+' : '-'}${type}${flip(x)}${row}`;
      })
      .sort()
      .join();
  return [key((x) => x), key((x) => 6 - x)].sort().join('|');
}

/** Returns what is wrong with the puzzles as a whole. */
export function faultsOfPuzzles(puzzles: readonly Puzzle[], games: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const repeated = (name: string, values: readonly string[]): void => {
    if (new Set(values).size < values.length) faults.push(`${name} are repeated`);
  };
  repeated(
    'ids',
    puzzles.map(({ id }) => id),
  );
  repeated('positions', puzzles.map(likeness));
  const named = new Set(puzzles.map(({ game }) => game.id));
  const idle = [...games.keys()].filter((id) => !named.has(id));
  if (idle.length > 0) faults.push(`${idle.length} games without a puzzle`);
  return faults;
}

/** Returns every n-th puzzle so that about `count` are drawn. */
function drawn<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / Math.max(1, count));
  return count === 0 ? [] : items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** Checks all puzzles. Returns whether all are right. */
export async function checkPuzzles({ log, tried, searched }: PuzzleCheckOptions): Promise<boolean> {
  const [puzzles, games] = [readPuzzles(), readGames()];
  const bands = Map.groupBy(puzzles, bandOf);
  const batchesOf = (kind: Batch['kind'], some: readonly Puzzle[]): Batch[] =>
    Array.from({ length: Math.ceil(some.length / BATCH) }, (_, at) => {
      const part = some.slice(at * BATCH, (at + 1) * BATCH);
      return { kind, puzzles: part, records: part.map(({ game }) => games.get(game.id) ?? null) };
    });
  const batches = [
    ...batchesOf('check', puzzles),
    ...batchesOf(
      'levels',
      [...bands.values()].flatMap((band) => drawn(band, tried)),
    ),
    ...batchesOf('margin', drawn(puzzles, searched)),
  ];
  const done = await runBatches(batches, puzzles.length, log);
  const reports = done.flatMap((one) => one.reports);
  const engine = done.flatMap((one) => one.engine);
  for (const report of [...reports, ...engine])
    for (const fault of report.faults) log(`${report.id}: ${fault}`);
  const whole = faultsOfPuzzles(puzzles, games);
  for (const fault of whole) log(fault);
  logCounts(puzzles, reports, log);
  logLevels(puzzles, engine, log);
  const wrong = [...reports, ...engine].filter(({ faults }) => faults.length > 0).length + whole.length;
  log(`${puzzles.length} puzzles of ${games.size} games, ${wrong} wrong`);
  return wrong === 0;
}

function runBatches(
  batches: readonly Batch[],
  total: number,
  log: (line: string) => void,
): Promise<readonly Done[]> {
  const done: Done[] = [];
  let next = 0;
  let checked = 0;
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: THREAD });
      const give = () => worker.postMessage(next < batches.length ? batches[next++] : null);
      worker.on('message', (answer: Done) => {
        done.push(answer);
        checked += answer.reports.length;
        if (answer.kind === 'check' && checked % PROGRESS < answer.reports.length)
          log(`${checked} of ${total} checked`);
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      give();
    });
  return Promise.all(Array.from({ length: availableParallelism() }, thread)).then(() => done);
}

function logCounts(
  puzzles: readonly Puzzle[],
  reports: readonly PuzzleReport[],
  log: (line: string) => void,
): void {
  log('motif     puzzles');
  for (const motif of MOTIFS)
    log(`${motif.padEnd(9)} ${puzzles.filter(({ motifs }) => motifs.includes(motif)).length}`);
  log('win in    puzzles');
  const wins = Map.groupBy(puzzles, ({ win }) => win ?? 0);
  for (const [win, some] of [...wins].sort(([a], [b]) => a - b))
    log(`${(win === 0 ? 'no proof' : `${win} plies`).padEnd(9)} ${some.length}`);
  const deep = reports.filter(({ others }) => others >= 11).length;
  log(
    `no other first move wins within 11 plies: ${deep} puzzles; within fewer plies: ${reports.length - deep}`,
  );
}

/** Prints for each band the share of attempts in which each level solves. */
function logLevels(
  puzzles: readonly Puzzle[],
  engine: readonly EngineReport[],
  log: (line: string) => void,
): void {
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const tries = engine.filter(({ shares }) => shares !== null);
  const bands = Map.groupBy(puzzles, bandOf);
  log('rating    puzzles  level 1  level 2  level 3  level 4  level 5 (percent solved)');
  for (const [band, some] of [...bands].sort(([a], [b]) => a - b)) {
    const rows = tries.filter(({ id }) => bandOf(byId.get(id)!) === band);
    const columns = [0, 1, 2, 3, 4].map((level) => {
      const sum = rows.reduce((total, { shares }) => total + shares![level]!, 0);
      return (rows.length === 0 ? '-' : ((100 * sum) / rows.length).toFixed(0)).padStart(8);
    });
    log(`${`${band}–${band + BAND - 1}`.padEnd(9)} ${String(some.length).padStart(7)} ${columns.join(' ')}`);
  }
}

if (workerData === THREAD && parentPort) {
  const port = parentPort;
  const check = new PuzzleCheck();
  port.on('message', async (batch: Batch | null) => {
    if (batch === null) return port.close();
    const { kind, puzzles, records } = batch;
    const reports =
      kind === 'check' ? puzzles.map((puzzle, at) => check.run(puzzle, records[at] ?? null)) : [];
    const engine =
      kind === 'check' ? [] : await (await import('./engine-check.ts')).tryPuzzles(kind, puzzles);
    port.postMessage({ kind, reports, engine } satisfies Done);
  });
}
