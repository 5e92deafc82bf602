import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { createCached } from './cached.ts';
import { watchFile } from './key-metrics.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Longest delay until a changed file is read. Milliseconds. */
const CHECK_INTERVAL_MS = 1_000;
/** Longest delay until a file that could not be read is read again. Milliseconds. */
const MAX_RETRY_MS = 60_000;

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

/** Parses a file of JSON by a schema. Throws one line that names every wrong field. */
export function parseJson<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'all'}: ${message}`);
  throw new Error(problems.join('; '));
}

/**
 * Reads a file and reloads it on change. Rejects with a one-line description if it cannot be read or is invalid at
 * the start. Later mistakes are logged once and reported by `live_file_ok`; the last valid content stays,
 * and the file is read again, first after 1 s, then less often.
 */
export async function openLiveFile<T>(options: LiveFileOptions<T>): Promise<LiveFile<T>> {
  const { path, encoding = 'utf8', parse, logger, metrics, now } = options;
  // The stamp is read before the text, so that the next check sees a change between the two.
  const read = async () => ({ stamp: await stampOf(path), content: parse(await readFile(path, encoding)) });
  let { stamp, content } = await read().catch((cause: unknown) => {
    throw new Error(`the file ${path} is wrong: ${reasonOf(cause)}`, { cause });
  });
  let failure: { stamp: string; reason: string; waitMs: number; retryAt: number } | null = null;

  function fail(seen: string, reason: string): void {
    const before = failure?.stamp === seen ? failure : null;
    if (before?.reason !== reason)
      logger.error({ path, reason }, 'the changed file is wrong; what it held before stays');
    const waitMs = before ? Math.min(2 * before.waitMs, MAX_RETRY_MS) : CHECK_INTERVAL_MS;
    failure = { stamp: seen, reason, waitMs, retryAt: now() + waitMs };
  }

  const check = async (): Promise<T> => {
    const seen = await stampOf(path).catch(() => 'gone');
    if (seen === stamp) failure = null;
    // A file that cannot be read may become readable without a change that its stamp shows.
    else if (failure?.stamp !== seen || now() >= failure.retryAt) {
      try {
        ({ stamp, content } = await read());
        failure = null;
        logger.info({ path }, 'the file changed and was reloaded');
      } catch (error) {
        fail(seen, reasonOf(error));
      }
    }
    return content;
  };
  const { get } = createCached({ ask: check, ttlMs: CHECK_INTERVAL_MS, now });
  watchFile(metrics, basename(path), async () => {
    await get();
    return failure === null;
  });
  return get;
}
