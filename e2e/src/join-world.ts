import { inject } from 'vitest';
import { visitSite, type World } from './world.ts';

/** The running product of this test worker, and a browser of the caller's own. */
export function joinWorld(): Promise<World> {
  const site = inject('sites')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!site) throw new Error(`no site for worker ${process.env.VITEST_POOL_ID}`);
  return visitSite(site);
}
