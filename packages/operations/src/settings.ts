import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup/backup-error.ts';
import type { Trust } from './backup/manifest.ts';
import { createFolderPlace } from './backup/places/folder.ts';
import type { BackupPlace } from './backup/places/place.ts';
import type { S3Address } from './backup/places/s3.ts';
import type { RetentionPolicy } from './backup/retention.ts';
import { createOpener, createSealer, type Transform } from './backup/sealing.ts';
import { createSigner, createVerifier, type Signer } from './backup/signing.ts';

const S3 = /^s3:\/\/([^/]+)\/?(.*)$/;
function count(fallback: number) {
  return z.coerce.number().int().min(0).max(10_000).default(fallback);
}
const optional = z
  .string()
  .transform((text) => text || undefined)
  .optional();

/** Environment of the operations; docs/operations.md describes each. */
const environment = z.object({
  BACKUP_PLACE: optional,
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  BACKUP_IDENTITY_FILE: optional,
  BACKUP_SIGNING_KEY_FILE: optional,
  BACKUP_PUBLIC_KEY_FILE: optional,
  BACKUP_SCRATCH: z.string().min(1).default(tmpdir()),
  BACKUP_KEEP_LAST: count(3),
  BACKUP_KEEP_DAILY: count(14),
  BACKUP_KEEP_WEEKLY: count(8),
  S3_ENDPOINT: z.url().optional(),
});

export interface Settings {
  place: BackupPlace;
  /** Undefined if the backup is not encrypted. */
  seal: Transform | undefined;
  open: Transform;
  /** Undefined if the backup is not signed. */
  sign: Signer | undefined;
  /** Throws a BackupError if no key is configured. */
  trust: () => Trust;
  scratch: string;
  retention: RetentionPolicy;
}

/** The library of the object store takes a second to load. */
async function s3Place(address: S3Address): Promise<BackupPlace> {
  const { createS3Place } = await import('./backup/places/s3.ts');
  return createS3Place(address);
}

/**
 * Returns the settings of backup and restore. `address` is a folder or `s3://bucket/prefix` and replaces
 * `BACKUP_PLACE`. Throws a BackupError for a wrong value, and for an object store without recipients if `writes`.
 */
export async function readSettings(
  env: NodeJS.ProcessEnv,
  { address, writes }: { address: string | undefined; writes: boolean },
): Promise<Settings> {
  const found = environment.safeParse(env);
  if (!found.success) throw new BackupError(z.prettifyError(found.error));
  const { data } = found;
  const wanted = address ?? data.BACKUP_PLACE;
  if (wanted === undefined)
    throw new BackupError('no place: name a folder or s3://bucket/prefix, or set BACKUP_PLACE');
  const [, bucket, path = ''] = S3.exec(wanted) ?? [];
  if (bucket !== undefined && writes && data.BACKUP_RECIPIENTS.length === 0)
    throw new BackupError('BACKUP_RECIPIENTS is empty: backups in an object store are encrypted');
  const prefix = path.replace(/\/*$/, path === '' ? '' : '/');
  return {
    place: bucket
      ? await s3Place({ bucket, prefix, endpoint: data.S3_ENDPOINT })
      : createFolderPlace(resolve(wanted)),
    seal: data.BACKUP_RECIPIENTS.length > 0 ? createSealer(data.BACKUP_RECIPIENTS) : undefined,
    open: createOpener(data.BACKUP_IDENTITY_FILE),
    sign: data.BACKUP_SIGNING_KEY_FILE ? createSigner(data.BACKUP_SIGNING_KEY_FILE) : undefined,
    trust: () => {
      const keyFile = data.BACKUP_PUBLIC_KEY_FILE ?? data.BACKUP_SIGNING_KEY_FILE;
      if (keyFile !== undefined) return createVerifier(keyFile);
      throw new BackupError(
        'no key authenticates the backup: set BACKUP_PUBLIC_KEY_FILE, or restore with --accept-unsigned',
      );
    },
    scratch: data.BACKUP_SCRATCH,
    retention: {
      last: data.BACKUP_KEEP_LAST,
      daily: data.BACKUP_KEEP_DAILY,
      weekly: data.BACKUP_KEEP_WEEKLY,
    },
  };
}
