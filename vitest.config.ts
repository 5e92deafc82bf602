import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Debian's Chromium. A container runs it as root, and it finds no network but this machine. */
const chromium = playwright({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  },
  contextOptions: { locale: 'zh-CN' },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: 'packages/engine/scripts/vitest-setup.ts',
          include: [
            '{packages,services,gateway,scripts}/**/*.test.ts',
            'web/{src,scripts}/**/*.test.{ts,tsx}',
          ],
          exclude: [
            '**/*.{integration,fault}.test.ts',
            '**/*.component.test.tsx',
            '**/node_modules/**',
            '**/dist/**',
          ],
          // Property tests on a busy machine.
          testTimeout: 15_000,
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
          browser: {
            enabled: true,
            headless: true,
            provider: chromium,
            instances: [{ browser: 'chromium', viewport: { width: 1024, height: 768 } }],
            screenshotFailures: false,
          },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,services,gateway,scripts,e2e}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/**/*.{fault,integration}.test.ts', '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['{e2e,scripts}/**/*.fault.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
