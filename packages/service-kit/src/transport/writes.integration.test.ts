import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { writeOncePerTurn } from './writes.ts';

/** Chunks that the server received. */
let chunks: string[] = [];
const server = createServer((socket) => socket.on('data', (chunk) => chunks.push(chunk.toString()))).listen(
  0,
);
await once(server, 'listening');
beforeEach(() => {
  chunks = [];
});
afterAll(() => server.close());

async function dial(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  writeOncePerTurn(socket);
  return socket;
}

test('combines the writes of a turn, even if the sender waits for each', async () => {
  const socket = await dial();
  socket.write('one ', () => socket.write('two ', 'utf8', () => socket.write('three')));
  await expect.poll(() => chunks).toEqual(['one two three']);
  socket.write('four');
  await expect.poll(() => chunks).toEqual(['one two three', 'four']);
  socket.destroy();
});

test('sends writes before the end', async () => {
  const socket = await dial();
  socket.write('last');
  socket.end();
  await expect.poll(() => chunks).toEqual(['last']);
});

test('writes to a broken stream complete without an error', async () => {
  const socket = await dial();
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.destroy();
  await new Promise((resolve) => socket.write('lost', resolve));
  await closed;
});
