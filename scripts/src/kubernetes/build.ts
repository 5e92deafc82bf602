import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
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

/** The components that no overlay includes by default. */
const COMPONENTS = ['traces', 'backup', 'monitoring', 'players', 'gateway-api'];

/** Returns the overlays with each of these components alone, and with all of them. */
export function withComponents(overlay: string): string[] {
  return [...COMPONENTS, COMPONENTS.join('+')].map((components) => `${overlay}+${components}`);
}

/** Copies an overlay to one with additional components, which stand before the others. */
async function addComponents(overlays: string, name: string): Promise<void> {
  const [overlay = '', ...added] = name.split('+');
  const dir = join(overlays, name);
  await cp(join(overlays, overlay), dir, { recursive: true });
  const path = join(dir, 'kustomization.yaml');
  const parts = parse(await readFile(path, 'utf8')) as { components: string[] };
  parts.components.unshift(...added.map((component) => `../../components/${component}`));
  await writeFile(path, stringify(parts));
}

/** Reads kustomize's output. Parsing takes most of the time, and overlays share most documents: each text is read once. */
function createReader(): (output: string) => AnyObject[] {
  const read = new Map<string, AnyObject>();
  return (output) =>
    output.split('\n---\n').map((text) => {
      const object = read.get(text) ?? unfolded(parse(text) as AnyObject);
      read.set(text, object);
      return object;
    });
}

/** Builds overlays with kustomize, by name or by the names of `withComponents`, with temporary keys and passwords. */
export async function buildOverlays(names: readonly string[]): Promise<Map<string, AnyObject[]>> {
  const kustomize = findFetched('kustomize');
  const read = createReader();
  const copy = await mkdtemp(join(tmpdir(), 'doushouqi-k8s-'));
  try {
    await cp(MANIFESTS, copy, { recursive: true });
    const overlays = join(copy, 'overlays');
    for (const name of await overlayNames()) writeSecrets(join(overlays, name));
    const built = names.map(async (name): Promise<[string, AnyObject[]]> => {
      if (name.includes('+')) await addComponents(overlays, name);
      const build = ['build', join(overlays, name)];
      const { stdout } = await promisify(execFile)(kustomize, build, { maxBuffer: 2 ** 26 });
      return [name, read(stdout)];
    });
    return new Map(await Promise.all(built));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
