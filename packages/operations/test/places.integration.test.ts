import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFolderPlace } from '../src/backup/places/folder.ts';
import type { BackupPlace } from '../src/backup/places/place.ts';
import { createS3Place } from '../src/backup/places/s3.ts';
import { startS3Server } from './s3-server.ts';

const server = await startS3Server();
const temporary = mkdtempSync(join(tmpdir(), 'doushouqi-places-'));
vi.stubEnv('AWS_REGION', 'eu-central-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  rmSync(temporary, { recursive: true });
});

/** More than one part of a multipart upload: 5 MiB. */
const LARGE = Buffer.alloc(12 * 1024 * 1024, 'jungle');
const file = join(temporary, 'file');
const large = join(temporary, 'large');
writeFileSync(file, 'content');
writeFileSync(large, LARGE);

const S3 = { bucket: 'backups', prefix: 'site/', endpoint: server.url };
const PLACES: readonly (readonly [string, () => BackupPlace])[] = [
  ['a folder', () => createFolderPlace(join(temporary, 'place'))],
  ['an object store', () => createS3Place(S3)],
];

async function contentOf(place: BackupPlace, name: string, part: string): Promise<Buffer> {
  return Buffer.concat(await (await place.read(name, part)).toArray());
}

describe.each(PLACES)('%s', (_, create) => {
  const place = create();
  beforeEach(async () => {
    const { complete, incomplete } = await place.names();
    for (const name of [...complete, ...incomplete]) await place.remove(name);
  });

  test('is empty before the first backup', async () => {
    expect(await place.names()).toEqual({ complete: [], incomplete: [] });
  });

  test('counts a backup only when its manifest is stored', async () => {
    for (const name of ['b', 'a']) await place.write(name, 'redis.jsonl.gz', file);
    expect(await place.names()).toEqual({ complete: [], incomplete: ['a', 'b'] });
    for (const name of ['b', 'a']) await place.write(name, 'manifest.json', file);
    await place.write('c', 'redis.jsonl.gz', file);
    expect(await place.names()).toEqual({ complete: ['a', 'b'], incomplete: ['c'] });
  });

  test('returns what was stored, also of large files', async () => {
    await place.write('a', 'small', file);
    await place.write('a', 'large', large);
    expect((await contentOf(place, 'a', 'small')).toString()).toBe('content');
    expect((await contentOf(place, 'a', 'large')).equals(LARGE)).toBe(true);
  });

  test('rejects a file that does not exist', async () => {
    await expect(place.read('a', 'missing')).rejects.toThrow();
  });

  test('deletes one backup and leaves the others', async () => {
    for (const name of ['a', 'ab']) {
      for (const part of ['redis.jsonl.gz', 'documents-users.jsonl.gz', 'manifest.json'])
        await place.write(name, part, file);
    }
    await place.remove('a');
    expect(await place.names()).toEqual({ complete: ['ab'], incomplete: [] });
    await expect(place.read('a', 'redis.jsonl.gz')).rejects.toThrow();
  });
});

test('stores objects below the prefix only', async () => {
  server.objects.set('backups/other/x/manifest.json', Buffer.from('{}'));
  const place = createS3Place(S3);
  expect((await place.names()).complete).not.toContain('x');
});
