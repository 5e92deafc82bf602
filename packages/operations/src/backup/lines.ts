import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SEALED, type Transform } from './sealing.ts';

/** A file of a backup: one line per item, compressed. `sha256` is that of the stored file. */
export interface Part {
  file: string;
  lines: number;
  sha256: string;
}

/** Returns the SHA-256 of all bytes, hexadecimal. */
export async function checksumOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Writes a file that only its owner can read; it is on disk when this resolves. `seal` encrypts it.
 */
export async function writeLines(
  dir: string,
  name: string,
  lines: AsyncIterable<string>,
  seal: Transform | undefined,
): Promise<Part> {
  let count = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  const file = `${name}.jsonl.gz${seal ? SEALED : ''}`;
  const path = join(dir, file);
  const packed = Readable.from(counted()).compose(createGzip());
  await pipeline(seal ? await seal(packed) : packed, createWriteStream(path, { mode: 0o600, flush: true }));
  return { file, lines: count, sha256: await checksumOf(createReadStream(path)) };
}

/** Yields the lines of a file; `open` decrypts it if it is encrypted. */
export async function* readLines(path: string, open: Transform): AsyncGenerator<string> {
  const bytes = createReadStream(path);
  const packed = path.endsWith(SEALED) ? await open(bytes) : bytes;
  const input = packed.compose(createGunzip());
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
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
