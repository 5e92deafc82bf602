import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort, startTestRedis } from '../../testing/index.ts';
import { closeRedis, connectRedis } from '../redis.ts';
import { sendCommandsAtMostEvery, writeAtOnce, writeOncePerTurn } from './writes.ts';

/** Chunks that the proxy to Redis received, and the client's open connection. */
let chunks: string[] = [];
let open: Socket;

const redis = await startTestRedis();
const port = await freePort();
const proxy = createServer((client) => {
  const upstream = connect(Number(new URL(redis.url).port), '127.0.0.1');
  open = client;
  client.on('data', (chunk) => chunks.push(chunk.toString()));
  client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
  client.pipe(upstream).pipe(client);
});
await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
beforeEach(() => {
  chunks = [];
});
afterAll(async () => {
  proxy.close();
  await redis.stop();
});

describe('a stream', () => {
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    writeOncePerTurn(socket);
    return socket;
  };
  const answers = (socket: Socket, count: number) =>
    new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.split('\r\n').length > count) resolve(text);
      });
    });

  test('combines writes even if the sender waits for each', async () => {
    const socket = await dial();
    const answered = answers(socket, 3);
    socket.write('PING\r\n', () => socket.write('PING\r\n', 'utf8', () => socket.write('PING\r\n')));
    expect(await answered).toBe('+PONG\r\n'.repeat(3));
    expect(chunks).toEqual(['PING\r\n'.repeat(3)]);
    socket.destroy();
  });

  test('writeAtOnce sends after collected writes, and directly if there are none', async () => {
    const socket = await dial();
    const answered = answers(socket, 4);
    socket.write('ECHO 1\r\n');
    writeAtOnce(socket, Buffer.from('ECHO 2\r\n'));
    expect(await answered).toBe('$1\r\n1\r\n$1\r\n2\r\n');
    writeAtOnce(socket, Buffer.from('PING\r\n'));
    expect(socket.writableLength).toBe(0);
    socket.destroy();
  });

  test('writes before the end are sent', async () => {
    const socket = await dial();
    socket.write('PING\r\n');
    socket.end();
    await expect.poll(() => chunks).toEqual(['PING\r\n']);
  });

  test('writes to a broken stream complete without an error', async () => {
    const socket = await dial();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.destroy();
    await new Promise((resolve) => socket.write('PING\r\n', resolve));
    await closed;
  });
});

describe('commands', () => {
  const pushMany = async (client: ReturnType<typeof connectRedis>, key: string): Promise<void> => {
    chunks = [];
    const values = Array.from({ length: 20 }, (_, n) => String(n));
    const lengths = await Promise.all(values.map((value) => client.rpush(key, value)));
    expect(lengths).toEqual(values.map((_, n) => n + 1));
    expect(await client.lrange(key, 0, -1)).toEqual(values);
    expect(chunks.filter((chunk) => chunk.includes('rpush'))).toHaveLength(1);
  };

  test('of one turn are sent in one write and in order, also after a reconnect', async () => {
    const client = connectRedis(`redis://127.0.0.1:${port}`, { role: 'command' });
    sendCommandsAtMostEvery(client, 1);
    await client.ping();
    await pushMany(client, 'first');
    const back = new Promise((resolve) => client.once('ready', resolve));
    open.destroy();
    await back;
    await pushMany(client, 'second');
    await closeRedis(client);
  });

  test('of several turns share a write if the last flush was recent, else are sent at once', async () => {
    const client = connectRedis(`redis://127.0.0.1:${port}`, { role: 'command' });
    const ms = 1_500;
    sendCommandsAtMostEvery(client, ms);
    await client.ping();
    await delay(ms);
    const begun = performance.now();
    await client.ping();
    expect(performance.now() - begun).toBeLessThan(ms);
    chunks = [];
    const pushed = [];
    for (let turn = 0; turn < 3; turn += 1) {
      pushed.push(client.rpush('third', turn));
      await new Promise(setImmediate);
    }
    expect(chunks).toEqual([]);
    expect(await Promise.all(pushed)).toEqual([1, 2, 3]);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(ms - 5);
    expect(chunks).toHaveLength(1);
    await closeRedis(client);
  });
});
