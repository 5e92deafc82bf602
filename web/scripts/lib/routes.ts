import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Plugin } from 'vite';

/** Whether a table has a path: the console's bundle is its own, and the site's has nothing of it. */
const TABLES: Readonly<Record<string, (path: string) => boolean>> = {
  'virtual:api-routes': (path) => !path.startsWith('/admin/'),
  'virtual:console-routes': (path) => path.startsWith('/admin/'),
};

/**
 * Vite plugin: `virtual:api-routes` and `virtual:console-routes` are the tables of API routes without the schemas of
 * requests, which only servers use.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'api-routes',
    resolveId: (id) => (id in TABLES ? `\0${id}` : undefined),
    load(id) {
      const isListed = TABLES[id.slice(1)];
      if (isListed === undefined) return undefined;
      // Lines are half as long as objects, and every page loads them.
      const lines = Object.entries(PUBLIC_ROUTES).flatMap(([name, { method, path }]) =>
        isListed(path) ? [`${name} ${method} ${path}`] : [],
      );
      return `export default Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
        const [name, method, path] = line.split(' ');
        return [name, { method, path }];
      }))`;
    },
  };
}
