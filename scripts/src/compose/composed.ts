import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OPERATIONS_ROUTES } from '@doushouqi/service-kit';
import type { Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const INNER_REDIS_PORT = 6_379;
const READY_MS = 30_000;
const ASK_EVERY_MS = 50;
const run = promisify(execFile);

/** The current state of a container of docker-compose.yml. */
interface Found {
  service: string;
  id: string;
  pid: number;
  restarts: number;
  address: string;
  /** URL of its readiness check; undefined for third-party containers. */
  readyUrl: string | undefined;
}

type Command = (args: readonly string[], env?: Record<string, string>) => Promise<void>;

/** The composed product on this machine, with the part of the supervisor's platform interface that it supports. */
export interface Composed extends Pick<Platform, 'url' | 'redisUrl' | 'processes' | 'kill'> {
  /** Reads a file of a container below /run/secrets. */
  secret(service: string, file: string): string;
  /** Returns the engine's ids of the running containers. */
  containerIds(): ReadonlySet<string>;
  /** Runs `scripts/compose-upgrade.sh` with additional environment. */
  upgrade: Command;
  /** Runs `docker compose` with additional environment; resolves when it has exited. */
  compose: Command;
  /** Kills a container's process as root, so that the container engine restarts it. */
  crash(name: string): void;
  /**
   * Restarts the processes of all services at once; resolves when each reports that it is ready, which the engine
   * would check only ten seconds later. Their addresses may change: call `findComposed` afterwards.
   */
  renew(services: readonly string[]): Promise<void>;
}

function docker(args: readonly string[]): string {
  return execFileSync('docker', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

interface Inspected {
  Id: string;
  State: { Pid: number };
  RestartCount: number;
  Config: { Env: string[]; Labels: Record<string, string> };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}

function foundOf({ Id, State, RestartCount, Config, NetworkSettings }: Inspected): Found {
  const address = Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? '';
  const port = Config.Env.find((entry) => entry.startsWith('PORT='))?.slice('PORT='.length);
  return {
    service: Config.Labels['com.docker.compose.service'] ?? '',
    id: Id,
    pid: State.Pid,
    restarts: RestartCount,
    address,
    readyUrl: port && `http://${address}:${port}${OPERATIONS_ROUTES.ready}`,
  };
}

function inspect(ids: readonly string[]): Found[] {
  return (JSON.parse(docker(['inspect', ...ids])) as Inspected[]).map(foundOf);
}

/** Returns the running containers by the supervisor's process names. */
function containers(): Map<string, Found> {
  const all = inspect(docker(['compose', 'ps', '--quiet']).split('\n').filter(Boolean));
  const byService = Map.groupBy(all, ({ service }) => service);
  const named = [...byService].map(([service, those]) =>
    those.map((found, n): [string, Found] => [those.length > 1 ? `${service}-${n + 1}` : service, found]),
  );
  return new Map(named.flat());
}

function gatewayPort(): string {
  try {
    return docker(['compose', 'port', 'gateway', '8080']);
  } catch (error) {
    throw new PlatformError('the product is not up: docker compose up --build --wait', { cause: error });
  }
}

/** Returns the published address of the gateway. Only this machine is ever contacted. */
function publishedAt(): string {
  const { DOCKER_HOST: host = 'unix://' } = process.env;
  if (!host.startsWith('unix://')) throw new PlatformError(`not an engine of this machine: ${host}`);
  const address = gatewayPort();
  if (!/^127\.0\.0\.1:\d+$/.test(address))
    throw new PlatformError(`the gateway is published at ${address}, not on loopback alone`);
  return `http://${address}`;
}

function command(program: string, ...first: readonly string[]): Command {
  return async (args, env = {}) => {
    await run(program, [...first, ...args], { cwd: ROOT, env: { ...process.env, ...env } });
  };
}

const compose = command('docker', 'compose');
const upgrade = command('scripts/compose-upgrade.sh');

function containerIds(): ReadonlySet<string> {
  return new Set([...containers().values()].map(({ id }) => id));
}

async function untilReady({ service, readyUrl }: Found): Promise<void> {
  if (readyUrl === undefined) return;
  const isReady = () =>
    fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + READY_MS; !(await isReady()); await delay(ASK_EVERY_MS))
    if (Date.now() > deadline) throw new PlatformError(`${service} is not ready after ${READY_MS / 1_000} s`);
}

async function renew(services: readonly string[]): Promise<void> {
  await compose(['restart', '--timeout', '0', '--no-deps', ...services]);
  const renewed = [...containers().values()].filter(({ service }) => services.includes(service));
  await Promise.all(renewed.map(untilReady));
}

/**
 * Finds the running `docker compose` product on this machine (respects `COMPOSE_FILE`, `DOCKER_HOST`). Throws a
 * PlatformError if it does not run or is reachable from other machines.
 */
export function findComposed(): Composed {
  const url = publishedAt();
  const all = containers();
  const find = (name: string): Found => {
    const found = all.get(name);
    if (found === undefined) throw new PlatformError(`no container ${name}`);
    return found;
  };
  const secret = (service: string, file: string) =>
    docker(['exec', find(service).id, 'cat', `/run/secrets/${file}`]);
  const processes = [...all].map(([name, { id, pid }]) => {
    const process = {
      pid,
      port: 0,
      get restarts() {
        return inspect([id])[0]!.restarts;
      },
    };
    return [name, process] as const;
  });
  const operator = secret('redis', 'operator-password');
  return {
    url,
    redisUrl: `redis://operator:${operator}@${find('redis').address}:${INNER_REDIS_PORT}`,
    processes: new Map(processes),
    async kill(name, signal) {
      await run('docker', ['kill', '--signal', signal, find(name).id]);
    },
    crash(name) {
      process.kill(inspect([find(name).id])[0]!.pid, 'SIGKILL');
    },
    secret,
    containerIds,
    compose,
    upgrade,
    renew,
  };
}
