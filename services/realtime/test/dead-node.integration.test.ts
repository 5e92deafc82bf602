import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLiveRooms, createRoomCommands, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { freePort, makeTestKeys, signTestToken, startTestRedis } from '@doushouqi/service-kit/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToGo, type Client, gatewayHeaders } from './cluster.ts';
import { joinRoom, moveOf, sendMove, settled, userOf } from './play.ts';
import { type ServiceProcess, startService } from './processes.ts';

/** Runs real processes, as deployed: realtime nodes and the timekeeper, which detects dead nodes. */
const [RED, BLUE] = [userOf(1), userOf(2)];
const GATEWAY = 'gate-1';
const patience = { timeout: 30_000, interval: 50 };
const keys = makeTestKeys();
const dir = await mkdtemp(join(tmpdir(), 'doushouqi-dead-node-'));
const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
const store = createRoomStore(redis);
const jobs = createRoomJobs(redis);
const live = createLiveRooms(redis);
const commands = createRoomCommands({ store, live, jobs, now: Date.now, onJobFailed: () => undefined });
const processes: ServiceProcess[] = [];
const clients: Client[] = [];

async function start(
  service: 'realtime' | 'timekeeper',
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const started = await startService(service, {
    PORT: String(await freePort()),
    REDIS_URL: server.url,
    JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem'),
    SERVICE_TOKEN_FILE: join(dir, 'token'),
    ...env,
  });
  processes.push(started);
  return started;
}
function startNode(nodeId: string): Promise<ServiceProcess> {
  return start('realtime', { NODE_ID: nodeId });
}

async function connect({ url }: ServiceProcess, userId: string): Promise<Client> {
  const auth = { token: signTestToken(userId, keys.privateKey) };
  const client: Client = io(url, {
    auth,
    transports: ['websocket'],
    extraHeaders: gatewayHeaders(GATEWAY),
    forceNew: true,
    reconnection: false,
  });
  clients.push(client);
  await new Promise<void>((resolve) => client.once('connect', resolve));
  return client;
}
async function seat(roomId: string): Promise<void> {
  for (const userId of [RED, BLUE])
    await commands.execute(roomId, { type: 'join', userId, newGameId: roomId });
}
async function roomOf(roomId: string) {
  return (await store.load(roomId))!;
}

beforeAll(async () => {
  await writeFile(join(dir, 'public.pem'), keys.publicKey);
  await writeFile(join(dir, 'token'), 'between-services');
  const nowhere = 'http://127.0.0.1:9';
  const receivers = ['RECORD_URL', 'RATING_URL', 'PAIRING_URL', 'TOURNAMENT_URL'];
  await start('timekeeper', Object.fromEntries(receivers.map((name) => [name, nowhere])));
});

