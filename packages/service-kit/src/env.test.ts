import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENV, parseEnv, readSecretFile } from './env.ts';

const schema = z.object({ PORT: ENV.PORT, HOST: ENV.HOST, REDIS_URL: ENV.REDIS_URL, NODE_ID: ENV.NODE_ID });

describe('parseEnv', () => {
  test('gives typed values and defaults', () => {
    const parsed = parseEnv(schema, { PORT: '8080', NODE_ID: 'realtime-1', HOST: '', UNRELATED: 'x' });
    expect(parsed).toEqual({
      ok: true,
      value: { PORT: 8080, HOST: '127.0.0.1', REDIS_URL: 'redis://127.0.0.1:6379', NODE_ID: 'realtime-1' },
    });
  });

  test('names every wrong variable on a line of its own', () => {
    const parsed = parseEnv(schema, { PORT: '99999', REDIS_URL: 'http://x', NODE_ID: '' });
    expect(parsed).toEqual({
      ok: false,
      problems: [
        expect.stringMatching(/^PORT is wrong: /),
        expect.stringMatching(/^REDIS_URL is wrong: /),
        'NODE_ID is missing',
      ],
    });
  });
});

describe('readSecretFile', () => {
  test('trims, and says clearly what is wrong', () => {
    const dir = mkdtempSync(join(tmpdir(), 'doushouqi-env-'));
    writeFileSync(join(dir, 'token'), 'secret\n');
    writeFileSync(join(dir, 'empty'), '\n');
    expect(readSecretFile(join(dir, 'token'))).toBe('secret');
    expect(() => readSecretFile(join(dir, 'empty'))).toThrow('is empty');
    expect(() => readSecretFile(join(dir, 'none'))).toThrow(`cannot read the key file ${join(dir, 'none')}`);
  });
});
