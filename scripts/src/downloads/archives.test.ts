import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { tarGz, zip } from './archives.ts';

const ENTRIES = [
  { path: 'dsq/run', content: Buffer.from('#!/bin/sh\necho ran\n'), isExecutable: true },
  { path: 'dsq/文字.txt', content: Buffer.alloc(5_000, 'x') },
];

test('creates an archive that tar reads, with execute permissions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'it.tar.gz'), await tarGz(ENTRIES));
  execFileSync('tar', ['xzf', 'it.tar.gz'], { cwd: folder });
  expect(String(execFileSync(join(folder, 'dsq', 'run')))).toBe('ran\n');
  expect(readFileSync(join(folder, 'dsq', '文字.txt'), 'utf8')).toBe('x'.repeat(5_000));
  expect(statSync(join(folder, 'dsq', '文字.txt')).mode & 0o111).toBe(0);
});

test('creates a zip with its contents unchanged', () => {
  const files = unzipSync(zip(ENTRIES));
  expect(Object.keys(files)).toEqual(ENTRIES.map(({ path }) => path));
  for (const { path, content } of ENTRIES) expect(Buffer.from(files[path]!).equals(content)).toBe(true);
});

test('creates the same bytes for the same files', async () => {
  expect(await tarGz(ENTRIES)).toEqual(await tarGz(ENTRIES));
  expect(zip(ENTRIES)).toEqual(zip(ENTRIES));
});
