import { afterAll, inject } from 'vitest';
import { visitSite, type World } from './world.ts';

/** Returns the running product of this test worker with a browser for one test file, which closes after its last test. */
export async function joinWorld(): Promise<World> {
  const site = inject('sites')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!site) throw new Error(`no site for worker ${process.env.VITEST_POOL_ID}`);
  const world = await visitSite(site);
  afterAll(() => world.stop());
  return world;
}
