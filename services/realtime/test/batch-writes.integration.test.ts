import { connect, createServer, type Server, type Socket } from 'node:net';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { freePort, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchWrites } from '../src/batch-writes.ts';

let redis: TestRedis;
let proxy: Server;
let port: number;
/** What came from the client, write by write, and the open connection. */
let chunks: string[] = [];
let open: Socket;

beforeAll(async () => {
  redis = await startTestRedis();
  port = await freePort();
  proxy = createServer((client) => {
    const upstream = connect(Number(new URL(redis.url).port), '127.0.0.1');
    open = client;
    client.on('data', (chunk) => chunks.push(chunk.toString()));
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
});

afterAll(async () => {
  proxy.close();
  await redis.stop();
});

const pushMany = async (client: ReturnType<typeof connectRedis>, key: string): Promise<void> => {
  chunks = [];
  const values = Array.from({ length: 20 }, (_, n) => String(n));
  const lengths = await Promise.all(values.map((value) => client.rpush(key, value)));
  expect(lengths).toEqual(values.map((_, n) => n + 1));
  expect(await client.lrange(key, 0, -1)).toEqual(values);
  expect(chunks.filter((chunk) => chunk.includes('rpush'))).toHaveLength(1);
};

test('the commands of one turn leave in one write and in order, after a reconnect as well', async () => {
  const client = connectRedis(`redis://127.0.0.1:${port}`, { role: 'command' });
  batchWrites(client);
  await client.ping();
  await pushMany(client, 'first');
  const back = new Promise((resolve) => client.once('ready', resolve));
  open.destroy();
  await back;
  await pushMany(client, 'second');
  await closeRedis(client);
});
