import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PageRoute } from '../../src/client/page-route.ts';
import { WEB } from './files.ts';

/** A page with a budget for the scripts that the browser loads without a user action. */
export interface LightPage {
  name: string;
  /** Pattern of its path. */
  path: string;
  /** Modules of its first state, loaded with the document. */
  modules: readonly string[];
  /** Modules that every visit of the page loads next. */
  next: readonly string[];
  /** Modules that load afterwards, also those for members only. */
  later: readonly string[];
  /** Maximum gzip size of all its scripts, in bytes. */
  budget: number;
}

/** The Socket.IO client, which members load on every page. */
const REALTIME = '../node_modules/socket.io-client/build/esm/index.js';

/** A module that loads later: a page or a part of a page. Paths as in Vite's manifest. */
interface LaterModule {
  module: string;
  worksOffline: boolean;
}

function read(file: string): string {
  return readFileSync(join(WEB, file), 'utf8');
}

/** Returns the imports of a file; the first group of the pattern is the path. */
function importsOf(file: string, pattern: RegExp): string[] {
  return [...read(file).matchAll(pattern)].map(([, path = '']) => join(dirname(file), path));
}

interface Page extends LaterModule {
  path: string;
}

async function pagesOf(file: string): Promise<Page[]> {
  const { routes }: { routes: readonly PageRoute[] } = await import(join(WEB, file));
  return routes.flatMap((route) => {
    if (!('load' in route)) return [];
    const imported = /\/([^/'"]+)['"]\)/.exec(String(route.load))?.[1];
    if (!imported) throw new Error(`${file} does not say which module shows ${route.path}`);
    const { path, worksOffline = false } = route;
    return [{ path, module: `${dirname(file)}/${imported}`, worksOffline }];
  });
}

interface Part extends LaterModule {
  isFirst: boolean;
  isNext: boolean;
}

const PART = /lazyPart\(\s*\(\) => import\('([^']+)'\),?\s*(\{[^}]*\})?/g;

function partsOf(file: string): Part[] {
  return [...read(file).matchAll(PART)].map(([, path = '', options = '']) => ({
    module: join(dirname(file), path),
    isFirst: options.includes('isFirst: true'),
    isNext: options.includes('isNext: true'),
    worksOffline: options.includes('worksOffline: true'),
  }));
}

const PAGES = (
  await Promise.all(globSync('src/features/*/routes.ts', { cwd: WEB }).sort().map(pagesOf))
).flat();
const PARTS = globSync('src/**/*.tsx', { cwd: WEB, exclude: ['**/*.test.tsx'] })
  .sort()
  .flatMap(partsOf);

/** Returns the module of a page with the parts of its feature with `isFirst`, and the parts with `isNext`. */
function modulesOf(path: string): Pick<LightPage, 'modules' | 'next'> {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new Error(`No feature has the page ${path}`);
  const parts = PARTS.filter(({ module }) => module.startsWith(`${dirname(page.module)}/`));
  const where = (name: 'isFirst' | 'isNext') =>
    parts.filter((part) => part[name]).map(({ module }) => module);
  return { modules: [page.module, ...where('isFirst')], next: where('isNext') };
}

const [entry = ''] = importsOf('index.html', /<script type="module" src="\/([^"]+)"/g);
/** The entry module of every page. */
export const ENTRY = entry;

/** Modules that the entry imports after the first page, and the Socket.IO client. */
const LATER = [...importsOf(ENTRY, /\bimport\('([^']+)'\)/g), REALTIME];

export const HOME: LightPage = {
  name: 'home',
  path: '^/$',
  ...modulesOf('/'),
  later: LATER,
  budget: 175 * 1024,
};

/** Pages and parts that work offline: the service worker stores their files. */
export const OFFLINE: readonly string[] = [...PAGES, ...PARTS]
  .filter(({ worksOffline }) => worksOffline)
  .map(({ module }) => module);

export const LEARN: LightPage = {
  name: 'lessons',
  path: '^/learn$',
  ...modulesOf('/learn'),
  later: LATER,
  budget: 230 * 1024,
};

export const PUZZLE: LightPage = {
  name: 'a puzzle',
  // Other pages have no board, or their own.
  path: '^/puzzle(/(?!mistakes|rush)[^/]+)?$',
  modules: [...modulesOf('/puzzle').modules, ...modulesOf('/puzzle/:puzzleId').modules],
  next: [],
  later: LATER,
  budget: 230 * 1024,
};

export const ROOM: LightPage = {
  name: 'a room',
  path: '^/play/room/([^/]+)$',
  ...modulesOf('/play/room/:roomId'),
  later: LATER,
  budget: 282 * 1024,
};
