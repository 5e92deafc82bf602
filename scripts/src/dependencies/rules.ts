import { isAllowed, licenseOf, nameOf } from './licenses.ts';

/** The used fields of a package in `package-lock.json`. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  license?: string;
  hasInstallScript?: boolean;
  /** Set for binaries of one platform. */
  optional?: boolean;
  os?: string[];
}

export interface Manifest {
  /** Path for messages. */
  path: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export interface Project {
  /** Packages by path: `node_modules/react`. */
  locked: Readonly<Record<string, LockedPackage>>;
  manifests: readonly Manifest[];
  /** Packages whose install scripts may run (`allowScripts` of npm). */
  allowScripts: readonly string[];
}

const REGISTRY = 'https://registry.npmjs.org/';
/** Packages with state or types that two copies would not share: one version of each. */
const SINGLE = [
  'react',
  'react-dom',
  'zod',
  'ioredis',
  'mongodb',
  'bson',
  'socket.io',
  'pino',
  'prom-client',
];

function licenseProblem(place: string, { license, dev = false }: LockedPackage): string[] {
  const known = licenseOf(place, license);
  return isAllowed(place, known, dev) ? [] : [`${place}: the license ${known} is not on the list`];
}

/**
 * Returns whether this is a binary for another platform, which npm has never downloaded here: the lock file then has
 * no hash for it. On its own platform it is accepted without one, which `check-dependencies.ts` reports. Pure.
 */
export function isUnseen({ optional = false, os, integrity }: LockedPackage): boolean {
  return optional && os !== undefined && integrity === undefined;
}

function packageProblems(place: string, locked: LockedPackage, allowScripts: readonly string[]): string[] {
  const { resolved, integrity, hasInstallScript = false } = locked;
  return [
    ...(resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`${place} comes from ${resolved}`]),
    ...(integrity?.startsWith('sha512-') || isUnseen(locked)
      ? []
      : [`${place} has no sha512 by which it is known`]),
    ...(!hasInstallScript || allowScripts.includes(nameOf(place))
      ? []
      : [`${place} runs a script when it is installed, and is not in allowScripts`]),
    ...licenseProblem(place, locked),
  ];
}

/** A version, also of a package under another name. */
const ONE_VERSION = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

function rangeProblems({ path, dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, range]) => !(name.startsWith('@doushouqi/') ? range === '*' : ONE_VERSION.test(range)))
    .map(([name, range]) => `${path}: ${name} is ${range}, not one version`);
}

function copiesProblems(places: readonly string[]): string[] {
  return SINGLE.flatMap((name) => {
    const copies = places.filter((place) => nameOf(place) === name);
    return copies.length > 1 ? [`${name} is there ${copies.length} times: ${copies.join(', ')}`] : [];
  });
}

/** Returns the problems of the dependencies, one line each. Pure. */
export function dependencyProblems({ locked, manifests, allowScripts }: Project): string[] {
  const installed = Object.entries(locked).filter(
    ([place, { link }]) => place.includes('node_modules/') && link !== true,
  );
  return [
    ...installed.flatMap(([place, entry]) => packageProblems(place, entry, allowScripts)),
    ...manifests.flatMap(rangeProblems),
    ...copiesProblems(installed.map(([place]) => place)),
  ];
}
