/**
 * Global setup of the browser stories: a running product for each worker, which runs one story after the other. Stories
 * that kill processes start their own.
 */
import type { TestProject } from 'vitest/node';
import { type Site, startSite } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sites: readonly Site[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: Awaited<ReturnType<typeof startSite>>[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.stop()));
  };
  try {
    for (let n = 0; n < project.config.maxWorkers; n++) started.push(await startSite());
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide(
    'sites',
    started.map(({ site }) => site),
  );
  return stop;
}
