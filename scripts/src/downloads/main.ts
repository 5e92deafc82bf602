/**
 * `npm run build:downloads -- [--origin https://example.com …] [--system linux …]`: the programs of /download/ai, in
 * web/downloads beside the built web, from where the gateway serves them. What is there already is kept.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  DOWNLOAD_SYSTEMS,
  type DownloadFile,
  type DownloadSystem,
  type DownloadsManifest,
} from '@doushouqi/protocol/analysis';
import { NODE_PACKAGES, nodeFor } from './node-binaries.ts';
import { archiveFor } from './programs.ts';
import { packedService, sha256 } from './script.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CACHE = join(ROOT, 'scripts', '.cache', 'downloads');

const { values } = parseArgs({
  options: {
    origin: { type: 'string', multiple: true, default: [] },
    system: { type: 'string', multiple: true },
    out: { type: 'string', default: join(ROOT, 'web', 'downloads') },
  },
});

async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'packages', 'analysis', 'package.json'), 'utf8'));
  return manifest.version;
}

interface Wish {
  readonly system: DownloadSystem;
  /** How its name begins. */
  readonly stem: string;
  readonly script: string;
}

/** The archive of a system: as it was made before for the same sources, else made now. */
async function archive({ system, script }: Wish): Promise<{ content: Buffer; ending: string }> {
  const key = `${system}-${sha256(`${script}\0${JSON.stringify(NODE_PACKAGES)}`).slice(0, 12)}`;
  const known = (await readdir(CACHE)).find((name) => name.startsWith(`${key}.`) && !name.endsWith('.part'));
  if (known) return { content: await readFile(join(CACHE, known)), ending: known.slice(key.length + 1) };
  const made = await archiveFor(system, await nodeFor(system, CACHE), script);
  await place(CACHE, `${key}.${made.ending}`, made.content);
  return made;
}

/** The file as it is downloaded. Its name is for ever that of this content. */
async function download(wish: Wish, folder: string): Promise<DownloadFile> {
  const { content, ending } = await archive(wish);
  const sum = sha256(content);
  const name = `${wish.stem}-${wish.system}-${sum.slice(0, 12)}.${ending}`;
  await place(folder, name, content);
  return { system: wish.system, name, size: content.length, sha256: sum };
}

/** Nobody sees half a file. */
async function place(folder: string, name: string, content: Buffer): Promise<void> {
  await writeFile(join(folder, `${name}.part`), content);
  await rename(join(folder, `${name}.part`), join(folder, name));
}

function systemsOf(names: readonly string[] | undefined): readonly DownloadSystem[] {
  const unknown = names?.find((name) => !DOWNLOAD_SYSTEMS.some((system) => system === name));
  if (unknown) throw new Error(`no system ${unknown}; there are ${DOWNLOAD_SYSTEMS.join(' ')}`);
  return DOWNLOAD_SYSTEMS.filter((system) => !names || names.includes(system));
}

const { origin: origins, out } = values;
for (const folder of [out, CACHE]) await mkdir(folder, { recursive: true });
const script = await packedService(origins);
const version = await readVersion();
const files: DownloadFile[] = [];
for (const system of systemsOf(values.system)) {
  const file = await download({ system, stem: `dsq-analysis-${version}`, script }, out);
  console.log(`${(file.size / 1e6).toFixed(1).padStart(6)} MB  ${file.sha256}  ${file.name}`);
  files.push(file);
}
const manifest: DownloadsManifest = { version, origins, files };
await writeFile(join(out, 'manifest.json'), JSON.stringify(manifest));
const wanted = new Set(['manifest.json', ...files.map(({ name }) => name)]);
for (const name of await readdir(out)) if (!wanted.has(name)) await rm(join(out, name));
