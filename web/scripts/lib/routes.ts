import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Plugin } from 'vite';

const ID = 'virtual:api-routes';

/**
 * Vite plugin: `virtual:api-routes` is the table of API routes without the schemas of requests, which only servers
 * use.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'api-routes',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const table = Object.entries(PUBLIC_ROUTES).map(([name, { method, path }]) => [name, { method, path }]);
      return `export default ${JSON.stringify(Object.fromEntries(table))}`;
    },
  };
}
