import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PageRoute } from '../../src/client/page-route.ts';
import { WEB } from './files.ts';

/** A page with a budget: what the browser loads of it without being asked, and how much that may be. */
export interface LightPage {
  name: string;
  /** Pattern of its path. */
  path: string;
  /** The modules that it shows itself with, which come as soon as the document does. */
  modules: readonly string[];
  /** What comes by itself afterwards, for members too. */
  later: readonly string[];
  /** Of all its scripts, gzip, in bytes. */
  budget: number;
}

/** The library of the connection, which members have on every page. */
const REALTIME = '../node_modules/socket.io-client/build/esm/index.js';

/** A page with the module that it is loaded from, as Vite's manifest names it. */
interface Page {
  path: string;
  module: string;
  worksOffline: boolean;
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

const files = globSync('src/features/*/routes.ts', { cwd: WEB }).sort();
const PAGES = (await Promise.all(files.map(pagesOf))).flat();

function moduleOf(path: string): string {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new Error(`No feature has the page ${path}`);
  return page.module;
}

const LOBBY = 'src/features/home/lobby/LobbyPanel.tsx';

export const HOME: LightPage = {
  name: 'home',
  path: '^/$',
  modules: [moduleOf('/'), LOBBY],
  later: ['src/app/member.ts', REALTIME],
  budget: 190 * 1024,
};

/** Pages that work without a network, and what opens on them: the service worker keeps all that they need. */
export const OFFLINE: readonly string[] = [
  ...PAGES.filter(({ worksOffline }) => worksOffline).map(({ module }) => module),
  LOBBY,
  'src/features/home/lobby/LobbyTalk.tsx',
  'src/features/home/lobby/LobbyDialogs.tsx',
  'src/shared/rules/Rules.tsx',
  'src/ui/ConfirmDialog.tsx',
];

export const ROOM: LightPage = {
  name: 'a room',
  path: '^/play/room/[^/]+$',
  modules: [moduleOf('/play/room/:roomId')],
  later: ['src/app/member.ts', REALTIME],
  budget: 290 * 1024,
};
