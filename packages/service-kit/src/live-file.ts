import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createCached } from './cached.ts';
import { watchFile } from './key-metrics.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Longest delay until a changed file is read. Milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

export interface LiveFileOptions<T> {
  path: string;
  /** Default UTF-8; `latin1` gives one character for each byte of a binary file. */
  encoding?: 'utf8' | 'latin1';
  /** Throws a one-line description of the mistake. */
  parse: (text: string) => T;
  logger: Logger;
  metrics: Metrics;
  /** Epoch ms. */
  now: () => number;
}

/** Logger and metrics that report the state of a file. */
export type WatchContext = Pick<LiveFileOptions<never>, 'logger' | 'metrics'>;

/**
 * Returns the current content of a file. Never rejects: while the file is invalid or missing, returns the last valid
 * content.
 */
export type LiveFile<T> = () => Promise<T>;

/** Includes the inode: Kubernetes updates a mounted file by replacing a symbolic link. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(path);
  return `${ino} ${size} ${mtimeMs}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Reads a file and reloads it on change. Rejects with a one-line description if it cannot be read or is invalid at
 * the start. Later mistakes are logged once and reported by `live_file_ok`, and the last valid content stays.
 */
export async function openLiveFile<T>(options: LiveFileOptions<T>): Promise<LiveFile<T>> {
  const { path, encoding = 'utf8', parse, logger, metrics, now } = options;
  // The stamp is read before the text, so that the next check sees a change between the two.
  const read = async () => ({ stamp: await stampOf(path), content: parse(await readFile(path, encoding)) });
  let { stamp, content } = await read().catch((cause: unknown) => {
    throw new Error(`the file ${path} is wrong: ${reasonOf(cause)}`, { cause });
  });
  let ok = true;

  const check = async (): Promise<T> => {
    const seen = await stampOf(path).catch(() => 'gone');
    if (seen === stamp) return content;
    stamp = seen;
    try {
      ({ stamp, content } = await read());
      ok = true;
      logger.info({ path }, 'the file changed and was reloaded');
    } catch (error) {
      ok = false;
      logger.error({ path, reason: reasonOf(error) }, 'the changed file is wrong; what it held before stays');
    }
    return content;
  };
  const { get } = createCached({ ask: check, ttlMs: CHECK_INTERVAL_MS, now });
  watchFile(metrics, basename(path), async () => {
    await get();
    return ok;
  });
  return get;
}