afterAll(async () => {
  for (const client of clients) client.disconnect();
  for (const { child } of processes) child.kill('SIGKILL');
  await jobs.close();
  await closeRedis(redis);
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A game with red on a node that the test stops, and blue on another one. */
async function sitDown(roomId: string) {
  await seat(roomId);
  const [doomed, other] = await Promise.all([startNode(`${roomId}-1`), startNode(`${roomId}-2`)]);
  const [red, blue] = [await connect(doomed, RED), await connect(other, BLUE)];
  for (const client of [red, blue]) await joinRoom(client, roomId);
  await settled(store, roomId, [red, blue]);
  return { doomed, other, red, blue };
}

test('killed: notifies the opponent within the lease, and a reconnect ends the absence', async () => {
  const { doomed, other, blue } = await sitDown('killed');
  const notified = new Promise<number>((resolve) =>
    blue.on('gameStateUpdate', ({ offlineSince }) => {
      if (offlineSince.player1 !== null) resolve(Date.now());
    }),
  );
  const died = Date.now();
  doomed.child.kill('SIGKILL');
  expect((await notified) - died).toBeLessThan(12_000);
  expect((await roomOf('killed')).outages).toEqual([expect.stringMatching(`^killed-1-.*:${RED}$`)]);
  await joinRoom(await connect(other, RED), 'killed');
  await expect.poll(async () => (await roomOf('killed')).header.offlineSince.red, patience).toBeNull();
  await expect.poll(() => redis.keys('{node:killed-1*'), patience).toEqual([]);
});

test('killed while its player reconnects elsewhere at once: reports no absence and compensates the clock', async () => {
  const { doomed, other } = await sitDown('quick');
  const before = (await roomOf('quick')).header.lastMoveTime!;
  doomed.child.kill('SIGKILL');
  await doomed.exited;
  const red = await connect(other, RED);
  await joinRoom(red, 'quick');
  await expect.poll(async () => (await roomOf('quick')).outages, patience).toHaveLength(1);
  const room = await roomOf('quick');
  expect(room.header.lastMoveTime).toBeGreaterThan(before);
  expect(await sendMove(red, moveOf('quick', 0))).toMatchObject({ ok: true });
  await expect.poll(() => redis.keys('{node:quick-1*'), patience).toEqual([]);
  expect((await roomOf('quick')).header.offlineSince).toEqual({ red: null, blue: null });
});

test('drained: reports no absence for users who reconnect elsewhere, and no state of the node remains', async () => {
  const { doomed, other, blue } = await sitDown('drained');
  const away: unknown[] = [];
  blue.on('gameStateUpdate', ({ offlineSince }) => {
    if (offlineSince.player1 !== null) away.push(offlineSince);
  });
  doomed.child.kill('SIGTERM');
  expect(await doomed.exited).toBe(0);
  await joinRoom(await connect(other, RED), 'drained');
  await expect.poll(() => redis.keys('{node:drained-1*'), patience).toEqual([]);
  await expect.poll(() => redis.zrange('{nodes}:dead', '0', '-1'), patience).toEqual([]);
  expect(away).toEqual([]);
  expect((await roomOf('drained')).outages).toHaveLength(1);
});

test('gateway stopped: reports users who do not return as absent once, and no state of the gateway remains', async () => {
  const { doomed, other, red, blue } = await sitDown('gateway');
  const going = new Promise((resolve) => red.once('goingAway', resolve));
  const notified = new Promise<void>((resolve) =>
    blue.on('gameStateUpdate', ({ offlineSince }) => {
      if (offlineSince.player1 !== null) resolve();
    }),
  );
  const stopping = askToGo(doomed, GATEWAY);
  await going;
  red.disconnect();
  expect((await stopping).status).toBe(204);
  const members = await redis.smembers('{room:gateway}:presence');
  expect(members).toContain(`${RED} ${GATEWAY}`);
  await notified;
  expect((await roomOf('gateway')).outages).toEqual([`${GATEWAY}:${RED}`]);
  await expect.poll(() => redis.keys(`{node:${GATEWAY}*`), patience).toEqual([]);
  await expect.poll(() => redis.zscore('{nodes}:stopping', GATEWAY), patience).toBeNull();
  await joinRoom(await connect(other, RED), 'gateway');
  await expect.poll(async () => (await roomOf('gateway')).header.offlineSince.red, patience).toBeNull();
});

test('frozen: reports its player as absent when the lease ends, and as present after it resumes', async () => {
  const { doomed, blue } = await sitDown('frozen');
  const away = new Promise<void>((resolve) =>
    blue.on('gameStateUpdate', ({ offlineSince }) => {
      if (offlineSince.player1 !== null) resolve();
    }),
  );
  doomed.child.kill('SIGSTOP');
  await away;
  doomed.child.kill('SIGCONT');
  await expect.poll(async () => (await roomOf('frozen')).header.offlineSince.red, patience).toBeNull();
  await expect.poll(() => redis.smembers('{room:frozen}:presence'), patience).toHaveLength(2);
  await expect.poll(() => redis.keys('{node:frozen-1*'), patience).toHaveLength(1);
});
