import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { phosphorIcons } from './icons.ts';
import { apiRoutes } from './routes.ts';
import { styleSheets } from './styles.ts';
import { themeModules } from './theme-modules.ts';

/** Returns the plugins that the sources need to be understood. */
export function sources(): PluginOption[] {
  return [react(), styleSheets(), phosphorIcons(), apiRoutes(), themeModules()];
}

/** Modules of our packages, without the one that configures zod. */
const DECLARES = /\/packages\/(room|room-client|rules)\/|\/packages\/protocol\/(?!src\/zod\.ts$)/;

/**
 * Returns whether a bundle needs a module of which it uses nothing. Our packages only declare: otherwise every constant of
 * the protocol would bring the schemas of forms, and with them zod, into the first load.
 */
export function hasSideEffects(id: string): boolean {
  return !DECLARES.test(id);
}
