/**
 * `npm run bench:engine`: moves made and unmade per second in the WASM_FILE and on a plain mailbox in TypeScript,
 * alternating in one run; nodes per second; time to depth 12 from the start; memory over 500 searches.
 */
import { readFileSync } from 'node:fs';
import { type Core, loadCore, WASM_FILE } from '@doushouqi/engine/laboratory';
import { newGame, startPosition } from '@doushouqi/rules';
import { MailBox } from './mailbox.ts';
import { memoryOverSearches } from './memory.ts';

const PERFT_DEPTH = 5;
const PERFT_NODES = 5_111_620;
const ROUNDS = 9;
const SEARCH_NODES = 3_000_000;
const DEPTH = 12;
/** Maximum heap growth after 500 searches, bytes. */
const STEADY = 500_000;

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

function seconds(work: () => void): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1_000;
}

function search(core: Core, limits: { nodes?: number; depth?: number }): void {
  core.begin(newGame(), { ...limits, lines: 1 });
  while (core.step(1 << 16) !== 'done');
}

function millions(value: number): string {
  return `${(value / 1e6).toFixed(1)} M/s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

function checked(nodes: number): void {
  if (nodes !== PERFT_NODES) throw new Error(`perft ${PERFT_DEPTH} is ${PERFT_NODES}, not ${nodes}`);
}

const core = await loadCore(new Uint8Array(readFileSync(WASM_FILE)));
const mailbox = new MailBox(startPosition());
const wasm: number[] = [];
const plain: number[] = [];
// The first round warms both up.
for (let round = 0; round <= ROUNDS; round++) {
  const ours = seconds(() => checked(core.perft(startPosition(), PERFT_DEPTH)));
  const theirs = seconds(() => checked(mailbox.perft(PERFT_DEPTH)));
  if (round > 0) {
    wasm.push(PERFT_NODES / ours);
    plain.push(PERFT_NODES / theirs);
  }
}
const [fast, slow] = [median(wasm), median(plain)];
console.log(
  `perft ${PERFT_DEPTH}, made and taken back: WASM_FILE ${millions(fast)}, mailbox in TypeScript ${millions(slow)}`,
);
console.log(`ratio ${(fast / slow).toFixed(2)} (1.8 wanted)`);

search(core, { nodes: SEARCH_NODES });
const rate = median([1, 2, 3].map(() => SEARCH_NODES / seconds(() => search(core, { nodes: SEARCH_NODES }))));
console.log(`search: ${millions(rate)} nodes`);
const times = [1, 2, 3, 4, 5].map(() => seconds(() => search(core, { depth: DEPTH })) * 1_000);
console.log(`depth ${DEPTH} from the start: ${median(times).toFixed(0)} ms, ${core.info().nodes} nodes`);

const [before, after] = await memoryOverSearches();
console.log(
  `500 searches: heap ${megabytes(before.heap)} before, ${megabytes(after.heap)} after; ` +
    `whole process ${megabytes(before.resident)} before, ${megabytes(after.resident)} after`,
);
process.exitCode = fast / slow >= 1.8 && after.heap - before.heap < STEADY ? 0 : 1;
