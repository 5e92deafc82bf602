import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  HOLDERS,
  KEY_FILES,
  makePrivateDir,
  openVault,
  planSecrets,
  type StoreAddresses,
  writeSecret,
} from '@doushouqi/operations/deployment';
import { parse } from 'yaml';
import { z } from 'zod';

/** Keys read from the vault itself, so that a rotation only changes the vault. */
const KEYS: readonly string[] = Object.values(KEY_FILES);

const address = z.string().regex(/^[a-z][a-z+-]*:\/\/[^@\s]+$/, 'is no URL without user and password');
const siteFile = z.object({ data: z.object({ redis: address, mongodb: address }) });

/** Returns the addresses of the stores of an overlay. Throws if its `site.yaml` is missing or wrong. */
function storesOf(overlay: string): StoreAddresses {
  const path = join(overlay, 'site.yaml');
  if (!existsSync(path)) throw new Error(`${overlay} is no overlay: it has no site.yaml`);
  const { data, error } = siteFile.safeParse(parse(readFileSync(path, 'utf8')));
  if (error) throw new Error(`${path}: ${z.prettifyError(error)}`);
  return data.data;
}

/** Throws if git tracks secrets of the overlay or would add them. Outside of a repository nothing is tracked. */
function refuseTracked(overlay: string): void {
  const files = ['vault', ...HOLDERS].map((folder) => join('secrets', folder, 'environment'));
  const { stdout, stderr, status, error } = spawnSync('git', ['check-ignore', '-z', '--stdin'], {
    cwd: overlay,
    input: files.join('\0'),
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error !== undefined || stderr.includes('not a git repository')) return;
  if (status !== 0 && status !== 1) throw new Error(stderr.trim());
  const ignored = new Set(stdout.split('\0'));
  const tracked = files.filter((file) => !ignored.has(file));
  if (tracked.length > 0)
    throw new Error(
      `git would track ${tracked[0]} of ${overlay}: copy secrets/.gitignore of k8s/overlays/production, too`,
    );
}

/**
 * Writes the missing files of an overlay's `secrets` folder: keys and passwords in `vault`, and for each holder a folder with
 * derived values, such as the addresses of the stores in the overlay's `site.yaml`. Preserves existing files and returns
 * the paths of those that differ from the overlay; `replace` writes them again. Throws before it writes anything if
 * git would track a file.
 */
export function writeSecrets(overlay: string, { replace = false } = {}): string[] {
  const stores = storesOf(overlay);
  refuseTracked(overlay);
  const dir = join(overlay, 'secrets');
  const files = [...planSecrets(openVault(join(dir, 'vault')), stores)].flatMap(([holder, texts]) =>
    Object.entries(texts)
      .filter(([name]) => !KEYS.includes(name))
      .map(([name, text]) => ({ path: join(dir, holder, name), text })),
  );
  const differing = files.filter(({ path, text }) => existsSync(path) && readFileSync(path, 'utf8') !== text);
  for (const { path, text } of files) {
    makePrivateDir(dirname(path));
    if (!existsSync(path) || replace) writeSecret(path, text);
  }
  return replace ? [] : differing.map(({ path }) => path);
}
