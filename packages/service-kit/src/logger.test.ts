import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

test('lines name the service and hide secrets at every depth that is logged', () => {
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
