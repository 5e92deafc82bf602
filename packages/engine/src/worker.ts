/** Worker of an engine, for pages and `node:worker_threads`. */
import type { EngineReply, EngineRequest } from './messages.ts';
import { Searcher } from './searcher.ts';

const WASM = new URL('../dist/engine.wasm', import.meta.url);
const TABLES = new URL('../data/endgame.bin', import.meta.url);

/** A page fetches the WASM; Node reads the file, since `fetch` cannot. */
function findWasm(): BufferSource | Promise<Response> {
  if (WASM.protocol !== 'file:') return fetch(WASM);
  return new Uint8Array(process.getBuiltinModule('node:fs').readFileSync(WASM));
}

async function findTables(): Promise<Uint8Array> {
  if (TABLES.protocol === 'file:') return process.getBuiltinModule('node:fs').readFileSync(TABLES);
  const response = await fetch(TABLES);
  if (!response.ok) throw new Error(`endgame tables: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const SOURCES = { wasm: findWasm, tables: findTables };

/** The used part of the global scope of a page's worker. */
interface Scope {
  postMessage(reply: EngineReply): void;
  onmessage: ((event: { readonly data: EngineRequest }) => void) | null;
}

function serve(): void {
  if ('WorkerGlobalScope' in globalThis) {
    const scope = globalThis as unknown as Scope;
    const searcher = new Searcher((reply) => scope.postMessage(reply), SOURCES);
    scope.onmessage = ({ data }) => searcher.receive(data);
    return;
  }
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const searcher = new Searcher((reply) => parentPort?.postMessage(reply), SOURCES);
  parentPort?.on('message', (request: EngineRequest) => searcher.receive(request));
}

serve();
