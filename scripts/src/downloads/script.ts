import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEngine } from '@doushouqi/engine/build';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ENGINE = join(ROOT, 'packages', 'engine');

/** Bundles a program with all its imports as one CommonJS script. @param banner text before it */
async function bundled(entry: string, banner = ''): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    // Its comments contain paths relative to this folder, so that every checkout makes the same script.
    cwd: ROOT,
    platform: 'node',
    // Files have no URL there; callers receive their content.
    transform: { define: { 'import.meta.url': '"file:///"' } },
  });
  const { output } = await bundle.generate({ format: 'cjs', banner, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

/** Returns the analysis service as one script. @param origins origins of the allowed pages */
export async function packedService(origins: readonly string[]): Promise<string> {
  await buildEngine();
  const base64 = (path: string): Promise<string> => readFile(join(ENGINE, path), 'base64');
  const packed = {
    worker: await bundled(join(ENGINE, 'src', 'worker.ts')),
    wasm: await base64('dist/engine.wasm'),
    tables: await base64('data/endgame.bin'),
    origins,
  };
  const entry = join(ROOT, 'packages', 'engine', 'src', 'service', 'packed.ts');
  return bundled(entry, `const PACKED = ${JSON.stringify(packed)};`);
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
