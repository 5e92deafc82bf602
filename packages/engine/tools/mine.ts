/**
 * `node packages/engine/tools/mine.ts --games N --nodes N [--jobs N] --out FILE`: looks for positions for the tactical
 * suite in games that the engine plays against itself: one move wins by force, no other does, and what a quick look
 * would play is something else. Every find is checked by a search of ten times the nodes.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { spread } from './pool.ts';
import type { Puzzle } from './puzzle.ts';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '200' },
    nodes: { type: 'string', default: '300000' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'puzzles.json' },
  },
});

const found: Puzzle[] = [];
await spread<Puzzle[]>(
  new URL('./mine-worker.ts', import.meta.url),
  { nodes: Number(values.nodes), seed: Number(values.seed) * 1_000_003 },
  { jobs: Number(values.jobs), count: Number(values.games) },
  (puzzles) => found.push(...puzzles),
);
const byKind = Object.groupBy(found, ({ kind }) => kind);
for (const [kind, puzzles = []] of Object.entries(byKind)) console.log(`${kind}: ${puzzles.length}`);
await writeFile(values.out, `${JSON.stringify(found, null, 2)}\n`);
