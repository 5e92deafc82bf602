import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILES, makePrivateDir, openVault, planSecrets, writeSecret } from '@doushouqi/deployment';

/** Keys read from the vault itself, so that a rotation only changes the vault. */
const KEYS: readonly string[] = Object.values(KEY_FILES);

/**
 * Writes the files of an overlay's `secrets` folder: keys and passwords in `vault`, and derived values in a folder
 * for each holder, such as the addresses of the stores. They match `k8s/components/stores` or `stores-ha`, whichever the
 * overlay lists; a deployment with other stores writes its own. Existing files are preserved.
 */
export function writeSecrets(dir: string): void {
  const overlay = join(dir, '..', 'kustomization.yaml');
  const isReplicated = existsSync(overlay) && readFileSync(overlay, 'utf8').includes('stores-ha');
  for (const [holder, files] of planSecrets(
    openVault(join(dir, 'vault')),
    isReplicated ? 'replicated' : 'single',
  )) {
    makePrivateDir(join(dir, holder));
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, holder, name);
      if (!KEYS.includes(name) && !existsSync(path)) writeSecret(path, text);
    }
  }
}
