import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILES, makePrivateDir, openVault, planSecrets, writeSecret } from '@doushouqi/deployment';

/** Taken from the vault itself, so that a rotation there is all there is to do. */
const KEYS: readonly string[] = Object.values(KEY_FILES);

/**
 * The files of an overlay's `secrets` folder: keys and passwords in `vault`, and in a folder for each holder what is
 * made of them, the addresses of the stores first of all. They are those of `k8s/components/stores`: a deployment with
 * others writes its own. What is there stays as it is.
 */
export function writeSecrets(dir: string): void {
  for (const [holder, files] of planSecrets(openVault(join(dir, 'vault')))) {
    makePrivateDir(join(dir, holder));
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, holder, name);
      if (!KEYS.includes(name) && !existsSync(path)) writeSecret(path, text);
    }
  }
}
