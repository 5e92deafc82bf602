import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isShortLived } from '@doushouqi/protocol/server';
import type { RedisClient } from '@doushouqi/service-kit';
import { BSON, type IndexDescription } from 'mongodb';
import { dumpDocuments } from './documents.ts';
import { inBatches, readLines } from './lines.ts';
import type { Manifest } from './manifest.ts';
import { deleteKeys, liveKeys, restoreKey, type StoredKey } from './redis-keys.ts';
import type { Transform } from './sealing.ts';
import { shelvedKey } from './shelves.ts';
import type { Stores } from './stores.ts';

/** What a backup and the restored stores hold of one kind, without what expired since the backup. */
export interface ComparedRow {
  kind: string;
  inBackup: number;
  restored: number;
  isEqual: boolean;
}

/** Returns a key without ids: `{room:AB12}:state` is `{room}:state`, `limit:login:1.2.3.4` is `limit`. */
export function familyOfKey(key: string): string {
  const tagged = /^\{([^:}]+)[^}]*\}(.*)$/.exec(key);
  return tagged ? `{${tagged[1]}}${tagged[2]!.replace(/^(:[^:]+).*$/, '$1')}` : key.split(':')[0]!;
}

const BATCH = 200;
/** Documents that expire within this time may be deleted while they are compared. Milliseconds. */
const EXPIRY_MARGIN = 600_000;

