/** `npm run check:dependencies`: checks sources, install scripts, licenses and advisories of packages. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const REGISTRY = 'https://registry.npmjs.org/';
const AUDIT_MS = 8_000;

/** Licenses that require attribution only. */
const PERMISSIVE =
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD CC0-1.0 Zlib BlueOak-1.0.0 Unlicense Python-2.0 PSF-2.0 OFL-1.1';
/** Licenses of build and check tools, which are not part of the product. */
const FOR_TOOLS = ['MPL-2.0', 'LGPL-3.0-or-later', 'WTFPL', 'CC BY-SA 4.0', 'CC-BY-4.0'];
/** Packages of the product, used as published, with a license that concerns changes of their own files. */
const UNCHANGED: Readonly<Record<string, string>> = { 'web-push': 'MPL-2.0' };
/** Packages without a license in their metadata, with the license in their files. */
const UNNAMED: Readonly<Record<string, string>> = { 'xmlhttprequest-ssl': 'MIT' };

/** Packages with state or types that two copies would not share: one version of each. */
const SINGLE = 'react react-dom zod ioredis mongodb bson socket.io pino prom-client'.split(' ');

/** A version, also of a package under another name. */
const ONE_VERSION = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

interface Manifest {
  workspaces: string[];
  allowScripts: Record<string, boolean>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The used fields of a package in package-lock.json. */
interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  license?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  os?: string[];
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Returns whether the license (an SPDX expression) of a package is accepted for the product, or for tools. */
function isAllowed(name: string, license: string, dev: boolean): boolean {
  if (UNCHANGED[name] === license) return true;
  const allowed = [...PERMISSIVE.split(' '), ...(dev ? FOR_TOOLS : [])];
  const alternatives = license.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((terms) => terms.split(' AND ').every((term) => allowed.includes(term)));
}

const { workspaces, allowScripts } = readJson<Manifest>('package.json');

/** npm writes no hash of a binary for another platform, which it has never downloaded here. */
function isUnseen({ optional = false, os, integrity }: Locked): boolean {
  return optional && os !== undefined && integrity === undefined;
}

function problemsOf([place, locked]: [string, Locked]): string[] {
  const { resolved = REGISTRY, integrity, hasInstallScript = false, dev = false } = locked;
  const name = nameOf(place);
  const license = locked.license ?? UNNAMED[name] ?? 'none';
  return [
    ...(resolved.startsWith(REGISTRY) ? [] : [`comes from ${resolved}`]),
    ...(integrity?.startsWith('sha512-') || isUnseen(locked) ? [] : ['has no sha512']),
    ...(hasInstallScript && !allowScripts[name] ? ['runs a script when it is installed'] : []),
    ...(isAllowed(name, license, dev) ? [] : [`has the license ${license}`]),
  ].map((problem) => `${place} ${problem}`);
}

function rangeProblems(path: string): string[] {
  const { dependencies, devDependencies } = readJson<Manifest>(path);
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, range]) => !(name.startsWith('@doushouqi/') ? range === '*' : ONE_VERSION.test(range)))
    .map(([name, range]) => `${path}: ${name} is ${range}, not one version`);
}

/** Returns the serious advisories for packages of the product, or null if the registry answers no audits. */
function audit(): string[] | null {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    timeout: AUDIT_MS,
    encoding: 'utf8',
  });
  try {
    const found: Record<string, { severity: string }> = JSON.parse(stdout).vulnerabilities;
    return Object.entries(found).flatMap(([name, { severity }]) =>
      ['high', 'critical'].includes(severity) ? [`${name}: ${severity} advisory`] : [],
    );
  } catch {
    return null;
  }
}

const { packages } = readJson<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages).filter(
  ([place, { link }]) => place.includes('node_modules/') && link !== true,
);
const manifests = globSync(['package.json', ...workspaces.map((folder) => `${folder}/package.json`)], {
  cwd: ROOT,
});
const advisories = audit();
const problems = [
  ...installed.flatMap(problemsOf),
  ...manifests.flatMap(rangeProblems),
  ...SINGLE.filter((name) => installed.filter(([place]) => nameOf(place) === name).length > 1).map(
    (name) => `${name} is there more than once`,
  ),
  ...(advisories ?? []),
];
for (const problem of problems) console.log(problem);
const asked = advisories === null ? '; the registry answers no audits' : '';
console.log(`${installed.length} packages, ${problems.length} problems${asked}`);
process.exitCode = problems.length === 0 ? 0 : 1;
