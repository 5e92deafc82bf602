import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { RoomEvent } from '@doushouqi/protocol';
import { plyOf } from '@doushouqi/room';
import { streamOf } from '@doushouqi/room-core';
import { closeRedis, connectRedis, ownerOf, type RedisClient, slotOf } from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import {
  startTestCluster,
  startTestSentinels,
  startTlsCluster,
  type TestCluster,
  type TestSentinels,
  trust,
} from '@doushouqi/service-kit/testing';
import type { Cluster as RedisCluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClusterChannels } from '../src/redis/cluster-channels.ts';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { Follower } from './follower.ts';
import { DEN_GAME, joinRoom, moveOf, received, sendMove, settled, userOf } from './play.ts';

const patience = { timeout: 30_000, interval: 10 };
let nextUser = 1;

interface Table {
  roomId: string;
  players: [Client, Client];
  v: number;
}

/** A new game between two players on two nodes. */
async function sitDown(cluster: Cluster, roomId: string): Promise<Table> {
  const [red, blue] = [userOf(nextUser++), userOf(nextUser++)];
  await cluster.seat(roomId, red, blue);
  const players: [Client, Client] = [await cluster.connect(0, red), await cluster.connect(1, blue)];
  for (const player of players) await joinRoom(player, roomId);
  return { roomId, players, v: await settled(cluster.store, roomId, players) };
}

/** Sends a half-move until it is acknowledged, as the web client does. Resolves to its version. */
async function insist({ roomId, players }: Table, ply: number): Promise<number> {
  return vi.waitFor(async () => {
    const ack = await sendMove(players[ply % 2]!, moveOf(roomId, ply));
    if (!ack.ok) throw new Error(ack.code);
    return ack.v;
  }, patience);
}

/**
 * Checks that each client received all stored events once and in order. A client that received a move that the
 * failover undid reloads the room, and then misses nothing.
 */
function expectWhole(
  { received, start, fetched, beforeFetch }: Follower,
  stored: readonly RoomEvent[],
): void {
  const first = received[0]?.v ?? start + 1;
  expect(received).toEqual(stored.filter(({ v }) => v >= first));
  expect(first).toBeLessThanOrEqual(start + 1);
  if (fetched) expect(stored).not.toEqual(expect.arrayContaining(beforeFetch));
}

/**
 * Plays a complete game and runs `happening` in the middle of it. No acknowledged move may be lost, and no client may
 * miss a version or receive one twice.
 */
async function playThrough(cluster: Cluster, roomId: string, happening: () => Promise<void>): Promise<void> {
  const table = await sitDown(cluster, roomId);
  const followers = table.players.map((player) => new Follower(player, roomId, table.v));
  let happened: Promise<void> | undefined;
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    if (ply === 8) happened = happening();
    if (ply === 20) await happened;
    const v = await insist(table, ply);
    await expect.poll(() => followers[(ply + 1) % 2]!.v, patience).toBeGreaterThanOrEqual(v);
  }
  const room = await cluster.store.load(roomId);
  expect(room && plyOf(room)).toBe(DEN_GAME.length);
  const stored = (await cluster.store.eventsAfter(roomId, table.v))!;
  for (const follower of followers) {
    await expect.poll(() => follower.v, patience).toBe(room!.v);
    expectWhole(follower, stored);
  }
}

