/**
 * Fills the cache of strip-types.mjs in advance. On a fresh checkout each process of the first start would otherwise
 * strip every source itself; in an image, processes cannot write the cache.
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
