import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import {
  createLiveRooms,
  createRoomDoor,
  createRoomJobs,
  createRoomStore,
  type RoomDoor,
  type RoomStore,
} from '@doushouqi/room-core';
import {
  closeRedis,
  confirmOf,
  connectRedis,
  createLimits,
  createLogger,
  createMetrics,
  createTokenVerifier,
  type LiveFile,
  listen,
  type PublicKeys,
  type RedisClient,
  ROOM_VERB_LIMIT,
} from '@doushouqi/service-kit';
import { makeTestKeys, signTestToken, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { io, type Socket } from 'socket.io-client';
import { createRealtimeNode, type RealtimeNode } from '../src/realtime-node.ts';

export type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

export interface TestNode extends RealtimeNode {
  url: string;
  redis: RedisClient;
  /** Log lines of this node, parsed. */
  logged: Record<string, unknown>[];
}

/** A real Redis, realtime nodes on real ports, and another door to the rooms, as the room service has it. */
export interface Cluster {
  redis: TestRedis;
  nodes: TestNode[];
  door: RoomDoor;
  store: RoomStore;
  tokenOf(userId: string, times?: TokenTimes): string;
  /** A connected client of a node. */
  connect(node: number, userId: string, options?: ConnectOptions): Promise<Client>;
  /** Seats both users in a room, which starts its game. */
  seat(roomId: string, red: string, blue: string): Promise<void>;
  stop(): Promise<void>;
}

/** When the token of a connection was issued (epoch ms), for how long it holds, and of which session it is. */
type TokenTimes = { issuedAt?: number; lifetimeSeconds?: number; sessionId?: string };

/** `gateway`: through which one the client comes. */
type ConnectOptions = TokenTimes & { transports?: string[]; token?: string; gateway?: string };

export interface ClusterOptions {
  nodes: number;
  /** Keys that change; one pair for good by default. */
  publicKeys?: LiveFile<PublicKeys>;
  now?: () => number;
  messages?: { perSecond: number; burst: number };
  socketsPerUser?: number;
  /** A Redis of its own by default. */
  redis?: TestRedis;
}

type Opened = () => Promise<unknown>;

async function startNode(
  index: number,
  url: string,
  publicKey: string | LiveFile<PublicKeys>,
  options: ClusterOptions,
  opened: Opened[],
) {
  const redis = connectRedis(url, { role: 'command' });
  const queues = connectRedis(url, { role: 'command' });
  const jobs = createRoomJobs(queues);
  const logged: Record<string, unknown>[] = [];
  const node = createRealtimeNode({
    nodeId: `rt-${index}`,
    redis,
    jobs,
    verifier: createTokenVerifier({ publicKey, redis }),
    verbs: createLimits(redis, 'realtime', { verbs: ROOM_VERB_LIMIT }).verbs,
    metrics: createMetrics('realtime'),
    logger: createLogger({ name: 'test' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    messages: options.messages ?? { perSecond: 1_000, burst: 1_000 },
    socketsPerUser: options.socketsPerUser ?? 10,
    now: options.now ?? Date.now,
    spectatorGraceMs: 300,
    sessionSweepMs: 50,
  });
  const port = await listen(node.app.server, { port: 0, host: '127.0.0.1' });
  opened.push(
    () => node.io.close(),
    () => jobs.close(),
    () => Promise.all([redis, queues].map(closeRedis)),
  );
  await redis.ping();
  return { ...node, url: `http://127.0.0.1:${port}`, redis, logged };
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const server = options.redis ?? (await startTestRedis());
  const keys = makeTestKeys();
  const opened: Opened[] = [];
  const clients: Client[] = [];
  const nodes: TestNode[] = [];
  for (let index = 1; index <= options.nodes; index++) {
    nodes.push(await startNode(index, server.url, options.publicKeys ?? keys.publicKey, options, opened));
  }
  const redis = connectRedis(server.url, { role: 'command' });
  const jobs = createRoomJobs(redis);
  const store = createRoomStore(redis, { confirm: confirmOf(redis) });
  const door = createRoomDoor({
    store,
    live: createLiveRooms(redis),
    jobs,
    now: options.now ?? Date.now,
    onJobFailed: () => undefined,
  });
  const tokenOf = (userId: string, times?: TokenTimes): string =>
    signTestToken(userId, keys.privateKey, times);
  return {
    redis: server,
    nodes,
    door,
    store,
    tokenOf,
    async connect(node, userId, { transports = ['websocket'], token, gateway, ...times } = {}) {
      const client: Client = io(nodes[node]!.url, {
        auth: { token: token ?? tokenOf(userId, times) },
        transports,
        ...(gateway === undefined ? {} : { extraHeaders: { 'x-gateway': gateway } }),
        forceNew: true,
        reconnectionDelay: 50,
      });
      clients.push(client);
      await new Promise<void>((resolve, reject) => {
        client.once('connect', resolve);
        client.once('connect_error', reject);
      });
      return client;
    },
    async seat(roomId, red, blue) {
      for (const userId of [red, blue]) {
        const result = await door.execute(roomId, { type: 'join', userId, newGameId: `game-of-${roomId}` });
        if (!result.ok) throw new Error(result.code);
      }
    },
    async stop() {
      for (const client of clients) client.disconnect();
      for (const close of opened) await close();
      await jobs.close();
      await closeRedis(redis);
      await server.stop();
    },
  };
}
