import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import {
  MONGODB_USERS,
  planSecrets,
  REDIS_USERS,
  REPLICATED_STORES,
  SENTINEL_PORT,
} from '../src/deployment/plan.ts';

const COMPONENTS = join(import.meta.dirname, '..', '..', '..', 'k8s', 'components');
const FILES = ['stores/redis.conf', 'stores-ha/sentinel.conf', 'stores-ha/member.sh'];
const ROLES = ['redis', 'sentinel'] as const;
const PASSWORD = 'of-all';
const LOGIN = { username: 'operator', password: PASSWORD };
const SETTLED_MS = 60_000;

/** The replicated Redis of `k8s/components/stores-ha`, with processes of this machine instead of pods. */
export interface RedisMembers {
  /** Addresses of the members, on the loopback network. */
  hosts: readonly string[];
  /** `REDIS_URL` of the operator. */
  url: string;
  start(host: string): void;
  /** Hands over as before a planned stop, and stops the member. */
  stop(host: string): Promise<void>;
  /** Kills the member, as `kill -9` does. */
  kill(host: string): Promise<void>;
  /** Waits until all sentinels agree on a master with two replicas, and returns its host. */
  settled(): Promise<string>;
  /** Kills all members and removes their data. */
  close(): Promise<void>;
}

function passwords(users: readonly string[]) {
  return Object.fromEntries(users.map((user) => [user, PASSWORD]));
}

function isUp(one: readonly string[]): boolean {
  const stateOf = (field: string) => one[one.indexOf(field) + 1]!;
  return (
    !/down|disconnected/.test(stateOf('flags')) &&
    (!one.includes('master-link-status') || stateOf('master-link-status') === 'ok')
  );
}

/** Returns the master that this sentinel knows, if it knows all members and all are up. */
async function masterAt(host: string): Promise<string | undefined> {
  const sentinel = new Redis({ host, port: SENTINEL_PORT, ...LOGIN, retryStrategy: () => null });
  sentinel.on('error', () => undefined);
  try {
    const [master, replicas, sentinels] = (await Promise.all([
      sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'doushouqi'),
      sentinel.call('SENTINEL', 'REPLICAS', 'doushouqi'),
      sentinel.call('SENTINEL', 'SENTINELS', 'doushouqi'),
    ])) as [string[], string[][], string[][]];
    return replicas.filter(isUp).length === 2 && sentinels.filter(isUp).length === 2 ? master[0] : undefined;
  } catch {
    return undefined;
  } finally {
    sentinel.disconnect();
  }
}

/** Starts three members. `network`: the first three bytes of their addresses, other than those of other members. */
export function startRedisMembers(network = '127.77.0'): RedisMembers {
  const dir = mkdtempSync(join(tmpdir(), 'doushouqi-members-'));
  const hosts = [1, 2, 3].map((member) => `${network}.${member}`);
  const vault = { jwtPrivate: '', jwtPublic: '', serviceToken: '', mongodbKey: '', backupSigning: '' };
  const logins = { redis: passwords(REDIS_USERS), mongodb: passwords(MONGODB_USERS) };
  const files = planSecrets({ ...vault, ...logins }, REPLICATED_STORES).get('redis')!;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  for (const file of FILES) copyFileSync(join(COMPONENTS, file), join(dir, basename(file)));
  const script = join(dir, 'member.sh');
  const running = new Map<string, ChildProcess[]>();

  const environment = (host: string) => ({
    ...process.env,
    ...{ MEMBER: host, MEMBERS: hosts.join(' '), BIND: host, DATA_DIR: join(dir, host), SECRETS_DIR: dir },
  });
  const start = (host: string) => {
    mkdirSync(join(dir, host), { recursive: true });
    const env = environment(host);
    running.set(
      host,
      ROLES.map((role) => spawn('sh', [script, role], { env, stdio: 'ignore' })),
    );
  };
  const end = async (host: string, signal: NodeJS.Signals) => {
    const children = running.get(host) ?? [];
    running.delete(host);
    await Promise.all(
      children.map(async (child) => {
        child.kill(signal);
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }),
    );
  };
  for (const host of hosts) start(host);
  return {
    hosts,
    url: `redis-sentinel://operator:${PASSWORD}@${hosts.map((host) => `${host}:${SENTINEL_PORT}`)}/doushouqi`,
    start,
    async stop(host) {
      await promisify(execFile)('sh', [script, 'leave'], { env: environment(host) });
      await end(host, 'SIGTERM');
    },
    kill: (host) => end(host, 'SIGKILL'),
    async settled() {
      const until = Date.now() + SETTLED_MS;
      while (Date.now() < until) {
        const [first, ...others] = await Promise.all(hosts.map(masterAt));
        if (first !== undefined && others.every((master) => master === first)) return first;
        await delay(100);
      }
      throw new Error('the members of Redis do not agree on a master');
    },
    async close() {
      await Promise.all(hosts.map((host) => end(host, 'SIGKILL')));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
