import { createEngine, type Engine, type EnginePort } from '@doushouqi/engine';

let engine: Engine | null = null;

function openWorker(): EnginePort {
  const worker = new Worker(new URL('@doushouqi/engine/worker', import.meta.url), { type: 'module' });
  // The handlers of a worker are declared for whole events, of which a port uses a part.
  return worker as unknown as EnginePort;
}

/**
 * The one engine of this page: whoever asks it anything stops what it did before. Its worker starts with the first
 * request, and anew with the first one after a crash or `close()`.
 */
export async function pageEngine(): Promise<Engine> {
  engine ??= createEngine(openWorker);
  return engine;
}
