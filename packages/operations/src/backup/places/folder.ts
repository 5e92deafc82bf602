import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST } from '../manifest.ts';
import type { BackupPlace } from './place.ts';

/** Copies a file; it is complete and on disk when it has its name. */
async function copyDurably(from: string, to: string): Promise<void> {
  const draft = `${to}.partial`;
  await copyFile(from, draft);
  const handle = await open(draft, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
  await rename(draft, to);
}

/** Stores backups in folders below `root`. */
export function createFolderPlace(root: string): BackupPlace {
  return {
    async names() {
      const entries = existsSync(root) ? await readdir(root, { withFileTypes: true }) : [];
      const names = entries.flatMap((entry) =>
        entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
      );
      const isComplete = (name: string) => existsSync(join(root, name, MANIFEST));
      return {
        complete: names.filter(isComplete).sort(),
        incomplete: names.filter((name) => !isComplete(name)).sort(),
      };
    },
    read: async (name, file) => (await open(join(root, name, file))).createReadStream(),
    async write(name, file, path) {
      await mkdir(join(root, name), { recursive: true, mode: 0o700 });
      await copyDurably(path, join(root, name, file));
    },
    async remove(name) {
      await rm(join(root, name, MANIFEST), { force: true });
      await rm(join(root, name), { recursive: true, force: true });
    },
  };
}
