import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { phosphorIcons } from './scripts/lib/icons.ts';
import { apiRoutes } from './scripts/lib/routes.ts';
import { themeModules } from './scripts/lib/theme-modules.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';
/** For developing; component tests have no gateway. */
const proxy = {
  '/api': { target: gateway },
  '/socket.io': { target: gateway, ws: true },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), phosphorIcons(), apiRoutes(), themeModules()],
  build: {
    target: 'es2022',
    manifest: true,
    // Pictures stay files: inlined they would weigh on the script budget and miss the cache.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // Our packages only declare: without this every constant of the protocol would bring the schemas of forms,
      // and with them zod, into the first load.
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(protocol|room|rules)\//.test(id) },
    },
  },
  server: process.env.VITEST ? {} : { proxy },
});
