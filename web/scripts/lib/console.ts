import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { WEB } from './files.ts';
import { TARGETS } from './floor.ts';
import { hasSideEffects, sources } from './sources.ts';
import { minifySvg } from './svg.ts';

/** The document of the console, in the web's folder and in the built pages. */
const DOCUMENT = 'admin.html';

/**
 * Builds the operators' console: a bundle of its own, of which neither the site nor its service worker has a part. The
 * gateway sends `pages/admin.html` for every address below `/admin`.
 */
export async function buildConsole(dist: string): Promise<void> {
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    plugins: [sources(), minifySvg()],
    build: {
      target: TARGETS,
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsDir: 'assets/console',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(WEB, DOCUMENT), treeshake: { moduleSideEffects: hasSideEffects } },
    },
  });
  await mkdir(join(dist, 'pages'), { recursive: true });
  await rename(join(dist, DOCUMENT), join(dist, 'pages', DOCUMENT));
}

/** Vite plugin for developing: the server answers addresses below `/admin` as the gateway does. */
export function consoleAddress(): Plugin {
  return {
    name: 'console-address',
    configureServer({ middlewares }) {
      middlewares.use((req, _res, next) => {
        if (/^\/admin(\/[^.]*)?(\?|$)/.test(req.url ?? '')) req.url = `/${DOCUMENT}`;
        next();
      });
    },
  };
}
