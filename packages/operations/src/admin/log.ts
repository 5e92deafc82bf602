import { parseArgs } from 'node:util';
import { checkLog, type StoredLogEntry } from '@doushouqi/service-kit';
import type { Db } from 'mongodb';
import { BackupError } from '../backup/backup-error.ts';
import { logLine } from './lines.ts';

const SHOWN = 100;

function parseHead(text: string): { n: number; hash: string } {
  const [, n, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (n === undefined || hash === undefined)
    throw new BackupError('--head is NUMBER:HASH of an earlier check');
  return { n: Number(n), hash };
}

/**
 * Returns the last entries of the log, oldest first; with `--check` verifies the chain of all. Throws a BackupError with the
 * entries that are missing or changed.
 */
export async function showLog(db: Db, args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({
    args: [...args],
    options: { check: { type: 'boolean', default: false }, head: { type: 'string' } },
  });
  const log = db.collection<StoredLogEntry>('operatorlog');
  if (!values.check) {
    const last = await log.find().sort({ _id: -1 }).limit(SHOWN).toArray();
    return last.reverse().map(({ _id, ...entry }) => logLine({ n: _id, ...entry }));
  }
  const earlier = values.head === undefined ? undefined : parseHead(values.head);
  const { entries, faults, head } = await checkLog(log.find().sort({ _id: 1 }), earlier);
  if (faults.length > 0) {
    const wrong = faults.map(({ n, fault }) => `entry ${n} is ${fault}`);
    throw new BackupError(['THE LOG WAS TAMPERED WITH:', ...wrong].join('\n'));
  }
  return [
    `${entries} entries, none changed or missing`,
    `keep this elsewhere, for the next check: --head ${head.n}:${head.hash}`,
  ];
}
