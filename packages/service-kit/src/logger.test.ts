import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

test('names the service and hides secrets at every logged depth', () => {
  const lines: string[] = [];
  const logger = createLogger({ name: 'auth', nodeId: 'n1' }, { write: (line) => void lines.push(line) });
  logger.info({
    password: 'p-1',
    body: { password: 'p-2', access_token: 'p-3' },
    req: { headers: { authorization: 'Bearer p-4', 'x-service-token': 'p-5', cookie: 'p-6' } },
  });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'auth', node: 'n1', level: 'info' });
  expect(lines[0]).not.toMatch(/p-\d/);
});

test('hides secrets inside a text', () => {
  const lines: string[] = [];
  const logger = createLogger({ name: 'auth' }, { write: (line) => void lines.push(line) });
  const url = 'redis-cluster://auth:s-1@a:6379,b:6379';
  logger.error({
    err: new Error(`cannot reach ${url}`, { cause: new Error('mongodb+srv://auth:s-2@host/db') }),
  });
  logger.warn({ reason: 'redis://:s-3@127.0.0.1:1', path: '/socket.io/?EIO=4&token=s-4&x=1' }, `at ${url}`);
  logger.info(`bad token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.s-5_x`);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'auth' });
  expect(lines.join('')).not.toMatch(/s-\d/);
  expect(lines.join('')).toContain('x=1');
  expect(lines.join('')).toContain('127.0.0.1:1');
});
