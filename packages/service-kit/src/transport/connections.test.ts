import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { textFrame } from './connections.ts';

/** Returns the text that a websocket client (`ws`) reads from a server's bytes. */
async function read(frame: Buffer): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', (request) => {
      const key = /sec-websocket-key: (.*)\r/i.exec(String(request))?.[1];
      const digest = crypto.subtle.digest(
        'SHA-1',
        new TextEncoder().encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`),
      );
      void digest.then((hash) => {
        const accept = Buffer.from(hash).toString('base64');
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
        socket.write(frame);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const [data, isBinary] = (await once(client, 'message')) as [Buffer, boolean];
    expect(isBinary).toBe(false);
    return data.toString();
  } finally {
    client.terminate();
    server.close();
  }
}

test.each([
  ['nothing', ''],
  ['the longest in one byte', 'x'.repeat(125)],
  ['the shortest in two', 'x'.repeat(126)],
  ['more bytes than characters', '斗兽棋'.repeat(42)],
  ['the longest in two', 'x'.repeat(65_535)],
  ['the shortest in eight', 'x'.repeat(65_536)],
])('a client reads a frame of text: %s', async (_, text) => {
  expect(await read(textFrame(text))).toBe(text);
});
