/** The engine for Node.js. */
import { Worker } from 'node:worker_threads';
import type { EnginePort, EngineRequest } from './messages.ts';

/** Opens a worker thread with the interface of a page's worker. */
export function nodePort(): EnginePort {
  return portOf(new Worker(new URL('./worker.ts', import.meta.url)));
}

/** Wraps an existing worker thread. */
export function portOf(worker: Worker): EnginePort {
  const port: EnginePort = {
    postMessage: (message: EngineRequest) => worker.postMessage(message),
    onmessage: null,
    onerror: null,
    terminate: () => void worker.terminate(),
  };
  worker.on('message', (data) => port.onmessage?.({ data }));
  worker.on('error', (error) => port.onerror?.(error instanceof Error ? error : {}));
  return port;
}
