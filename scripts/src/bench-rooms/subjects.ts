import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { freePorts, type Platform, type PlatformOptions, startPlatform } from '../index.ts';
import { MemoryMeter } from './processes.ts';

/** What is measured: the product, or the bare relay behind the same gateway. */
export interface Subject {
  name: 'product' | 'relay';
  platform: Platform;
  memory: MemoryMeter;
  tokenOf(userId: string): string;
  /** Users in the order in which they come: red, blue, then those who watch; nothing to do for the relay. */
  seat(roomId: string, ...userIds: string[]): Promise<void>;
  /** The game in the room ends: one that is left running would be watched through the next measurement. */
  surrender(roomId: string, userId: string): Promise<void>;
  stop(): Promise<void>;
}

const PLENTY = '1000000';
/** One machine plays all players, so the limits on addresses, users and sockets must not count. */
const NO_LIMITS = {
  RATE_LIMIT_PER_SECOND: PLENTY,
  RATE_LIMIT_BURST: PLENTY,
  ROOM_JOINS_PER_MINUTE: PLENTY,
  SOCKET_MESSAGES_PER_SECOND: PLENTY,
  SOCKET_MESSAGE_BURST: PLENTY,
};
const NOWHERE = 'http://127.0.0.1:9';

type Processes = Pick<PlatformOptions, 'processes' | 'env'>;

/** The relay needs no services, but the gateway asks where they are. */
const RELAY: Processes = {
  processes: [
    { name: 'redis', stage: 'redis', role: 'redis' },
    ...[1, 2].map((node) => ({
      name: `realtime-${node}`,
      stage: 'realtime' as const,
      role: 'realtime',
      entry: 'scripts/src/bench-rooms/relay.ts',
    })),
    { name: 'gateway', stage: 'gateway', role: 'gateway', entry: 'gateway/src/main.ts' },
  ],
  env: { AUTH_URL: NOWHERE, LOBBY_URL: NOWHERE, RECORD_URL: NOWHERE, ROOM_URL: NOWHERE, SOCIAL_URL: NOWHERE },
};

const post = async (url: string, token: string, body: object): Promise<void> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
};

/** Starts a subject, all its processes on `core`. */
export const startSubject = async (name: Subject['name'], core: number): Promise<Subject> => {
  const dataDir = mkdtempSync(join(tmpdir(), `doushouqi-bench-${name}-`));
  const [port = 0] = await freePorts(1);
  const memory = new MemoryMeter();
  const { processes, env } = name === 'relay' ? RELAY : {};
  const platform = await startPlatform({
    dataDir,
    port,
    logLevel: 'warn',
    log: (entry) => {
      memory.log(entry);
      if (entry.level === 'error' || entry.level === 'warn')
        console.error(`${name} ${entry.process}: ${entry.message}`);
    },
    prefix: ['taskset', '-c', String(core)],
    ...(processes ? { processes } : {}),
    env: {
      ...NO_LIMITS,
      ...env,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'report-memory.ts')}`,
    },
  });
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const tokenOf = (userId: string): string => signTestToken(userId, privateKey);
  return {
    name,
    platform,
    memory,
    tokenOf,
    async seat(roomId, ...userIds) {
      if (name === 'relay') return;
      for (const userId of userIds) {
        await post(`${platform.url}/api/games/rooms`, tokenOf(userId), { roomId });
      }
    },
    async surrender(roomId, userId) {
      if (name === 'relay') return;
      await post(`${platform.url}/api/games/rooms/${roomId}/surrender`, tokenOf(userId), {});
    },
    async stop() {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
