import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DeleteObjectsCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MANIFEST } from '../manifest.ts';
import type { BackupPlace } from './place.ts';

/** Most keys of one deletion (https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html). */
const DELETED_AT_ONCE = 1_000;

/** Address of backups in an object store. */
export interface S3Address {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** URL of a store that is not Amazon's; its buckets are paths. */
  endpoint: string | undefined;
}

/**
 * Stores backups in an S3-compatible object store. Region and credentials come from the standard variables
 * (`AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`) or the machine's role.
 */
export function createS3Place({ bucket: Bucket, prefix, endpoint }: S3Address): BackupPlace {
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Many compatible stores do not know the newer default checksums; `verify` compares all bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  async function keysBelow(folder: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${folder}` }))
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
    return keys;
  }

  async function removeKeys(keys: readonly string[]): Promise<void> {
    for (let n = 0; n < keys.length; n += DELETED_AT_ONCE) {
      const Objects = keys.slice(n, n + DELETED_AT_ONCE).map((Key) => ({ Key }));
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    }
  }

  return {
    async names() {
      const paths = (await keysBelow('')).map((key) => key.slice(prefix.length).split('/'));
      const all = new Set(paths.flatMap(([name, file]) => (name && file ? [name] : [])));
      const complete = new Set(paths.flatMap(([name, file]) => (name && file === MANIFEST ? [name] : [])));
      return {
        complete: [...complete].sort(),
        incomplete: [...all].filter((name) => !complete.has(name)).sort(),
      };
    },
    async read(name, file) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `${prefix}${name}/${file}` }));
      return Body as Readable;
    },
    async write(name, file, path) {
      const params = { Bucket, Key: `${prefix}${name}/${file}`, Body: createReadStream(path) };
      await new Upload({ client, params }).done();
    },
    async remove(name) {
      await removeKeys([`${prefix}${name}/${MANIFEST}`]);
      await removeKeys(await keysBelow(`${name}/`));
    },
  };
}
