import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cruiseArrows } from '../src/arrows/cruise.ts';

const FILES = {
  'packages/rules/src/index.ts': `export { protocol } from '../../protocol/src/index.ts';`,
  'packages/protocol/src/index.ts': `
    import { user } from './entities.ts';
    export type { Route } from './http.ts';
    export type * from './socket/events.ts';
    export const protocol = user;`,
  'packages/protocol/src/entities.ts': 'export const user = 1;',
  'packages/protocol/src/http.ts': 'export interface Route { path: string }',
  'packages/protocol/src/socket/events.ts': 'export type Event = string;',
  'web/src/app/main.ts': `
    import type { Route } from '../../../packages/protocol/src/http.ts';
    import { user } from '../../../packages/protocol/src/entities.ts';
    import '../features/home/page.ts';
    export const route: Route = { path: String(user) };`,
  'web/src/features/home/page.ts': `import '../room/page.ts'; import './tile.ts';`,
  'web/src/features/home/tile.ts': `import '../../ui/toast.ts';`,
  'web/src/features/room/page.ts': '',
  'web/src/ui/toast.ts': `import '../app/theme.ts';`,
  'web/src/app/theme.ts': '',
  'web/src/parts/part.ts': `import '../ui/toast.ts';`,
  'packages/service-kit/testing/index.ts': 'export const fake = 1;',
  'packages/service-kit/src/index.ts': `export * from '../testing/index.ts';`,
  'services/room/src/main.ts': `
    import type { Account } from '../../auth/src/main.ts';
    import { fake } from '../../../packages/service-kit/testing/index.ts';
    export const room: Account = fake;`,
  'services/room/src/main.test.ts': `import '../../../packages/service-kit/testing/index.ts';`,
  'services/auth/src/main.ts': `
    import { second } from './second.ts';
    export type Account = number;
    export const first: number = second;`,
  'services/auth/src/second.ts': `
    import { first } from './main.ts';
    import './missing.ts';
    export const second: number = first;`,
};

const root = mkdtempSync(join(tmpdir(), 'doushouqi-arrows-'));
afterAll(() => rmSync(root, { recursive: true }));

test('finds every kind of forbidden import, including type imports, and no others', async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { modules, violations } = await cruiseArrows(root, ['packages', 'services', 'web']);
  expect(modules).toBe(Object.keys(FILES).length);
  expect(violations).toEqual([
    'packages/protocol/src/index.ts → packages/protocol/src/entities.ts  (the browser holds no schema of the servers)',
    'packages/rules/src/index.ts → packages/protocol/src/index.ts  (packages/rules imports only itself)',
    'packages/service-kit/src/index.ts → packages/service-kit/testing/index.ts  (test helpers stay in tests)',
    'services/auth/src/main.ts → services/auth/src/second.ts  (no cycles)',
    'services/auth/src/second.ts → ./missing.ts  (every import is found)',
    'services/room/src/main.ts → packages/service-kit/testing/index.ts  (test helpers stay in tests)',
    'services/room/src/main.ts → services/auth/src/main.ts  (no service imports another)',
    'web/src/app/main.ts → packages/protocol/src/entities.ts  (the browser holds no schema of the servers)',
    'web/src/features/home/page.ts → web/src/features/room/page.ts  (no feature imports another)',
    'web/src/parts/part.ts → web/src/ui/toast.ts  (every folder of web/src is a layer)',
    'web/src/ui/toast.ts → web/src/app/theme.ts  (web/src/ui imports only layers below it)',
  ]);
});
