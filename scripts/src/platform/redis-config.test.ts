import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { redisAnswers } from './redis-config.ts';

test('returns false when the server closes the connection without a reply', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    expect(await redisAnswers(`redis://:password@127.0.0.1:${port}`)).toBe(false);
  } finally {
    server.close();
  }
});
