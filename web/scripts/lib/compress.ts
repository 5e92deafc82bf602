import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { listFiles } from './files.ts';

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Gzip at the highest level, which the budget counts. */
export function gzipped(data: Buffer): Promise<Buffer> {
  return toGzip(data, { level: 9 });
}

/** Writes a `.br` and `.gz` copy of every text file of `dir` if the copy is smaller. Returns the number of copies. */
export async function precompress(dir: string): Promise<number> {
  let count = 0;
  for (const file of await listFiles(dir)) {
    if (!TEXT.test(file)) continue;
    const data = await readFile(file);
    const brotli = await toBrotli(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    });
    const gz = await gzipped(data);
    if (gz.length >= data.length) continue;
    await writeFile(`${file}.br`, brotli);
    await writeFile(`${file}.gz`, gz);
    count += 1;
  }
  return count;
}
