/**
 * `node tools/src/engine/mine.ts --games N --nodes N [--most N] [--jobs N] [--seed N] --out FILE`: looks for
 * positions for the tactical suite in games that the engine plays against itself and among endings: one move is good,
 * no other is, and a glance would play something else. Keeps at most so many of each kind, none much like another.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { parseFen } from '@doushouqi/rules';
import { spread } from './pool.ts';
import { difference, KINDS, type Puzzle } from './puzzle.ts';

/** Fewer cells that differ, and two positions are the same puzzle. */
const DIFFERENT = 5;

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '200' },
    nodes: { type: 'string', default: '20000000' },
    most: { type: 'string', default: '12' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'puzzles.json' },
  },
});

const kept: Puzzle[] = [];

function isWanted({ kind, fen }: Puzzle): boolean {
  const others = kept.filter((one) => one.kind === kind);
  return others.length < Number(values.most) && kept.every((one) => isUnlike(one.fen, fen));
}

function isUnlike(one: string, other: string): boolean {
  const [first, second] = [parseFen(one), parseFen(other)];
  return first.ok && second.ok && difference(first.value, second.value) >= DIFFERENT;
}

/** Kept as they come, so that an interruption loses nothing. */
async function keep(puzzles: readonly Puzzle[]): Promise<void> {
  for (const puzzle of puzzles) if (isWanted(puzzle)) kept.push(puzzle);
  kept.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  await writeFile(values.out, `${JSON.stringify(kept, null, 2)}\n`);
}

await spread<Puzzle[]>(
  new URL('./mine-worker.ts', import.meta.url),
  { nodes: Number(values.nodes), seed: Number(values.seed) * 1_000_003 },
  { jobs: Number(values.jobs), count: Number(values.games) },
  (puzzles) => void keep(puzzles),
);
for (const kind of KINDS) console.log(`${kind}: ${kept.filter((one) => one.kind === kind).length}`);
