import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildEngine } from './build.ts';

test('compiles a small engine, once, and again if only its file is missing', async () => {
  const dist = join(import.meta.dirname, '..', 'dist');
  const { size } = await stat(join(dist, 'engine.wasm'));
  expect(size).toBeLessThan(250_000);
  expect(await buildEngine()).toBe(false);
  const folder = await mkdtemp(join(tmpdir(), 'doushouqi-engine-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyFile(join(dist, '.stamp'), join(folder, '.stamp'));
  expect(await buildEngine(folder)).toBe(true);
  expect((await stat(join(folder, 'engine.wasm'))).size).toBe(size);
}, 60_000);
