import { createHash } from 'node:crypto';
import { dumpDocuments } from './documents.ts';
import { readLines } from './lines.ts';
import type { Manifest } from './manifest.ts';
import { dumpKeys } from './redis-keys.ts';
import type { Transform } from './sealing.ts';
import type { Stores } from './stores.ts';

/** Number and checksum of the items of one kind. The checksum does not depend on their order. */
interface Sum {
  count: number;
  checksum: bigint;
}

/** What a backup and the restored stores hold of one kind. `isEqual` is undefined if a restore changes its values. */
export interface DrillRow {
  kind: string;
  inBackup: number;
  restored: number;
  isEqual: boolean | undefined;
}

type Sums = Map<string, Sum>;

function add(sums: Sums, kind: string, text: string): void {
  const { count, checksum } = sums.get(kind) ?? { count: 0, checksum: 0n };
  const hash = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  sums.set(kind, { count: count + 1, checksum: checksum ^ hash });
}

/** Returns a key without ids: `{room:AB12}:state` is `{room}:state`, `limit:login:1.2.3.4` is `limit`. */
export function familyOfKey(key: string): string {
  const tagged = /^\{([^:}]+)[^}]*\}(.*)$/.exec(key);
  return tagged ? `{${tagged[1]}}${tagged[2]!.replace(/^(:[^:]+).*$/, '$1')}` : key.split(':')[0]!;
}

/** Families that a restore changes: clocks of running games, their checks, and the list of them. */
const CHANGED = /^(\{room\}|\{queue\}|rooms|operations)/;

function addKey(sums: Sums, line: string): void {
  const { key, dump } = JSON.parse(line) as { key: string; dump: string };
  add(sums, `Redis ${familyOfKey(key)}`, `${key} ${dump}`);
}

async function sumsOfBackup(dir: string, manifest: Manifest, open: Transform): Promise<Sums> {
  const sums: Sums = new Map();
  for await (const line of readLines(`${dir}/${manifest.redis.file}`, open)) addKey(sums, line);
  for (const { name, file } of manifest.documents)
    for await (const line of readLines(`${dir}/${file}`, open)) add(sums, `documents ${name}`, line);
  return sums;
}

async function sumsOfStores({ redis, mongo }: Stores): Promise<Sums> {
  const sums: Sums = new Map();
  for await (const line of dumpKeys(redis)) addKey(sums, line);
  await dumpDocuments(mongo, async ({ name }, lines) => {
    for await (const line of lines) add(sums, `documents ${name}`, line);
  });
  return sums;
}

/** Compares the backup in a folder with the stores into which it was restored, by collection and family of keys. */
export async function compareRestored(
  stores: Stores,
  dir: string,
  manifest: Manifest,
  open: Transform,
): Promise<DrillRow[]> {
  const [backup, restored] = [await sumsOfBackup(dir, manifest, open), await sumsOfStores(stores)];
  const kinds = [...new Set([...backup.keys(), ...restored.keys()])].sort();
  return kinds.map((kind) => {
    const [a, b] = [backup.get(kind), restored.get(kind)];
    const isChanged = kind.startsWith('Redis ') && CHANGED.test(kind.slice('Redis '.length));
    return {
      kind,
      inBackup: a?.count ?? 0,
      restored: b?.count ?? 0,
      isEqual: isChanged ? undefined : a?.checksum === b?.checksum,
    };
  });
}

/** Returns whether a row proves a loss. */
export function isLoss({ inBackup, restored, isEqual }: DrillRow): boolean {
  return isEqual === undefined ? false : !isEqual || inBackup !== restored;
}
