import type { Engine } from '@doushouqi/engine';

let opened: Promise<Engine> | null = null;

async function open(): Promise<Engine> {
  try {
    return (await import('./open-engine.ts')).openEngine();
  } catch (error) {
    opened = null;
    throw error;
  }
}

/**
 * The one engine of this page: whoever asks it anything stops what it did before. Its worker starts with the first
 * request, and anew with the first one after a crash or `close()`.
 * @throws Error when the program could not be loaded; the next call tries again.
 */
export function pageEngine(): Promise<Engine> {
  opened ??= open();
  return opened;
}
