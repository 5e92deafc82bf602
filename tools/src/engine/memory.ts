/** What 500 searches leave behind: owner, worker's part and WASM_FILE in one thread, so that one heap shows it all. */
import { readFileSync } from 'node:fs';
import { createEngine, type Engine, type EnginePort } from '@doushouqi/engine';
import { Searcher, TABLES_FILE, WASM_FILE } from '@doushouqi/engine/laboratory';
import { newGame, outcome, play } from '@doushouqi/rules';

const NODES = 20_000;
/** Before the first look: code is compiled, the tables are there. */
const WARM_UP = 100;
const SEARCHES = 500;

export interface Memory {
  /** The JavaScript heap after a collection, bytes. */
  readonly heap: number;
  /** Of the whole process, bytes. */
  readonly resident: number;
}

/** Before and after 500 searches with three lines, game after game. Needs `--expose-gc`. */
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
    const { lines } = await engine.analyse(game, { nodes: NODES, lines: 3 });
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
