/** The worker of an engine, in a page and in `node:worker_threads` alike. */
import type { EngineReply, EngineRequest } from './messages.ts';
import { Searcher } from './searcher.ts';

const WASM = new URL('../dist/engine.wasm', import.meta.url);

/** A page fetches the WASM; a file is read, since `fetch` reads none. */
function findWasm(): BufferSource | Promise<Response> {
  if (WASM.protocol !== 'file:') return fetch(WASM);
  return new Uint8Array(process.getBuiltinModule('node:fs').readFileSync(WASM));
}

/** The global of a worker of a page, as far as it is used. */
interface Scope {
  postMessage(reply: EngineReply): void;
  onmessage: ((event: { readonly data: EngineRequest }) => void) | null;
}

function serve(): void {
  if ('WorkerGlobalScope' in globalThis) {
    const scope = globalThis as unknown as Scope;
    const searcher = new Searcher((reply) => scope.postMessage(reply), findWasm);
    scope.onmessage = ({ data }) => searcher.receive(data);
    return;
  }
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const searcher = new Searcher((reply) => parentPort?.postMessage(reply), findWasm);
  parentPort?.on('message', (request: EngineRequest) => searcher.receive(request));
}

serve();
