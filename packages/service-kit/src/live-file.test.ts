import { mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLiveFile } from './live-file.ts';
import type { Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';

let dir: string;
let path: string;
let time: number;
let lines: string[];
let reads: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doushouqi-live-file-'));
  path = join(dir, 'words');
  time = 0;
  lines = [];
  reads = 0;
  writeFileSync(path, 'old.');
});
afterEach(() => rmSync(dir, { recursive: true }));

const logger = {
  info: () => lines.push('reloaded'),
  error: ({ reason }: { reason: string }) => lines.push(reason),
} as unknown as Logger;

/** Parses a text that ends with a full stop; a half-written one does not. */
function parse(text: string): string {
  reads += 1;
  if (!text.endsWith('.')) throw new Error('it is cut off');
  return text;
}

async function open() {
  const metrics = createMetrics('tests');
  const get = await openLiveFile({ path, parse, logger, metrics, now: () => time });
  return {
    /** Returns the content after so many milliseconds. */
    after(ms: number): Promise<string> {
      time += ms;
      return get();
    },
    /** Returns the value of `live_file_ok`. */
    async ok(): Promise<unknown> {
      const found = await metrics.registry.getSingleMetric('live_file_ok')?.get();
      return found?.values[0]?.value;
    },
  };
}

test('reads a file again that could not be read, though its stamp is the same', async () => {
  const file = await open();
  writeFileSync(path, 'half');
  const { atime, mtime } = statSync(path);
  utimesSync(path, atime, mtime);
  expect(await file.after(1_000)).toBe('old.');
  expect(await file.ok()).toBe(0);
  writeFileSync(path, 'new.');
  utimesSync(path, atime, mtime);
  expect(await file.after(1_000)).toBe('new.');
  expect(await file.ok()).toBe(1);
  expect(lines).toEqual(['it is cut off', 'reloaded']);
});

test('reads a file that stays wrong less and less often, and logs it once', async () => {
  const file = await open();
  writeFileSync(path, 'half');
  for (let second = 0; second < 600; second++) await file.after(1_000);
  expect(reads).toBeLessThan(20);
  expect(lines).toEqual(['it is cut off']);
  writeFileSync(path, 'new.');
  expect(await file.after(1_000)).toBe('new.');
});

test('holds the content while the file is gone, and takes the same file back', async () => {
  const file = await open();
  renameSync(path, `${path}.away`);
  expect(await file.after(1_000)).toBe('old.');
  expect(await file.ok()).toBe(0);
  renameSync(`${path}.away`, path);
  expect(await file.after(1_000)).toBe('old.');
  expect(await file.ok()).toBe(1);
});
