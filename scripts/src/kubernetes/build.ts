import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { findFetched } from '../platform/fetched.ts';
import type { AnyObject } from './objects.ts';
import { writeSecrets } from './secrets.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MANIFESTS = join(ROOT, 'k8s');
const OVERLAYS = join(MANIFESTS, 'overlays');

/**
 * Removes the line breaks that kustomize adds to long values of a Secret; the API ignores them, as base64 readers
 * may.
 */
function unfolded(object: AnyObject & { data?: Record<string, string> }): AnyObject {
  if (object.kind !== 'Secret' || object.data === undefined) return object;
  const data = Object.entries(object.data).map(([key, value]) => [key, value.replaceAll(/\s/g, '')]);
  return { ...object, data: Object.fromEntries(data) } as AnyObject;
}

/** Returns the names of the overlays. */
export async function overlayNames(): Promise<string[]> {
  return (await readdir(OVERLAYS)).toSorted();
}

/** The local overlay with all components that no overlay includes by default. */
const WITH_COMPONENTS = 'local-components';
const COMPONENTS = ['traces', 'backup', 'monitoring', 'players', 'gateway-api'];

async function addComponents(overlays: string): Promise<void> {
  const dir = join(overlays, WITH_COMPONENTS);
  await cp(join(overlays, 'local'), dir, { recursive: true });
  const path = join(dir, 'kustomization.yaml');
  const parts = parse(await readFile(path, 'utf8')) as { components: string[] };
  parts.components.push(...COMPONENTS.map((name) => `../../components/${name}`));
  await writeFile(path, stringify(parts));
}

/**
 * Builds each overlay with kustomize, and the local one with all components (`local-components`), with temporary keys and
 * passwords.
 */
export async function buildOverlays(): Promise<Map<string, AnyObject[]>> {
  const kustomize = findFetched('kustomize');
  const copy = await mkdtemp(join(tmpdir(), 'doushouqi-k8s-'));
  try {
    await cp(MANIFESTS, copy, { recursive: true });
    const names = await overlayNames();
    for (const name of names) writeSecrets(join(copy, 'overlays', name, 'secrets'));
    await addComponents(join(copy, 'overlays'));
    const built = [...names, WITH_COMPONENTS].map(async (name): Promise<[string, AnyObject[]]> => {
      const overlay = join(copy, 'overlays', name);
      const { stdout } = await promisify(execFile)(kustomize, ['build', overlay], { maxBuffer: 2 ** 26 });
      return [name, parseAllDocuments(stdout).map((document) => unfolded(document.toJS() as AnyObject))];
    });
    return new Map(await Promise.all(built));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
