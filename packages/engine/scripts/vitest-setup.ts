/** Compiles the engine before the unit tests, which need it. */
import { buildEngine } from './build.ts';

export async function setup(): Promise<void> {
  await buildEngine();
}
