/** `node tools/src/engine/adopt.ts FILE`: makes a JSON list of numbers that of the evaluation (packages/engine/assembly/tuned.ts). */
import { readFile, writeFile } from 'node:fs/promises';

const TUNED = new URL('../../../packages/engine/assembly/tuned.ts', import.meta.url);
const PER_ROW = 12;

const values: number[] = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const rows = Array.from(
  { length: Math.ceil(values.length / PER_ROW) },
  (_, row) => `  ${values.slice(row * PER_ROW, (row + 1) * PER_ROW).join(', ')},`,
);
const head = [
  '/** Written by tools/src/engine/adopt.ts: the numbers of the evaluation in the order of parameters.ts. */',
  '// biome-ignore format: a table',
  'export const TUNED: StaticArray<i16> = [',
];
await writeFile(TUNED, `${[...head, ...rows, '];'].join('\n')}\n`);
