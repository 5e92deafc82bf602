import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError, createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { createRoomStore } from '@doushouqi/room-core';
import {
  ALL_NODES_IN_USE,
  freePorts,
  type Platform,
  ROOM_FOR_ONE_ADDRESS,
  refusedByRedis,
  startPlatform,
} from '@doushouqi/scripts';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { keysLike, signTestToken } from '@doushouqi/service-kit/testing';
import { io, type Socket } from 'socket.io-client';
import { insist } from './arena.ts';
import { openBalancer } from './balancer.ts';

export const REPLICAS = ['pairing-1', 'pairing-2'] as const;
const POOL = { initial: 5, increment: 3, rated: false };
const DEADLINE_MS = 90_000;

/** A user who searches for an opponent, with a connection that reconnects. */
interface Seeker {
  id: string;
  api: ApiClient;
  socket: Socket;
}

/** Outcomes of the searches: `double`: in more than one game; `lost`: in none. */
export interface Fared {
  tried: number;
  double: number;
  lost: number;
}

/** Joins and retries on failures; a user paired by an earlier attempt has joined too. */
async function joinQueue({ api }: Seeker): Promise<void> {
  await insist(() => api.joinPairing({ body: POOL })).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'ALREADY_PLAYING') throw error;
  });
}

async function connected(socket: Socket): Promise<void> {
  while (!socket.connected) await delay(20);
}

async function openPlatform(dataDir: string) {
  // No browser is used, so the web is not built.
  writeFileSync(join(dataDir, 'index.html'), '');
  const [[port = 0], balancer] = await Promise.all([freePorts(1), openBalancer()]);
  const platform = await startPlatform({
    dataDir,
    port,
    replicas: { pairing: REPLICAS.length },
    webDist: dataDir,
    env: { ...ROOM_FOR_ONE_ADDRESS, ...ALL_NODES_IN_USE, PAIRING_URL: balancer.url },
  });
  balancer.serve(REPLICAS.map((name) => platform.processes.get(name)!.port));
  return { platform, balancer };
}

/** Counts the rooms of each user. */
function countRooms(rooms: readonly (readonly string[])[], ids: readonly string[]): number[] {
  return ids.map((id) => rooms.filter((players) => players.includes(id)).length);
}

/** Starts the whole product with two pairing replicas behind a balancer, and users who search for opponents. */
export async function startPairingArena() {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-pairing-'));
  const { platform, balancer } = await openPlatform(dataDir);
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const redis = connectRedis(platform.redisUrl, { role: 'queue' });
  const store = createRoomStore(redis);

  const seeker = (): Seeker => {
    const id = randomBytes(12).toString('hex');
    const token = signTestToken(id, privateKey);
    const baseUrl = `${platform.url}/api`;
    const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl, token: () => token });
    const socket = io(platform.url, { auth: { token }, forceNew: true, transports: ['websocket'] });
    return { id, api, socket };
  };
  const roomsOfAll = async (): Promise<(readonly string[])[]> => {
    const keys = await keysLike(redis, '{room:*}:state:*');
    const ids = keys.map((key) => key.slice('{room:'.length, key.indexOf('}')));
    const rooms = await Promise.all(ids.map((id) => store.load(id)));
    return rooms.flatMap((room) => (room ? [room.header.players] : []));
  };
  /** Resolves once no user waits and no pair is pending. */
  const settled = async (ids: readonly string[]): Promise<void> => {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const waiting = await redis.hkeys('{pairing}:tickets');
      const pairs = await redis.hlen('{pairing}:pairs');
      if (pairs === 0 && !ids.some((id) => waiting.includes(id))) return;
      if (Date.now() > deadline) return;
      await delay(50);
    }
  };

  return {
    platform,
    /**
     * All users join at once; `strike` begins with the first of them. It may wait for a pair without a room (the
     * middle of a wave), or for the first notified user.
     */
    async attempt(
      people: number,
      strike: (moments: { taken: () => Promise<void>; notified: Promise<void> }) => Promise<void>,
    ): Promise<Fared> {
      const seekers = Array.from({ length: people }, seeker);
      await Promise.all(seekers.map(({ socket }) => connected(socket)));
      const notified = Promise.race(
        seekers.map(
          ({ socket }) => new Promise<void>((resolve) => void socket.once('paired', () => resolve())),
        ),
      );
      const games = await redis.hlen('{pairing}:games');
      const taken = async (): Promise<void> => {
        while (
          (await redis.hlen('{pairing}:pairs')) === 0 &&
          (await redis.hlen('{pairing}:games')) <= games
        ) {
          await delay(1);
        }
      };
      await Promise.all([strike({ taken, notified }), ...seekers.map(joinQueue)]);
      const ids = seekers.map(({ id }) => id);
      await settled(ids);
      const counts = countRooms(await roomsOfAll(), ids);
      for (const { socket } of seekers) socket.close();
      return {
        tried: people,
        double: counts.filter((count) => count > 1).length,
        lost: counts.filter((count) => count === 0).length,
      };
    },
    async stop(): Promise<void> {
      await closeRedis(redis);
      const refused = await refusedByRedis(platform.redisUrl);
      await balancer.close();
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (refused.length > 0) throw new Error(`services lack rights in Redis: ${refused.join('; ')}`);
    },
  };
}

/** Kills these processes, and waits until they are ready again. */
export async function killAll(platform: Platform, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => platform.kill(name, 'SIGKILL')));
  await Promise.all(names.map((name) => platform.waitReady(name)));
}
