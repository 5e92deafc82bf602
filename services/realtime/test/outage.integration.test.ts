import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import { createLiveRooms, createRoomDoor, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import {
  freePort,
  makeTestKeys,
  signTestToken,
  startTestRedis,
  type TestRedis,
} from '@doushouqi/service-kit/testing';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEN_GAME, heard, joinRoom, moveOf, sendMove, userOf, versionsHeardBy } from './play.ts';
import { type NodeProcess, startNodeProcess } from './processes.ts';

const [RED, BLUE] = [userOf(1), userOf(2)];
const keys = makeTestKeys();
let dir: string;
let redis: TestRedis;
const nodes: NodeProcess[] = [];
const clients: Socket[] = [];

const startNode = async (nodeId: string): Promise<NodeProcess> => {
  const node = await startNodeProcess({
    PORT: String(await freePort()),
    NODE_ID: nodeId,
    REDIS_URL: redis.url,
    JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem'),
    LOG_LEVEL: 'info',
  });
  nodes.push(node);
  return node;
};

const connect = async (
  node: NodeProcess,
  userId: string,
): Promise<Socket<ServerToClientEvents, ClientToServerEvents>> => {
  const client = io(node.url, {
    auth: { token: signTestToken(userId, keys.privateKey) },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    forceNew: true,
  });
  clients.push(client);
  await new Promise((resolve) => client.once('connect', () => resolve(undefined)));
  return client;
};

const seat = async (roomId: string) => {
  const connection = connectRedis(redis.url, { role: 'command' });
  const jobs = createRoomJobs(connection);
  const store = createRoomStore(connection);
  const live = createLiveRooms(connection);
  const door = createRoomDoor({ store, live, jobs, now: Date.now, onJobFailed: () => undefined });
  for (const userId of [RED, BLUE]) {
    expect(await door.execute(roomId, { type: 'join', userId, newGameId: `game-${roomId}` })).toMatchObject({
      ok: true,
    });
  }
  await jobs.close();
  await closeRedis(connection);
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doushouqi-realtime-'));
  await writeFile(join(dir, 'public.pem'), keys.publicKey);
  redis = await startTestRedis();
});

afterAll(async () => {
  for (const client of clients) client.disconnect();
  for (const { child } of nodes) child.kill('SIGKILL');
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

test('Redis killed and started again in the middle of a game: no move is lost, none doubled', async () => {
  await seat('redis');
  const [one, two] = await Promise.all([startNode('rt-1'), startNode('rt-2')]);
  const sides = [await connect(one, RED), await connect(two, BLUE)];
  for (const side of sides) await joinRoom(side, 'redis');
  const seen = sides.map(versionsHeardBy);
  for (let ply = 0; ply < 6; ply++)
    expect(await sendMove(sides[ply % 2]!, moveOf('redis', ply))).toMatchObject({ ok: true });

  await redis.kill();
  expect(await sendMove(sides[0]!, moveOf('redis', 6))).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${one.url}/healthz`)).status).toBe(200);
  await redis.restart();
  await expect.poll(async () => (await fetch(`${one.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  await expect.poll(async () => (await fetch(`${two.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);

  for (let ply = 6; ply < DEN_GAME.length; ply++) {
    const arrived = heard(sides[(ply + 1) % 2]!, ply + 3);
    expect(await sendMove(sides[ply % 2]!, moveOf('redis', ply))).toEqual({ ok: true, v: ply + 3 });
    await arrived;
  }
  const versions = Array.from({ length: DEN_GAME.length + 1 }, (_, index) => index + 3);
  await expect.poll(() => seen).toEqual([versions, versions]);
});

test('a node killed in the middle of a game: its player goes on at the other', async () => {
  await seat('kill');
  const [one, two] = await Promise.all([startNode('rt-3'), startNode('rt-4')]);
  const red = await connect(one, RED);
  const blue = await connect(two, BLUE);
  await joinRoom(red, 'kill');
  await joinRoom(blue, 'kill');
  expect(await sendMove(red, moveOf('kill', 0))).toEqual({ ok: true, v: 3 });
  one.child.kill('SIGKILL');
  expect(await one.exited).toBe('SIGKILL');
  red.disconnect();

  expect(await sendMove(blue, moveOf('kill', 1))).toEqual({ ok: true, v: 4 });
  const again = await connect(two, RED);
  expect(await joinRoom(again, 'kill', 3)).toMatchObject({
    v: 4,
    catchUp: { kind: 'tail', events: [{ v: 4 }] },
  });
  const arrived = heard(blue, 5);
  expect(await sendMove(again, moveOf('kill', 2))).toEqual({ ok: true, v: 5 });
  await arrived;
});

test('a node told to stop drains: not ready, no new sessions, its clients come back by themselves', async () => {
  await seat('drain');
  const port = String(await freePort());
  const env = { PORT: port, REDIS_URL: redis.url, JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem') };
  const first = await startNodeProcess({ ...env, NODE_ID: 'rt-5' });
  nodes.push(first);
  const red = await connect(first, RED);
  const polling = io(first.url, {
    auth: { token: signTestToken(BLUE, keys.privateKey) },
    transports: ['polling'],
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  clients.push(polling);
  await new Promise((resolve) => polling.once('connect', () => resolve(undefined)));
  await joinRoom(red, 'drain');
  const left = [red, polling].map(
    (client) => new Promise((resolve) => client.once('disconnect', (reason) => resolve(reason))),
  );
  first.child.kill('SIGTERM');
  expect(await Promise.all(left)).toEqual(['transport close', 'transport close']);
  expect(await first.exited).toBe(0);

  const back = [red, polling].map(
    (client) => new Promise((resolve) => client.once('connect', () => resolve(true))),
  );
  nodes.push(await startNodeProcess({ ...env, NODE_ID: 'rt-6' }));
  expect(await Promise.all(back)).toEqual([true, true]);
  expect(await joinRoom(red, 'drain', 2)).toMatchObject({ ok: true, catchUp: { kind: 'upToDate' } });
});
