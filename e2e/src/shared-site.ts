/** Global setup of the browser stories: one running product for all of them; stories that kill processes start their own. */
import type { TestProject } from 'vitest/node';
import { type Site, startSite } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: Site;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { site, stop } = await startSite();
  project.provide('site', site);
  return stop;
}
