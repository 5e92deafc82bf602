import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** A file of a backup: one line per item, compressed. `sha256` is that of the stored file. */
export interface Part {
  file: string;
  lines: number;
  sha256: string;
}

/** Returns the checksum of a file, hexadecimal. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Writes a file that only its owner can read; it is on disk when this resolves. */
export async function writeLines(path: string, file: string, lines: AsyncIterable<string>): Promise<Part> {
  let count = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  const target = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(Readable.from(counted()), createGzip(), target);
  return { file, lines: count, sha256: await checksumOf(path) };
}

export async function* readLines(path: string): AsyncGenerator<string> {
  const text = createReadStream(path).pipe(createGunzip());
  yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
}

/** Groups elements into lists of `size`; the last list may be shorter. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
