import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plyOf } from '@doushouqi/room';
import {
  createLiveRooms,
  createRoomCommands,
  createRoomJobs,
  createRoomStore,
  type RoomStore,
} from '@doushouqi/room-core';
import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import {
  freePort,
  makeTestKeys,
  signTestToken,
  startTestRedis,
  type TestRedis,
} from '@doushouqi/service-kit/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './cluster.ts';
import { DEN_GAME, joinRoom, moveOf, receivedVersions, sendMove, settled, userOf } from './play.ts';
import { type ServiceProcess, startService } from './processes.ts';

const [RED, BLUE] = [userOf(1), userOf(2)];
const keys = makeTestKeys();
let dir: string;
let redis: TestRedis;
const nodes: ServiceProcess[] = [];
const clients: Client[] = [];

async function startNode(nodeId: string): Promise<ServiceProcess> {
  const node = await startService('realtime', {
    PORT: String(await freePort()),
    NODE_ID: nodeId,
    REDIS_URL: redis.url,
    JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem'),
    LOG_LEVEL: 'info',
  });
  nodes.push(node);
  return node;
}

async function connect(node: ServiceProcess, userId: string): Promise<Client> {
  const client: Client = io(node.url, {
    auth: { token: signTestToken(userId, keys.privateKey) },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    forceNew: true,
  });
  clients.push(client);
  await new Promise((resolve) => client.once('connect', () => resolve(undefined)));
  return client;
}

async function seat(roomId: string): Promise<void> {
  const jobs = createRoomJobs(connection);
  const live = createLiveRooms(connection);
  const commands = createRoomCommands({ store, live, jobs, now: Date.now, onJobFailed: () => undefined });
  for (const userId of [RED, BLUE]) {
    expect(
      await commands.execute(roomId, { type: 'join', userId, newGameId: `game-${roomId}` }),
    ).toMatchObject({
      ok: true,
    });
  }
  await jobs.close();
}

let connection: RedisClient;
let store: RoomStore;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doushouqi-realtime-'));
  await writeFile(join(dir, 'public.pem'), keys.publicKey);
  redis = await startTestRedis();
  connection = connectRedis(redis.url, { role: 'command' });
  store = createRoomStore(connection);
});

afterAll(async () => {
  for (const client of clients) client.disconnect();
  for (const { child } of nodes) child.kill('SIGKILL');
  await closeRedis(connection);
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Sends a move and waits until the opponent receives it. */
async function sendAndHear(mover: Client, opponent: Client, move: ReturnType<typeof moveOf>) {
  const arrived = new Promise<void>((resolve) => {
    const look = ({ ply }: { ply: number }): void => {
      if (ply <= move.ply!) return;
      opponent.off('moveMade', look);
      resolve();
    };
    opponent.on('moveMade', look);
  });
  expect(await sendMove(mover, move)).toMatchObject({ ok: true });
  await arrived;
}

test('a restart of Redis during a game loses no move and repeats none', async () => {
  await seat('redis');
  const [one, two] = await Promise.all([startNode('rt-1'), startNode('rt-2')]);
  const sides = [await connect(one, RED), await connect(two, BLUE)];
  for (const side of sides) await joinRoom(side, 'redis');
  const v = await settled(store, 'redis', sides);
  const seen = sides.map(receivedVersions);
  for (let ply = 0; ply < 6; ply++)
    expect(await sendMove(sides[ply % 2]!, moveOf('redis', ply))).toMatchObject({ ok: true });

  await redis.kill();
  expect(await sendMove(sides[0]!, moveOf('redis', 6))).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${one.url}/healthz`)).status).toBe(200);
  await redis.restart();
  await expect.poll(async () => (await fetch(`${one.url}/readyz`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${two.url}/readyz`)).status).toBe(200);

  for (let ply = 6; ply < DEN_GAME.length; ply++) {
    await sendAndHear(sides[ply % 2]!, sides[(ply + 1) % 2]!, moveOf('redis', ply));
  }
  const last = await store.load('redis');
  expect(last && plyOf(last)).toBe(DEN_GAME.length);
  const versions = Array.from({ length: last!.v - v }, (_, index) => v + index + 1);
  await expect.poll(() => seen).toEqual([versions, versions]);
});

test('a player whose node is killed during a game continues on the other node', async () => {
  await seat('kill');
  const [one, two] = await Promise.all([startNode('rt-3'), startNode('rt-4')]);
  const red = await connect(one, RED);
  const blue = await connect(two, BLUE);
  await joinRoom(red, 'kill');
  await joinRoom(blue, 'kill');
  const v = await settled(store, 'kill', [red, blue]);
  expect(await sendMove(red, moveOf('kill', 0))).toEqual({ ok: true, v: v + 1 });
  one.child.kill('SIGKILL');
  expect(await one.exited).toBe('SIGKILL');
  red.disconnect();

  expect(await sendMove(blue, moveOf('kill', 1))).toEqual({ ok: true, v: v + 2 });
  const again = await connect(two, RED);
  expect(await joinRoom(again, 'kill', v + 1)).toMatchObject({
    v: v + 2,
    catchUp: { kind: 'tail', events: [{ v: v + 2 }] },
  });
  await sendAndHear(again, blue, moveOf('kill', 2));
});

test('a draining node is not ready and takes no sessions, and its clients reconnect', async () => {
  await seat('drain');
  const port = String(await freePort());
  const env = { PORT: port, REDIS_URL: redis.url, JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem') };
  const first = await startService('realtime', { ...env, NODE_ID: 'rt-5' });
  nodes.push(first);
  const red = await connect(first, RED);
  const polling: Client = io(first.url, {
    auth: { token: signTestToken(BLUE, keys.privateKey) },
    transports: ['polling'],
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  clients.push(polling);
  await new Promise((resolve) => polling.once('connect', () => resolve(undefined)));
  await joinRoom(red, 'drain');
  await joinRoom(polling, 'drain');
  const v = await settled(store, 'drain', [red, polling]);
  const left = [red, polling].map(
    (client) => new Promise((resolve) => client.once('disconnect', (reason) => resolve(reason))),
  );
  first.child.kill('SIGTERM');
  expect(await Promise.all(left)).toEqual(['transport close', 'transport close']);
  expect(await first.exited).toBe(0);

  const back = [red, polling].map(
    (client) => new Promise((resolve) => client.once('connect', () => resolve(true))),
  );
  nodes.push(await startService('realtime', { ...env, NODE_ID: 'rt-6' }));
  expect(await Promise.all(back)).toEqual([true, true]);
  expect(await joinRoom(red, 'drain', v)).toMatchObject({ ok: true, catchUp: { kind: 'upToDate' } });
});
