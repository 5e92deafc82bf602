import { join } from 'node:path';
import type { Db } from 'mongodb';
import { BackupError } from './backup-error.ts';
import { restoreCollection } from './documents.ts';
import { readLines } from './lines.ts';
import { type Manifest, openBackup } from './manifest.ts';
import { restoreKeys, serversOf } from './redis-keys.ts';
import { type Resumed, resumeGames } from './resume-games.ts';
import { createOpener, type Transform } from './sealing.ts';
import type { Stores } from './stores.ts';

export interface RestoreOptions {
  /** Deletes the stores' content first. */
  replace: boolean;
  /** Time for which the clocks stop, so that players can reconnect. Milliseconds. */
  graceMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Decrypts encrypted files. */
  open?: Transform;
}

/** Counts the documents of each non-empty collection. */
async function documentsIn(db: Db): Promise<Map<string, number>> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  const counts = await Promise.all(
    listed.map(async ({ name }) => [name, await db.collection(name).countDocuments()] as const),
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

async function makeRoom({ redis, mongo }: Stores, replace: boolean): Promise<void> {
  const servers = await serversOf(redis);
  const sizes = await Promise.all(servers.map((server) => server.dbsize()));
  const keys = sizes.reduce((a, b) => a + b, 0);
  const documents = await documentsIn(mongo.db());
  if (!replace && (keys > 0 || documents.size > 0))
    throw new BackupError(
      `the target is not empty: ${keys} keys in Redis, documents in ${[...documents.keys()].join(', ') || 'no collection'}; --replace throws them away`,
    );
  if (!replace) return;
  await Promise.all(servers.map((server) => server.flushdb()));
  for (const { name } of await mongo.db().listCollections({}, { nameOnly: true }).toArray())
    await mongo.db().dropCollection(name);
}

async function compare(db: Db, { documents }: Manifest): Promise<void> {
  const found = await documentsIn(db);
  const wrong = documents.filter(({ name, lines }) => (found.get(name) ?? 0) !== lines);
  if (wrong.length > 0)
    throw new BackupError(
      `not everything is there: ${wrong.map(({ name }) => name).join(', ')}; run it again with --replace`,
    );
}

async function keysIn(path: string, open: Transform): Promise<string[]> {
  const keys: string[] = [];
  for await (const line of readLines(path, open)) keys.push((JSON.parse(line) as { key: string }).key);
  return keys;
}

/**
 * Restores a backup into empty stores on which no service runs. Verifies every file before it writes. Restores
 * documents first, to determine which games have ended. If it fails, run it with `replace`.
 */
export async function restoreBackup(
  stores: Stores,
  dir: string,
  { replace, graceMs, now, open = createOpener(undefined) }: RestoreOptions,
): Promise<Resumed & { manifest: Manifest }> {
  const { redis, mongo } = stores;
  const manifest = await openBackup(dir);
  await makeRoom(stores, replace);
  for (const collection of manifest.documents)
    await restoreCollection(mongo.db(), collection, readLines(join(dir, collection.file), open));
  await compare(mongo.db(), manifest);
  const path = join(dir, manifest.redis.file);
  await restoreKeys(redis, readLines(path, open));
  const { takenAt } = manifest;
  const resumeAt = now() + graceMs;
  const resumed = await resumeGames({ redis, db: mongo.db(), takenAt, resumeAt }, await keysIn(path, open));
  return { ...resumed, manifest };
}
