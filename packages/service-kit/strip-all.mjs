/**
 * Fills the cache of strip-types.mjs ahead: on a fresh checkout, so that not every process of the first start strips for
 * itself, and in an image, whose processes cannot write.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { withoutTypes } from './strip-types.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const sources = globSync('{packages/*,services/*,gateway,scripts}/{src,testing}/**/*.ts', {
  cwd: ROOT,
  exclude: (name) => name.endsWith('.test.ts'),
});
for (const source of sources) withoutTypes(join(ROOT, source));
