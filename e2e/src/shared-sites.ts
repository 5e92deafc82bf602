/**
 * Global setup of the browser stories: one running product per test worker, shared by its story files. A worker runs
 * its files one after the other; stories that kill processes start their own site.
 */
import type { TestProject } from 'vitest/node';
import { type Site, startSite } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sites: Site[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: Number(project.config.maxWorkers) });
  const started = await Promise.all(workers.map(() => startSite()));
  project.provide(
    'sites',
    started.map(({ site }) => site),
  );
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
}
