import { createEngine, type Engine, type EnginePort } from '@doushouqi/engine';

function openWorker(): EnginePort {
  const worker = new Worker(new URL('@doushouqi/engine/worker', import.meta.url), { type: 'module' });
  // The handlers of a worker are declared for whole events, of which a port uses a part.
  return worker as unknown as EnginePort;
}

/** An engine whose worker starts with the first request, and anew after a crash or `close()`. */
export function openEngine(): Engine {
  return createEngine(openWorker);
}
