/**
 * Memory growth over 500 searches: owner, worker code and WASM_FILE run in one thread, so that one heap contains all of
 * it.
 */
import { readFileSync } from 'node:fs';
import { createEngine, type Engine, type EnginePort } from '@doushouqi/engine';
import { Searcher, TABLES_FILE, WASM_FILE } from '@doushouqi/engine/laboratory';
import { newGame, outcome, play } from '@doushouqi/rules';

const NODES = 20_000;
/** Searches before the first measurement: code is compiled, tables are loaded. */
const WARM_UP = 100;
const SEARCHES = 500;

export interface Memory {
  /** The JavaScript heap after a garbage collection, bytes. */
  readonly heap: number;
  /** Of the whole process, bytes. */
  readonly resident: number;
}

/** Returns the memory before and after 500 searches with three lines, game after game. Needs `--expose-gc`. */
export async function memoryOverSearches(): Promise<readonly [Memory, Memory]> {
  const engine = createEngine(portOfThisThread);
  await searchOn(engine, WARM_UP);
  const before = memoryNow();
  await searchOn(engine, SEARCHES);
  const after = memoryNow();
  engine.close();
  return [before, after];
}

async function searchOn(engine: Engine, count: number): Promise<void> {
  let game = newGame();
  for (let search = 0; search < count; search++) {
    const { lines } = await engine.analyze(game, { nodes: NODES, lines: 3 });
    const next = play(game, lines[search % lines.length]!.move);
    game = next.ok && outcome(next.value).winner === null ? next.value : newGame();
  }
}

function memoryNow(): Memory {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, resident: rss };
}

function portOfThisThread(): EnginePort {
  const sources = { wasm: () => readFileSync(WASM_FILE), tables: async () => readFileSync(TABLES_FILE) };
  const searcher = new Searcher((reply) => port.onmessage?.({ data: structuredClone(reply) }), sources);
  const port: EnginePort = {
    postMessage: (message) => searcher.receive(structuredClone(message)),
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
  };
  return port;
}
