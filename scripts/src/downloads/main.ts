/**
 * `npm run build:downloads -- [--origin https://example.com …] [--system linux …]`: builds the programs of
 * /download/ai in web/downloads beside the built web, from where the gateway serves them. Programs of unchanged
 * sources are reused.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  DOWNLOAD_SYSTEMS,
  type DownloadFile,
  type DownloadSystem,
  type DownloadsManifest,
  downloadsManifest,
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
  const manifest = JSON.parse(await readFile(join(ROOT, 'packages', 'engine', 'package.json'), 'utf8'));
  return manifest.version;
}

interface Wish {
  readonly system: DownloadSystem;
  /** Beginning of the file name. */
  readonly stem: string;
  readonly script: string;
}

/** Returns the archive of a system; reuses it if the sources are unchanged. */
async function archive({ system, script }: Wish): Promise<{ content: Buffer; ending: string }> {
  const key = `${system}-${sha256(`${script}\0${JSON.stringify(NODE_PACKAGES)}`).slice(0, 12)}`;
  const known = (await readdir(CACHE)).find((name) => name.startsWith(`${key}.`) && !name.endsWith('.part'));
  if (known) return { content: await readFile(join(CACHE, known)), ending: known.slice(key.length + 1) };
  const made = await archiveFor(system, await nodeFor(system, CACHE), script);
  await place(CACHE, `${key}.${made.ending}`, made.content);
  return made;
}

/** Returns the downloadable file. Its name is permanently bound to this content. */
async function download(wish: Wish, folder: string): Promise<DownloadFile> {
  const { content, ending } = await archive(wish);
  const sum = sha256(content);
  const name = `${wish.stem}-${wish.system}-${sum.slice(0, 12)}.${ending}`;
  await place(folder, name, content);
  return { system: wish.system, name, size: content.length, sha256: sum };
}

/** Replaces the file atomically. */
async function place(folder: string, name: string, content: Buffer): Promise<void> {
  await writeFile(join(folder, `${name}.part`), content);
  await rename(join(folder, `${name}.part`), join(folder, name));
}

/** Returns the chosen systems, the one of this machine first, since its users need it first. */
function systemsOf(names: readonly string[] | undefined): readonly DownloadSystem[] {
  const unknown = names?.find((name) => !DOWNLOAD_SYSTEMS.some((system) => system === name));
  if (unknown) throw new Error(`no system ${unknown}; there are ${DOWNLOAD_SYSTEMS.join(' ')}`);
  const own = { win32: 'windows', darwin: `macos-${process.arch}`, linux: 'linux' }[
    process.platform as string
  ];
  const chosen = DOWNLOAD_SYSTEMS.filter((system) => !names || names.includes(system));
  return chosen.sort((one, other) => Number(other === own) - Number(one === own));
}

/** Returns the files of the existing manifest; none if they are for another version or other pages. */
async function knownFiles(version: string): Promise<DownloadFile[]> {
  const text = await readFile(MANIFEST, 'utf8').catch(() => null);
  const known = text === null ? null : downloadsManifest.safeParse(JSON.parse(text)).data;
  const isSame = known?.version === version && known.origins.join() === origins.join();
  const present = new Set(await readdir(out));
  return isSame
    ? known.files.filter(({ system, name }) => systems.includes(system) && present.has(name))
    : [];
}

const { origin: origins, out } = values;
const systems = systemsOf(values.system);
const MANIFEST = join(out, 'manifest.json');
for (const folder of [out, CACHE]) await mkdir(folder, { recursive: true });
const script = await packedService(origins);
const version = await readVersion();
let files = await knownFiles(version);
for (const system of systems) {
  const file = await download({ system, stem: `dsq-analysis-${version}`, script }, out);
  console.log(`${(file.size / 1e6).toFixed(1).padStart(6)} MB  ${file.sha256}  ${file.name}`);
  files = [...files.filter((one) => one.system !== system), file];
  // The page offers each file as soon as it exists.
  await place(
    out,
    'manifest.json',
    Buffer.from(JSON.stringify({ version, origins, files } satisfies DownloadsManifest)),
  );
}
const wanted = new Set(['manifest.json', ...files.map(({ name }) => name)]);
for (const name of await readdir(out)) if (!wanted.has(name)) await rm(join(out, name));
