import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildEngine } from './build.ts';

test('compiles a small engine, once', async () => {
  const { size } = await stat(new URL('../dist/engine.wasm', import.meta.url));
  expect(size).toBeLessThan(250_000);
  expect(await buildEngine()).toBe(false);
});
