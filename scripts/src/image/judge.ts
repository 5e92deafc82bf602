import { isAllowed, licenseOf } from '../dependencies/licenses.ts';

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

/** The used fields of package-lock.json. */
export type Lock = Readonly<Record<string, { version?: string; license?: string; dev?: boolean }>>;

const [SET_ID, STICKY, OTHERS_WRITE, ANY_WRITE] = [0o6000, 0o1000, 0o002, 0o222];

/** Paths that an image must not contain. */
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

/** Returns the license of the installed package, else of the lock file. */
export function licenseOfPackage({ path, license }: ImagePackage, lock: Lock): string {
  return licenseOf(path, typeof license === 'string' ? license : lock[path]?.license);
}

function faultsOfPackage(found: ImagePackage, lock: Lock): string[] {
  const locked = lock[found.path];
  // A package.json inside a package states how its files are read, and is no package.
  if (found.version === undefined) return [];
  if (locked === undefined) return ['is not in the lock file'];
  const license = licenseOfPackage(found, lock);
  return [
    ...(locked.version === found.version
      ? []
      : [`is ${found.version}, the lock file says ${locked.version}`]),
    ...(locked.dev === true ? ['is for development only'] : []),
    ...(isAllowed(found.path, license) ? [] : [`has the license ${license}`]),
  ];
}

/** Returns forbidden contents of an image, one line each. */
export function faultsOf({ files, packages }: Contents, lock: Lock): string[] {
  return [
    ...files.flatMap((file) => faultsOfFile(file).map((fault) => `${file.path}: ${fault}`)),
    ...packages.flatMap((one) => faultsOfPackage(one, lock).map((fault) => `${one.path}: ${fault}`)),
  ];
}
