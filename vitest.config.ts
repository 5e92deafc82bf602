import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, CHROMIUM_PATH } from './scripts/src/platform/browser.ts';

const chromium = playwright({
  launchOptions: { executablePath: CHROMIUM_PATH, args: [...CHROMIUM_ARGS] },
  contextOptions: { locale: 'zh-CN' },
});

/** How long a test waits for what must come: on a busy machine it comes late, and waiting costs nothing where it does not. */
const patient = { expect: { poll: { timeout: 30_000 } }, testTimeout: 60_000, hookTimeout: 120_000 };

/** The projects `unit` and `integration` run together, so both have the same number. Most tests wait for processes. */
const maxWorkers = availableParallelism() + 1;

/** For tests that start processes. */
const setupFiles = ['packages/service-kit/testing/end-children.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Starts in a tenth less processor time than a process for each file.
          pool: 'threads',
          // Loading the modules again for each file took a third of the processor time.
          isolate: false,
          globalSetup: 'packages/engine/scripts/vitest-setup.ts',
          include: [
            '{packages,services,gateway,scripts,tools}/**/*.test.ts',
            'web/{src,scripts}/**/*.test.{ts,tsx}',
          ],
          exclude: [
            '**/*.{integration,fault,nightly,story}.test.ts',
            '**/*.component.test.tsx',
            '**/node_modules/**',
            '**/dist/**',
          ],
          maxWorkers,
          // Property tests on a busy machine.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        // Every dependency is found before the first test: one that is found later reloads the page under a test.
        optimizeDeps: { entries: ['{src,test}/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          globalSetup: join(import.meta.dirname, 'packages/engine/scripts/vitest-setup.ts'),
          include: ['src/**/*.component.test.tsx'],
          setupFiles: [join(import.meta.dirname, 'web/test/components.ts')],
          // A page for each.
          maxWorkers: 2,
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: chromium,
            instances: [{ browser: 'chromium', viewport: { width: 1024, height: 768 } }],
            screenshotFailures: false,
            connectTimeout: 180_000,
          },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,services,gateway,scripts,e2e,tools}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          ...patient,
          maxWorkers,
          setupFiles,
          // Loading the services again for each file took half of the processor time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts', 'tools/**/*.story.test.ts'],
          exclude: ['e2e/**/*.{fault,integration,nightly}.test.ts', '**/node_modules/**'],
          ...patient,
          testTimeout: 240_000,
          hookTimeout: 180_000,
          globalSetup: 'e2e/src/shared-site.ts',
          setupFiles: [...setupFiles, 'e2e/src/report-windows.ts'],
          // A story waits for a third of its time. Each worker has a product of its own.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'nightly',
          include: ['{packages,services,e2e,tools}/**/*.nightly.test.ts'],
          exclude: ['**/node_modules/**'],
          ...patient,
          testTimeout: 240_000,
          hookTimeout: 180_000,
          setupFiles,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['{e2e,scripts,tools}/**/*.fault.test.ts'],
          exclude: ['**/node_modules/**'],
          ...patient,
          testTimeout: 120_000,
          setupFiles,
          // They wait two thirds of their time.
          maxWorkers: 2,
        },
      },
    ],
  },
});
