import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);
const KIT = join(import.meta.dirname, '..');
/** Prints a value, and whether the process loaded the stripper and undici. */
const REPORT = `const holds = (part: string): boolean => process.moduleLoadList.some((name) => name.includes(part));
console.log(String(value), holds('amaro'), holds('undici'));`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strip-types-'));
  mkdirSync(join(root, 'packages', 'service-kit'), { recursive: true });
  copyFileSync(join(KIT, 'strip-types.mjs'), join(root, 'packages', 'service-kit', 'strip-types.mjs'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(value: number): void {
  writeFileSync(join(root, 'main.ts'), `const value: number = ${value};\n${REPORT}\n`);
}

async function start(): Promise<string> {
  const args = ['--import=./packages/service-kit/strip-types.mjs', 'main.ts'];
  const { stdout, stderr } = await run(process.execPath, args, { cwd: root });
  return stdout.trim() + stderr;
}

it('strips a source once, and again after a change', async () => {
  write(1);
  expect(await start()).toBe('1 true false');
  expect(await start()).toBe('1 false false');
  write(2);
  expect(await start()).toBe('2 true false');
  expect(await start()).toBe('2 false false');
});

it('runs if the cache is not writable', async () => {
  write(3);
  writeFileSync(join(root, '.cache'), 'in the way');
  chmodSync(join(root, '.cache'), 0o400);
  expect(await start()).toBe('3 true false');
});

it('a node loads neither the stripper nor undici', async () => {
  const repository = join(KIT, '..', '..');
  const code = `await import('./services/realtime/src/realtime-node.ts'); const value = 4; ${REPORT.replaceAll(/: (string|boolean)/g, '')}`;
  const args = ['--import=./packages/service-kit/strip-types.mjs', '--input-type=module', '-e', code];
  await run(process.execPath, ['packages/service-kit/strip-all.mjs'], { cwd: repository });
  const { stdout } = await run(process.execPath, args, { cwd: repository });
  expect(stdout.trim()).toBe('4 false false');
});