/** Reads of a value by type; `DUMP` depends on the order in which a set or hash was filled. */
const READS: Readonly<Record<string, (redis: RedisClient, name: string) => Promise<unknown>>> = {
  string: (redis, name) => redis.getBuffer(name),
  list: (redis, name) => redis.lrangeBuffer(name, 0, -1),
  set: async (redis, name) => (await redis.smembersBuffer(name)).map((one) => one.toString('latin1')).sort(),
  hash: async (redis, name) =>
    Object.entries(await redis.hgetallBuffer(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
  zset: (redis, name) => redis.zrangeBuffer(name, '0', '-1', 'WITHSCORES'),
  stream: (redis, name) => redis.xrangeBuffer(name, '-', '+'),
};

async function readValue(redis: RedisClient, name: string): Promise<string> {
  const type = await redis.type(name);
  const value = await (READS[type] ?? (() => redis.dumpBuffer(name)))(redis, name);
  return JSON.stringify([type, value]);
}

/** Returns whether a key has the stored value. */
async function hasValue(redis: RedisClient, stored: StoredKey, dump: Buffer): Promise<boolean> {
  if (dump.toString('base64') === stored.dump) return true;
  const name = shelvedKey('compared', stored.key);
  await redis.unlink(name);
  await restoreKey(redis, name, { ...stored, ttl: 0 });
  const [expected, found] = await Promise.all([readValue(redis, name), readValue(redis, stored.key)]);
  await redis.unlink(name);
  return expected === found;
}

type Rows = Map<string, ComparedRow>;

function rowOf(rows: Rows, kind: string): ComparedRow {
  const row = rows.get(kind) ?? { kind, inBackup: 0, restored: 0, isEqual: true };
  rows.set(kind, row);
  return row;
}

async function compareKeys(
  redis: RedisClient,
  lines: AsyncIterable<string>,
  hasExpired: (ttl: number) => boolean,
): Promise<Rows> {
  const rows: Rows = new Map();
  const found = new Set<string>();
  const compare = async (stored: StoredKey): Promise<void> => {
    const dump = await redis.dumpBuffer(stored.key);
    if (dump === null && hasExpired(stored.ttl)) return;
    const row = rowOf(rows, `Redis ${familyOfKey(stored.key)}`);
    row.inBackup += 1;
    if (dump === null) return;
    found.add(stored.key);
    row.restored += 1;
    if (!(await hasValue(redis, stored, dump))) row.isEqual = false;
  };
  await deleteKeys(redis, 'compared');
  for await (const batch of inBatches(lines, BATCH))
    await Promise.all(
      batch.map((line) => JSON.parse(line) as StoredKey).map((one) => !isShortLived(one.key) && compare(one)),
    );
  for (const key of await liveKeys(redis))
    if (!found.has(key) && !isShortLived(key)) rowOf(rows, `Redis ${familyOfKey(key)}`).restored += 1;
  return rows;
}

/** Number and checksum of documents. The checksum does not depend on their order. */
interface Sum {
  count: number;
  checksum: bigint;
}

/** A store may return a whole number of type Double as an Int32: the driver sends both as the same number. */
function normalized(line: string): string {
  return line.replaceAll(/\{"\$numberDouble":"(-?\d+)\.0"\}/g, '{"$numberInt":"$1"}');
}

/** Returns a function that tells whether a document expires before `at`. */
function expiryBy(indexes: readonly IndexDescription[], at: number): (line: string) => boolean {
  const timed = indexes.flatMap(({ key, expireAfterSeconds: seconds }) =>
    seconds === undefined ? [] : [{ field: Object.keys(key)[0]!, seconds }],
  );
  if (timed.length === 0) return () => false;
  return (line) => {
    const document = BSON.EJSON.parse(line) as BSON.Document;
    return timed.some(({ field, seconds }) => {
      const time: unknown = document[field];
      return time instanceof Date && time.getTime() + Number(seconds) * 1_000 <= at;
    });
  };
}

async function sumOf(lines: AsyncIterable<string>, isExpired: (line: string) => boolean): Promise<Sum> {
  const sum: Sum = { count: 0, checksum: 0n };
  for await (const line of lines) {
    if (isExpired(line)) continue;
    sum.count += 1;
    sum.checksum ^= BigInt(`0x${createHash('sha256').update(normalized(line)).digest('hex')}`);
  }
  return sum;
}

export interface Comparison {
  /** Folder of the backup. */
  dir: string;
  manifest: Manifest;
  open: Transform;
  /** When the keys of the backup were staged; their times to live run from then. Epoch ms. */
  stagedAt: number;
  /** Epoch ms. */
  now: number;
}

/** Compares a backup with the stores into which it was restored, by collection and family of keys. */
export async function compareRestored(
  { redis, mongo }: Stores,
  { dir, manifest, open, stagedAt, now }: Comparison,
): Promise<ComparedRow[]> {
  const hasExpired = (ttl: number): boolean => ttl > 0 && stagedAt + ttl <= now + EXPIRY_MARGIN;
  const rows = await compareKeys(redis, readLines(join(dir, manifest.redis.file), open), hasExpired);
  const sums = new Map<string, Sum>();
  const isExpiredIn = new Map<string, (line: string) => boolean>();
  for (const { name, file, indexes } of manifest.documents) {
    isExpiredIn.set(name, expiryBy(indexes, now + EXPIRY_MARGIN));
    sums.set(name, await sumOf(readLines(join(dir, file), open), isExpiredIn.get(name)!));
    rowOf(rows, `documents ${name}`).inBackup = sums.get(name)!.count;
  }
  await dumpDocuments(mongo, async ({ name }, lines) => {
    const row = rowOf(rows, `documents ${name}`);
    const found = await sumOf(lines, isExpiredIn.get(name) ?? (() => false));
    row.restored = found.count;
    row.isEqual = found.checksum === (sums.get(name)?.checksum ?? 0n);
  });
  return [...rows.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** Returns whether a row proves a loss, or that something else is in the stores. Pure. */
export function isLoss({ inBackup, restored, isEqual }: ComparedRow): boolean {
  return !isEqual || inBackup !== restored;
}

/** Returns the rows as a table. Pure. */
export function comparisonTable(rows: readonly ComparedRow[]): string[] {
  const lines = rows.map((row) => {
    const state = isLoss(row) ? 'DIFFERENT' : 'equal';
    return `| ${row.kind} | ${row.inBackup} | ${row.restored} | ${state} |`;
  });
  return ['| | backup | restored | content |', '| --- | --- | --- | --- |', ...lines];
}
