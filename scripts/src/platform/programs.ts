import type { RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { withPrivateFiles } from '@doushouqi/operations/deployment';
import type { ServiceName } from '@doushouqi/protocol';
import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { environmentOf, type Layout } from './environment.ts';
import { redisAnswers, redisCommand } from './redis-config.ts';
import type { Program } from './supervised.ts';

/** Start stage. Later stages start after earlier ones are ready, and stop before them. */
export type Stage = 'redis' | 'store' | 'service' | 'realtime' | 'gateway';

/** One process of the platform. */
export type ProcessSpec = {
  name: string;
  stage: Stage;
  /** Name in the environment table: `realtime` for every realtime node. */
  role: string;
  /** Entry file under the root folder; Redis has none. */
  entry?: string;
};

/** Number of processes per service, by its name; default 1. */
export type Replicas = Readonly<Partial<Record<ServiceName, number>>>;

/** Returns the processes of one service: numbered if there are several; nodes always. */
function serviceProcesses(service: ServiceName, count: number): ProcessSpec[] {
  const { nodes = false } = getServiceDef(service);
  return Array.from({ length: count }, (_, index) => ({
    name: nodes || count > 1 ? `${service}-${index + 1}` : service,
    stage: nodes ? 'realtime' : 'service',
    role: service,
    entry: `services/${service}/src/main.ts`,
  }));
}

/** Returns the processes of the whole product. */
export function productProcesses(
  replicas: Replicas,
  { ownRedis, ownStore }: { ownRedis: boolean; ownStore: boolean },
): ProcessSpec[] {
  const redis: ProcessSpec = { name: 'redis', stage: 'redis', role: 'redis' };
  const store: ProcessSpec = {
    name: 'store',
    stage: 'store',
    role: 'store',
    entry: 'packages/embedded-mongo/src/main.ts',
  };
  return [
    ...(ownRedis ? [redis] : []),
    ...(ownStore ? [store] : []),
    ...SERVICE_NAMES.flatMap((service) => serviceProcesses(service, replicas[service] ?? 1)),
    { name: 'gateway', stage: 'gateway', role: 'gateway', entry: 'gateway/src/main.ts' },
  ];
}

/**
 * V8 flags for servers that share a machine. With V8's defaults a busy process grows by 100 MB and more before it
 * collects garbage (measured by the attack `never-read`: 190 MB; with these flags 35 MB). `--expose-gc` is for
 * `freeStartupMemory` of service-kit.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--expose-gc'];

/** Flags for processes that run from the root folder of a repository; images contain code that was compiled ahead. */
export const SOURCE_FLAGS = [...NODE_FLAGS, '--import=./packages/service-kit/strip-types.mjs'];

/**
 * Setting of the C library: by default each thread of V8 has its own arena, 3 to 10 MB in a process whose threads are
 * busy only during the start.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

const TRACING = 'packages/service-kit/src/tracing/preload.ts';
const TRACED: readonly Stage[] = ['service', 'realtime', 'gateway'];

/** Loads tracing before the process, so that it can wrap modules; empty if tracing is off. */
function tracingFlags({ stage }: ProcessSpec, { root, env }: Surroundings): string[] {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint && TRACED.includes(stage) ? [`--import=${join(root, TRACING)}`] : [];
}

type Surroundings = {
  root: string;
  layout: Layout;
  nodeFlags: readonly string[];
  /** Prefix of every command, such as `taskset -c 0`. */
  prefix: readonly string[];
  /** Added to every process's environment. */
  env: Record<string, string>;
};

/** Returns the program of a process on this machine. */
export function programOf(spec: ProcessSpec, surroundings: Surroundings): Program {
  const { root, layout, nodeFlags, prefix } = surroundings;
  const port = layout.ports[spec.name];
  if (port === undefined) throw new Error(`no port for ${spec.name}`);
  const bare =
    spec.entry === undefined
      ? withPrivateFiles(redisCommand(join(layout.dataDir, 'redis')))
      : [process.execPath, ...nodeFlags, ...tracingFlags(spec, surroundings), join(root, spec.entry)];
  const [command = '', ...args] = [...prefix, ...bare];
  return {
    name: spec.name,
    command,
    args,
    cwd: root,
    env: {
      ...process.env,
      ...NODE_ENVIRONMENT,
      ...environmentOf(layout, spec.name, spec.role),
      ...surroundings.env,
    },
    isReady: readiness(spec, port, layout),
    needsGuard: spec.stage === 'redis' || spec.stage === 'store',
  };
}

function readiness(spec: ProcessSpec, port: number, layout: Layout): () => Promise<boolean> {
  if (spec.stage === 'redis') return () => redisAnswers(layout.redisUrl);
  if (spec.stage === 'store') return () => accepts(port);
  const host = spec.stage === 'gateway' && layout.publicHost !== '0.0.0.0' ? layout.publicHost : '127.0.0.1';
  return () => answersOk({ host, port, path: '/readyz', timeout: 2_000 });
}

// Uses neither `fetch` nor an import of node:http: both load undici, which is a quarter of the supervisor's memory.
const http = process.getBuiltinModule('node:http');

/** Returns whether a GET returns 200 in time. */
function answersOk(options: RequestOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ ...options, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', () => resolve(false));
    request.once('timeout', () => request.destroy(new Error('no answer in time')));
  });
}

/** Returns whether a TCP server listens on the port. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.setTimeout(1_000, () => finish(false));
  });
}