describe('on a cluster', () => {
  let redis: TestCluster;
  let client: RedisClient;
  let cluster: Cluster;
  beforeAll(async () => {
    redis = await startTestCluster();
    cluster = await startCluster({ nodes: 2, redis });
    client = connectRedis(redis.url, { role: 'command' });
  });
  afterAll(async () => {
    await closeRedis(client);
    await cluster.stop();
  });

  test('delivers events of rooms on every master to both nodes', async () => {
    const tables = await Promise.all(Array.from({ length: 9 }, (_, n) => sitDown(cluster, `shard-${n}`)));
    await client.exists('any');
    const masters = new Set(tables.map(({ roomId }) => ownerOf(client as RedisCluster, streamOf(roomId))));
    expect(masters.size).toBe(3);
    for (const table of tables) {
      const opponentHears = received(table.players[1], table.v + 1);
      expect(await insist(table, 0)).toBe(table.v + 1);
      await opponentHears;
    }
  });

  test('notifies users on every node', async () => {
    const [one, two] = [userOf(nextUser++), userOf(nextUser++)];
    const clients = [await cluster.connect(0, one), await cluster.connect(1, two)];
    const notified = clients.map((each) => new Promise((resolve) => each.once('friendsChanged', resolve)));
    // A connection does not wait for the subscription to its user's channel.
    await vi.waitFor(async () => {
      await createNotifier(client).notify([one, two], { event: 'friendsChanged', payload: {} });
      const both = Promise.all(notified).then(() => true);
      expect(await Promise.race([both, new Promise((resolve) => setTimeout(resolve, 50))])).toBe(true);
    }, patience);
  });

  test('repeats a subscription that a slot change dropped right after an unsubscribe', async () => {
    const channel = streamOf('taken-back');
    const channels = new ClusterChannels(client as RedisCluster);
    // Opens the connection to the master of the slot.
    await client.exists(channel);
    await channels.subscribe(channel);
    await channels.unsubscribe(channel);
    const [host, port] = ownerOf(client as RedisCluster, channel)!.split(':') as [string, string];
    const cli = (...args: string[]) =>
      execFileSync('redis-cli', ['-h', host, '-p', port, 'cluster', ...args]);
    const id = cli('myid').toString().trim();

    const subscribed = channels.subscribe(channel);
    // A master that receives SETSLOT for its own slot drops the slot's subscriptions. This process reads nothing
    // meanwhile.
    cli('setslot', String(slotOf(channel)), 'node', id);
    await subscribed;

    const message = once(channels, 'message');
    await (client as RedisCluster).spublish(channel, 'news');
    expect(String((await message)[1])).toBe('news');
    await channels.unsubscribe(channel);
  });

  test('a process that only subscribes detects a failover and receives from the new master', async () => {
    const channel = streamOf('listened-to');
    const listener = connectRedis(redis.url, { role: 'command' }) as RedisCluster;
    const channels = new ClusterChannels(listener);
    await once(channels, 'ready');
    await channels.subscribe(channel);
    const formerMaster = ownerOf(listener, channel);
    let subscribing = Promise.resolve(true);
    channels.on('lost', () => {
      subscribing = vi.waitFor(() => channels.subscribe(channel), patience);
    });
    await redis.failOver(channel);
    await expect.poll(() => ownerOf(listener, channel), patience).not.toBe(formerMaster);

    await subscribing;
    const receivedMessages: string[] = [];
    channels.on('message', (_, message) => receivedMessages.push(String(message)));
    await (client as RedisCluster).spublish(channel, 'news');
    await expect.poll(() => receivedMessages, patience).toEqual(['news']);
    // Its own end is no failover.
    channels.removeAllListeners('lost');
    await closeRedis(listener);
  });

  test('a slot migration during its game loses no move and leaves no gap', async () => {
    await playThrough(cluster, 'migrated', () => redis.migrate(streamOf('migrated')));
  });

  test('a planned failover loses no move and leaves no gap', async () => {
    await playThrough(cluster, 'failed-over', () => redis.failOver(streamOf('failed-over')));
  });

  test('the loss of a master loses no acknowledged move, because its replica has it', async () => {
    await playThrough(cluster, 'killed', () => redis.killMasterOf(streamOf('killed')));
    expect((await cluster.store.load('killed'))?.outages).toHaveLength(1);
  });

  test('each outage is one line in the log of a node', () => {
    for (const { logged } of cluster.nodes) {
      const lines = logged.filter(({ msg }) => msg === 'redis is away');
      expect(new Set(lines.map(({ role, server }) => `${role} ${server}`)).size).toBe(lines.length);
    }
  });
});

describe('behind sentinels', () => {
  let sentinels: TestSentinels;
  let cluster: Cluster;
  beforeAll(async () => {
    sentinels = await startTestSentinels();
    const refuse = () => Promise.reject(new Error('not one server'));
    cluster = await startCluster({ nodes: 2, redis: { ...sentinels, kill: refuse, restart: refuse } });
  });
  afterAll(() => cluster.stop());

  test('the loss of the master loses no acknowledged move and leaves no gap', async () => {
    await playThrough(cluster, 'sentinel', () => sentinels.killMaster());
    expect((await cluster.store.load('sentinel'))?.outages).toHaveLength(1);
  });
});

describe('a planned hand-over behind sentinels', () => {
  const REFUSED_MS = 6_000;
  let sentinels: TestSentinels;
  let cluster: Cluster;
  beforeAll(async () => {
    sentinels = await startTestSentinels();
    const refuse = () => Promise.reject(new Error('not one server'));
    cluster = await startCluster({ nodes: 2, redis: { ...sentinels, kill: refuse, restart: refuse } });
  });
  afterAll(() => cluster.stop());

  test('does not charge the player to move for the time without writes', async () => {
    const table = await sitDown(cluster, 'handed-over');
    await insist(table, 0);
    const begun = Date.now();
    await sentinels.handOver(REFUSED_MS);
    const outages = async () => (await cluster.store.load('handed-over').catch(() => null))?.outages.length;
    await expect.poll(outages, { ...patience, timeout: 50_000 }).toBe(1);
    const charged = Date.now() - (await cluster.store.load('handed-over'))!.header.lastMoveTime!;
    expect(Date.now() - begun).toBeGreaterThan(REFUSED_MS);
    expect(charged).toBeLessThan(REFUSED_MS / 2);
  }, 90_000);
});

describe('on a cluster with TLS', () => {
  let redis: TestCluster;
  let cluster: Cluster;
  beforeAll(async () => {
    trust('localhost');
    redis = await startTlsCluster();
    cluster = await startCluster({ nodes: 2, redis });
  });
  afterAll(() => cluster.stop());

  test('the loss of the master loses no acknowledged move and leaves no gap', async () => {
    await playThrough(cluster, 'secure', () => redis.killMasterOf(streamOf('secure')));
    expect((await cluster.store.load('secure'))?.outages).toHaveLength(1);
  });
});
