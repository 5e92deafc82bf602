import { afterAll, inject } from 'vitest';
import { visitSite, type World } from './world.ts';

/** The running product of this worker's stories. */
export const site = inject('sites')[Number(process.env.VITEST_POOL_ID) - 1]!;

/** Returns that product with a browser for one test file, which closes after its last test. */
export async function joinWorld(): Promise<World> {
  const world = await visitSite(site);
  afterAll(() => world.stop());
  return world;
}
