/**
 * `npm run engine:tables`: generates data/endgame.bin from the rules and verifies it. `--every N` verifies every N-th
 * placement (1: all). `--jobs N` sets the number of verification threads.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { packTables, unpackTables } from '../src/tables/file.ts';
import { TABLES, VALUE_COUNT } from '../src/tables/materials.ts';
import { generateTables, solveTable } from './generate.ts';
import { verifyTable } from './verify.ts';

const FILE = join(import.meta.dirname, '../data/endgame.bin');

interface Share {
  readonly values: Uint8Array;
  readonly job: number;
  readonly jobs: number;
  readonly every: number;
}

/** Verifies a thread's share: every `jobs`-th table. */
function verifyShare({ values, job, jobs, every }: Share): number {
  let checked = 0;
  for (const [index, table] of [...TABLES.values()].entries()) {
    if (index % jobs !== job) continue;
    checked += verifyTable(table, solveTable(table, values), values, every);
    process.stdout.write('.');
  }
  return checked;
}

function runShare(share: Share): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function main(): Promise<void> {
  const options = {
    jobs: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
  } as const;
  const { values: given } = parseArgs({ options });
  const jobs = Number(given.jobs);
  const every = Number(given.every);
  if (!(jobs >= 1 && every >= 1)) throw new Error('--jobs and --every are whole numbers from 1 on');
  const values = generateTables((_, solution) =>
    process.stdout.write(solution.cells.length === 2 ? '·' : ':'),
  );
  console.log(`\n${TABLES.size} tables, ${VALUE_COUNT} values`);
  const shares = Array.from({ length: jobs }, (_, job) => runShare({ values, job, jobs, every }));
  const checked = (await Promise.all(shares)).reduce((sum, count) => sum + count, 0);
  console.log(`\n${checked} values follow from the rules`);
  const file = packTables(values);
  const unpacked = new Uint8Array(VALUE_COUNT);
  for (const _ of unpackTables(file, unpacked));
  if (!unpacked.every((value, at) => value === values[at]))
    throw new Error('the file unpacks to other values');
  await writeFile(FILE, file);
  console.log(`data/endgame.bin: ${file.length} bytes`);
}

if (isMainThread) await main();
else parentPort?.postMessage(verifyShare(workerData));
