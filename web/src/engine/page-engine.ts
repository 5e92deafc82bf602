import { createEngine, type Engine, type EnginePort } from '@doushouqi/engine';

function openWorker(): EnginePort {
  const worker = new Worker(new URL('@doushouqi/engine/worker', import.meta.url), { type: 'module' });
  // The handlers of a worker are declared for whole events; a port uses a part of them.
  return worker as unknown as EnginePort;
}

const engine = createEngine(openWorker);

/**
 * Returns the single engine of this page. A request stops the previous one. The worker starts with the first request,
 * and with the first one after a crash or `close()`.
 */
export async function pageEngine(): Promise<Engine> {
  return engine;
}
