/** A file, folder or link of an image. */
export interface ImageFile {
  path: string;
  kind: 'file' | 'folder' | 'link';
  /** Permission bits, with setuid, setgid and sticky. */
  mode: number;
  uid: number;
  /** Bytes. */
  size: number;
}

/** A package installed below /app; `path` as in the lock file. */
export interface ImagePackage {
  path: string;
  version?: string;
  license?: unknown;
}

export interface Contents {
  files: readonly ImageFile[];
  packages: readonly ImagePackage[];
}

/** Of package-lock.json, what is asked of it. */
export type Lock = Readonly<Record<string, { version?: string; license?: string; dev?: boolean }>>;

const [SET_ID, STICKY, OTHERS_WRITE, ANY_WRITE] = [0o6000, 0o1000, 0o002, 0o222];
/** Licences under which code may be handed on with ours. */
const FREE = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
]);

/** What nobody may find in an image, by its path. */
const UNWANTED: readonly [what: string, path: RegExp][] = [
  [
    'a test',
    /^\/app\/(?!node_modules\/).*(\.test\.[mc]?[jt]sx?$|\/(test|tests|testing|__tests__|bench)(\/|$))/,
  ],
  ['a test of a package', /^\/app\/node_modules\/(@[^/]+\/)?[^/]+\/(test|tests|__tests__)(\/|$)/],
  ['history', /(^|\/)\.git(\/|$)/],
  ['a setting or key of somebody', /(^|\/)(\.env[^/]*|\.npmrc|id_(rsa|ecdsa|ed25519)[^/]*|[^/]*\.key)$/],
  ['a key', /^\/(app|home|root|run|tmp)\/.*\.(pem|p12|pfx)$/],
  [
    'a package manager',
    /^\/usr\/local\/(bin\/(npm|npx|yarn|yarnpkg|corepack)|lib\/node_modules\/(npm|corepack))$/,
  ],
  ['what only compilers read', /^\/app\/.*(\.d\.[mc]?ts|\.tsbuildinfo)$/],
  ['a source map', /^\/app\/.*\.map$/],
];

function faultsOfFile({ path, kind, mode, uid }: ImageFile): string[] {
  const faults = UNWANTED.filter(([, pattern]) => pattern.test(path)).map(([what]) => what);
  if (kind === 'link') return faults;
  if (kind === 'file' && (mode & SET_ID) !== 0) faults.push('gives its user another one’s rights');
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) faults.push('everybody may write it');
  if (path.startsWith('/app/') && uid !== 0 && (mode & ANY_WRITE) !== 0)
    faults.push('is not root’s, so the service may write it');
  return faults;
}

function isFree(license: string): boolean {
  const any = license.replaceAll(/[()]/g, '').split(' OR ');
  return any.some((one) => one.split(' AND ').every((part) => FREE.has(part)));
}

export function licenseOf({ license }: ImagePackage, locked: string | undefined): string {
  return typeof license === 'string' ? license : (locked ?? 'unknown');
}

function faultsOfPackage(found: ImagePackage, lock: Lock): string[] {
  const locked = lock[found.path];
  // A package.json inside of a package says how its files are read, and is no package.
  if (found.version === undefined) return [];
  if (locked === undefined) return ['is not in the lock file'];
  const license = licenseOf(found, locked.license);
  return [
    ...(locked.version === found.version
      ? []
      : [`is ${found.version}, the lock file says ${locked.version}`]),
    ...(locked.dev === true ? ['is for development only'] : []),
    ...(isFree(license) ? [] : [`has the licence ${license}`]),
  ];
}

/** What should not be in an image, a line each. */
export function faultsOf({ files, packages }: Contents, lock: Lock): string[] {
  return [
    ...files.flatMap((file) => faultsOfFile(file).map((fault) => `${file.path}: ${fault}`)),
    ...packages.flatMap((one) => faultsOfPackage(one, lock).map((fault) => `${one.path}: ${fault}`)),
  ];
}
