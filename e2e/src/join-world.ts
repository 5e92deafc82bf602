import { afterAll, inject } from 'vitest';
import { visitSite, type World } from './world.ts';

/** Returns the running product of all stories with a browser for one test file, which closes after its last test. */
export async function joinWorld(): Promise<World> {
  const world = await visitSite(inject('site'));
  afterAll(() => world.stop());
  return world;
}
