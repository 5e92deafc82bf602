import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import { createLiveRooms, createRoomCommands, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import {
  closeRedis,
  confirmOf,
  connectRedis,
  GATEWAY_HEADERS,
  gatewayKeyOf,
  type LiveFile,
  type PublicKeys,
} from '@doushouqi/service-kit';
import {
  signTestToken,
  startTestService,
  type TestRedis,
  type TokenOptions,
} from '@doushouqi/service-kit/testing';
import { io, type Socket } from 'socket.io-client';
import { service } from '../src/service.ts';

export type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

/** `gateway`: the gateway that the client connects through. `address`: of the client, as a gateway forwards it. */
type ConnectOptions = TokenOptions & {
  transports?: string[];
  token?: string;
  gateway?: string;
  address?: string;
};

interface ClusterOptions {
  nodes: number;
  /** Keys that change during a test. Default: one fixed pair. */
  publicKeys?: LiveFile<PublicKeys>;
  now?: () => number;
  messages?: { perSecond: number; burst: number };
  socketsPerUser?: number;
  /** Interval of relief steps, ms. */
  reliefMs?: number;
  /** Interval of checks of sessions, ms. */
  sessionSweepMs?: number;
  /** Default: a new Redis. */
  redis?: TestRedis;
}

/** Headers by which a gateway process opens a websocket, and its secret token. */
export function gatewayHeaders(gateway: string): Record<string, string> {
  return {
    [GATEWAY_HEADERS.name]: gateway,
    [GATEWAY_HEADERS.key]: gatewayKeyOf(gatewayTokenOf(gateway)),
  };
}
function gatewayTokenOf(gateway: string): string {
  return `token of ${gateway}`;
}

/** Asks a node to move the clients of a gateway; without `token` as that gateway. */
export function askToGo(
  node: { url: string },
  gateway: string,
  token: string | null = gatewayTokenOf(gateway),
) {
  const headers = token === null ? {} : { [GATEWAY_HEADERS.token]: token };
  return fetch(`${node.url}/gateways/${gateway}/going`, { method: 'POST', headers });
}

/** Starts realtime nodes on real ports with a real Redis, and a `RoomCommands` as in the room service. */
export async function startCluster({
  nodes: count,
  redis,
  publicKeys,
  now = Date.now,
  ...limits
}: ClusterOptions) {
  const { messages = { perSecond: 1_000, burst: 1_000 }, socketsPerUser = 10, reliefMs = 5_000 } = limits;
  const { sessionSweepMs = 50 } = limits;
  const first = await startTestService(service, {
    ...(redis && { redis }),
    env: {
      NODE_ID: 'rt-1',
      SOCKET_MESSAGES_PER_SECOND: messages.perSecond,
      SOCKET_MESSAGE_BURST: messages.burst,
      SOCKETS_PER_USER: socketsPerUser,
      SESSIONS_PER_NODE: 0,
    },
    given: { now, spectatorGraceMs: 300, sessionSweepMs, reliefMs, ...(publicKeys && { publicKeys }) },
  });
  const others = Array.from({ length: count - 1 }, (_, n) =>
    first.another({ env: { NODE_ID: `rt-${n + 2}` } }),
  );
  const nodes = [first, ...(await Promise.all(others))].map(({ url, context, logged }) => ({
    ...context.node,
    url,
    redis: context.redis,
    logged,
  }));
  const connection = connectRedis(first.server.url, { role: 'command' });
  const jobs = createRoomJobs(connection);
  const store = createRoomStore(connection, { confirm: confirmOf(connection) });
  const live = createLiveRooms(connection);
  const commands = createRoomCommands({ store, live, jobs, now, onJobFailed: () => undefined });
  const clients: Client[] = [];
  const tokenOf = (userId: string, times?: TokenOptions): string =>
    signTestToken(userId, first.keys.privateKey, times);
  return {
    redis: first.server,
    nodes,
    commands,
    store,
    tokenOf,
    /** Connects a client to a node. */
    async connect(
      node: number,
      userId: string,
      { transports = ['websocket'], token, gateway, address, ...times }: ConnectOptions = {},
    ): Promise<Client> {
      const client: Client = io(nodes[node]!.url, {
        auth: { token: token ?? tokenOf(userId, times) },
        transports,
        extraHeaders: {
          ...(gateway !== undefined && gatewayHeaders(gateway)),
          ...(address !== undefined && { 'x-forwarded-for': address }),
        },
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
    /** Seats both users in a room, which starts their game. */
    async seat(roomId: string, red: string, blue: string): Promise<void> {
      for (const userId of [red, blue]) {
        const result = await commands.execute(roomId, {
          type: 'join',
          userId,
          newGameId: `game-of-${roomId}`,
        });
        if (!result.ok) throw new Error(result.code);
      }
    },
    async stop(): Promise<void> {
      for (const client of clients) client.disconnect();
      await jobs.close();
      await closeRedis(connection);
      await first.stop();
      await redis?.stop();
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
