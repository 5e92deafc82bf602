import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENV, parseEnv } from './env.ts';

const schema = z.object({ PORT: ENV.PORT, HOST: ENV.HOST, REDIS_URL: ENV.REDIS_URL, NODE_ID: ENV.NODE_ID });

describe('parseEnv', () => {
  test('returns typed values and defaults', () => {
    const parsed = parseEnv(schema, { PORT: '8080', NODE_ID: 'realtime-1', HOST: '', UNRELATED: 'x' });
    expect(parsed).toEqual({
      ok: true,
      value: { PORT: 8080, HOST: '127.0.0.1', REDIS_URL: 'redis://127.0.0.1:6379', NODE_ID: 'realtime-1' },
    });
  });

  test('lists every invalid variable on its own line', () => {
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

test.each([
  ['mongodb://127.0.0.1:27017/doushouqi', true],
  ['mongodb://auth:secret@m-0.m:27017,m-1.m:27017,m-2.m:27017/doushouqi?replicaSet=rs0', true],
  ['mongodb+srv://auth:secret@cluster.example.com/doushouqi', true],
  ['mongodb://', false],
  ['mongodb://one,,two/doushouqi', false],
  ['https://one/doushouqi', false],
])('MONGODB_URL may be %s: %s', (url, isValid) => {
  expect(ENV.MONGODB_URL.safeParse(url).success).toBe(isValid);
});
