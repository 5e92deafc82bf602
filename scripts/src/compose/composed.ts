import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const INNER_REDIS_PORT = 6_379;
const run = promisify(execFile);

/** What a container of docker-compose.yml is at this moment. */
interface Found {
  id: string;
  pid: number;
  restarts: number;
  address: string;
}

/** The composed product on this machine, as far as it can be taken for a platform of the supervisor. */
export interface Composed extends Pick<Platform, 'url' | 'redisUrl' | 'processes' | 'kill'> {
  /** A file that a container has below /run/secrets. */
  secret(service: string, file: string): string;
  /** Runs `docker compose` with more environment; resolves when it has ended. */
  compose(args: readonly string[], env?: Record<string, string>): Promise<void>;
}

function docker(args: readonly string[]): string {
  return execFileSync('docker', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function inspect(id: string): Found {
  const [found] = JSON.parse(docker(['inspect', id])) as [
    {
      State: { Pid: number };
      RestartCount: number;
      NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
    },
  ];
  const [network] = Object.values(found.NetworkSettings.Networks);
  return { id, pid: found.State.Pid, restarts: found.RestartCount, address: network?.IPAddress ?? '' };
}

/** The ids of the running containers by the names that the supervisor would give their processes. */
function containers(): Map<string, string> {
  const named = docker(['compose', 'config', '--services'])
    .split('\n')
    .map((service): [string, string][] => {
      const ids = docker(['compose', 'ps', '--quiet', service]).split('\n').filter(Boolean);
      return ids.map((id, n) => [ids.length > 1 ? `${service}-${n + 1}` : service, id]);
    });
  return new Map(named.flat());
}

/** Where the gateway is published; nothing but this machine is ever spoken to. */
function publishedAt(): string {
  const { DOCKER_HOST: host = 'unix://' } = process.env;
  if (!host.startsWith('unix://')) throw new PlatformError(`not an engine of this machine: ${host}`);
  const address = docker(['compose', 'port', 'gateway', '8080']);
  if (!/^127\.0\.0\.1:\d+$/.test(address))
    throw new PlatformError(`the gateway is published at ${address}, not on loopback alone`);
  return `http://${address}`;
}

/**
 * Finds the product that `docker compose up` has brought up on this machine (`COMPOSE_FILE`, `DOCKER_HOST` as usual).
 * Throws a PlatformError where it is not there or reached from other machines too.
 */
export function findComposed(): Composed {
  const url = publishedAt();
  const ids = containers();
  const idOf = (name: string): string => {
    const id = ids.get(name);
    if (id === undefined) throw new PlatformError(`no container ${name}`);
    return id;
  };
  const secret = (service: string, file: string) =>
    docker(['exec', idOf(service), 'cat', `/run/secrets/${file}`]);
  const processes = [...ids].map(([name, id]) => {
    const { pid, restarts } = inspect(id);
    return [name, { pid, port: 0, restarts }] as const;
  });
  const operator = secret('redis', 'operator-password');
  return {
    url,
    redisUrl: `redis://operator:${operator}@${inspect(idOf('redis')).address}:${INNER_REDIS_PORT}`,
    processes: new Map(
      processes.map(([name, found]) => [
        name,
        {
          ...found,
          get restarts() {
            return inspect(idOf(name)).restarts;
          },
        },
      ]),
    ),
    async kill(name, signal) {
      await run('docker', ['kill', '--signal', signal, idOf(name)]);
    },
    secret,
    async compose(args, env = {}) {
      await run('docker', ['compose', ...args], { cwd: ROOT, env: { ...process.env, ...env } });
    },
  };
}
