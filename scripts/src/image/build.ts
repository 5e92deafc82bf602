/**
 * The steps of the Dockerfile that are more than a line of shell. Node's built-ins only: it runs before anything is
 * installed.
 *
 *   build.ts manifests FROM TO             copies of every package.json what npm reads, and the lock file
 *   build.ts trim DIR                      takes out of an installed DIR what no running service reads
 *   build.ts stamp DIR                     gives the files below DIR times that change with their content
 *   build.ts assemble SERVICE FROM TO      copies the files of a service and of the workspaces it imports
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Time of every file in seconds, so that the same sources make the same layers. */
const FILE_TIME = Date.UTC(2020, 0, 1) / 1_000;
/** Files of a workspace in the image; tests and tools are excluded. */
const OF_A_WORKSPACE = ['package.json', 'src', 'config', 'data', 'dist'];
/** Installed files that only compilers and shells use. */
const TOOLS = ['@types', 'undici-types', '.bin', '.package-lock.json'];
const WEB = join('web', 'dist');
/** Folders of packages that are never imported, and files for compilers and readers only. */
const IDLE_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  'docs',
]);
const IDLE_FILE = /(\.d\.[cm]?ts|\.map|\.tsbuildinfo)$|^(?!licen[cs]e|notice|copying).*\.(md|markdown)$/i;

type Manifest = { name: string; dependencies?: Record<string, string> };

function manifestOf(dir: string): Manifest {
  return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Manifest;
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Sets the time of every file, folder and link below `dir`, and of `dir` itself, in seconds. */
function setTimes(dir: string, time: number): void {
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true });
  for (const path of [dir, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    lutimesSync(path, time, time);
  }
}

/**
 * Returns the package folders of an installation: `node_modules/x` and `node_modules/@scope/x`, including nested
 * ones.
 */
function packageFolders(nodeModules: string): string[] {
  if (!existsSync(nodeModules)) return [];
  return readdirSync(nodeModules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(nodeModules, entry.name))
    .flatMap((dir) =>
      basename(dir).startsWith('@') ? readdirSync(dir).map((name) => join(dir, name)) : [dir],
    )
    .flatMap((dir) => [dir, ...packageFolders(join(dir, 'node_modules'))]);
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function isInstalled(path: string): boolean {
  return path.split('/').includes('node_modules');
}

function trim(dir: string): void {
  const modules = join(dir, 'node_modules');
  // Workspaces and their links come from the sources; this folder contains only installed packages.
  for (const name of ['@doushouqi', ...TOOLS]) remove(join(modules, name));
  for (const folder of packageFolders(modules)) for (const name of IDLE_FOLDERS) remove(join(folder, name));
  for (const file of filesBelow(dir)) {
    if (!isInstalled(relative(dir, file)) || IDLE_FILE.test(basename(file))) remove(file);
  }
  for (const name of readdirSync(dir)) {
    if (name !== 'node_modules' && filesBelow(join(dir, name)).length === 0) remove(join(dir, name));
  }
  setTimes(dir, FILE_TIME);
}

/** Services first: a package may have the name of a service. */
function workspaceFolders(root: string): string[] {
  const groups = ['services', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  return [...groups, 'gateway'];
}

/**
 * Returns the folders of a service and of all workspaces that it imports, directly or not. Throws if the service does
 * not exist.
 */
function closureOf(service: string, root: string): string[] {
  const folders = workspaceFolders(root);
  const byName = new Map(folders.map((folder) => [manifestOf(join(root, folder)).name, folder]));
  const start = folders.find((folder) => basename(folder) === service);
  if (start === undefined) throw new Error(`no service or package ${service}`);
  const found = new Set([start]);
  // A Set iterates in insertion order and includes elements added meanwhile.
  for (const folder of found) {
    for (const name of Object.keys(manifestOf(join(root, folder)).dependencies ?? {})) {
      const imported = byName.get(name);
      if (imported !== undefined) found.add(imported);
    }
  }
  return [...found];
}

/**
 * Returns a time in the past, in seconds, that depends on the content: an entity tag is made of a file's size and
 * time, and files of the web change while their names stay.
 */
function timeByContent(file: string): number {
  const hash = createHash('sha256').update(readFileSync(file)).digest();
  return FILE_TIME - (hash.readUInt32BE() >>> 3);
}

function setTimesByContent(dir: string): void {
  setTimes(dir, FILE_TIME);
  for (const file of filesBelow(dir)) {
    const time = timeByContent(file);
    utimesSync(file, time, time);
  }
}

/** Writes the entry of the container. It loads tracing before the service, so that tracing can wrap modules. */
function writeEntry(service: string, main: string, to: string): void {
  const tracing = join('packages', 'service-kit', 'src', 'tracing', 'start.ts');
  if (!existsSync(join(to, tracing))) {
    symlinkSync(main, join(to, 'entry.ts'));
    return;
  }
  const lines = [
    'if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {',
    `  (await import('./${tracing}')).startTracing('${service}');`,
    '}',
    `await import('./${main}');`,
  ];
  writeFileSync(join(to, 'entry.ts'), `${lines.join('\n')}\n`);
}

function assemble(service: string, from: string, to: string): void {
  const closure = closureOf(service, from);
  for (const folder of closure) {
    for (const name of OF_A_WORKSPACE.filter((one) => existsSync(join(from, folder, one)))) {
      cpSync(join(from, folder, name), join(to, folder, name), { recursive: true });
    }
    const link = join(to, 'node_modules', manifestOf(join(from, folder)).name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(to, folder)), link);
  }
  writeEntry(service, join(closure[0] ?? '', 'src', 'main.ts'), to);
  copyFileSync(join(import.meta.dirname, 'healthcheck.mjs'), join(to, 'healthcheck.mjs'));
  copyFileSync(join(from, 'LICENSE'), join(to, 'LICENSE'));
  if (service === 'gateway') cpSync(join(from, WEB), join(to, WEB), { recursive: true });
  setTimes(to, FILE_TIME);
  if (service === 'gateway') setTimesByContent(join(to, WEB));
}

/** Reduces a package.json to the fields that affect installation, so that a renamed script does not reinstall. */
function copyManifests(from: string, to: string): void {
  for (const file of filesBelow(from).filter((path) => basename(path) === 'package.json')) {
    const { name, version, private: own, workspaces, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = rest;
    const kinds = { dependencies, devDependencies, optionalDependencies, peerDependencies };
    const copy = join(to, relative(from, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, JSON.stringify({ name, version, private: own, workspaces, ...kinds }));
  }
  copyFileSync(join(from, 'package-lock.json'), join(to, 'package-lock.json'));
}

const [task, ...rest] = process.argv.slice(2);
if (task === 'manifests' && rest.length === 2) copyManifests(rest[0] ?? '', rest[1] ?? '');
else if (task === 'trim' && rest.length === 1) trim(rest[0] ?? '');
else if (task === 'stamp' && rest.length === 1) setTimesByContent(rest[0] ?? '');
else if (task === 'assemble' && rest.length === 3) assemble(rest[0] ?? '', rest[1] ?? '', rest[2] ?? '');
else throw new Error('usage: build.ts manifests FROM TO | trim DIR | stamp DIR | assemble SERVICE FROM TO');
