/** Before the unit tests, which need the compiled engine. */
import { buildEngine } from './build.ts';

export async function setup(): Promise<void> {
  await buildEngine();
}
