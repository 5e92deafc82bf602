import { afterAll, inject } from 'vitest';
import { visitSite, type World } from './world.ts';

/** Returns the worker's running product with a browser for one test file, which closes after its last test. */
export async function joinWorld(): Promise<World> {
  const world = await visitSite(inject('sites')[Number(process.env.VITEST_POOL_ID) - 1]!);
  afterAll(() => world.stop());
  return world;
}
