import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createCached } from './cached.ts';
import { watchFile } from './key-metrics.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** A changed file is seen after this long at most. Milliseconds. */
const LOOK_EVERY = 1_000;

export interface LiveFileOptions<T> {
  path: string;
  /** Throws what is wrong, in one line. */
  parse: (text: string) => T;
  logger: Logger;
  metrics: Metrics;
  /** Epoch ms. */
  now: () => number;
}

/** Who hears and shows what becomes of a file. */
export type WatchedBy = Pick<LiveFileOptions<never>, 'logger' | 'metrics'>;

/** What a file holds now. Never rejects: while the file is wrong or gone it is what it held before. */
export type LiveFile<T> = () => Promise<T>;

/** Another inode too: Kubernetes changes a mounted file by turning a link to another one. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(path);
  return `${ino} ${size} ${mtimeMs}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Reads a file, and again when it changed. Rejects with one clear line when it cannot be read or is wrong at the
 * start; later that is logged once, shown by `live_file_ok`, and the last good content stays.
 */
export async function openLiveFile<T>(options: LiveFileOptions<T>): Promise<LiveFile<T>> {
  const { path, parse, logger, metrics, now } = options;
  // The stamp is taken before the text: a change between the two is seen at the next look.
  const read = async () => ({ stamp: await stampOf(path), content: parse(await readFile(path, 'utf8')) });
  let { stamp, content } = await read().catch((cause: unknown) => {
    throw new Error(`the file ${path} is wrong: ${reasonOf(cause)}`, { cause });
  });
  let ok = true;

  const look = async (): Promise<T> => {
    const seen = await stampOf(path).catch(() => 'gone');
    if (seen === stamp) return content;
    stamp = seen;
    try {
      ({ stamp, content } = await read());
      ok = true;
      logger.info({ path }, 'the file changed and was read anew');
    } catch (error) {
      ok = false;
      logger.error({ path, reason: reasonOf(error) }, 'the changed file is wrong; what it held before stays');
    }
    return content;
  };
  const { get } = createCached({ ask: look, ttlMs: LOOK_EVERY, now });
  watchFile(metrics, basename(path), async () => {
    await get();
    return ok;
  });
  return get;
}
