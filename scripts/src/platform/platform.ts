import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers, ensureKeys, makePrivateDir } from '@doushouqi/operations/deployment';
import { type Layout, metricsPortOf } from './environment.ts';
import { lockDataDir } from './lock.ts';
import type { LogEntry } from './log-line.ts';
import { endOrphans, noteProcesses } from './orphans.ts';
import { StartAborted } from './platform-error.ts';
import { freePorts } from './ports.ts';
import {
  type ProcessSpec,
  productProcesses,
  programOf,
  type Replicas,
  SOURCE_FLAGS,
  type Stage,
} from './programs.ts';
import { configureRedis } from './redis-config.ts';
import { writeStoreAddresses } from './store-addresses.ts';
import { Supervised } from './supervised.ts';

const FILE = 'metrics-targets.json';

/** Writes the metrics address of each process to a file of Prometheus targets (ops/prometheus/local.yml). */
function writeMetricsTargets(
  dataDir: string,
  specs: readonly ProcessSpec[],
  ports: Readonly<Record<string, number>>,
): void {
  const watched = specs.filter(({ stage }) => stage !== 'redis' && stage !== 'store');
  const targets = watched.map(({ name, role, stage }) => ({
    targets: [`127.0.0.1:${ports[stage === 'gateway' ? metricsPortOf(name) : name]}`],
    labels: { process: name, service: role },
  }));
  writeFileSync(join(dataDir, FILE), JSON.stringify(targets, null, 2), { mode: 0o600 });
}

export type PlatformOptions = {
  /** Folder of all persistent data: Redis, the store, keys. Used by one platform at a time. */
  dataDir: string;
  /** The gateway's port. */
  port: number;
  /** The gateway's address, 127.0.0.1 by default. */
  host?: string;
  /** A real MongoDB instead of the embedded store. */
  mongodbUrl?: string;
  /** Another Redis instead of the platform's own: a server, sentinels or a cluster (docs/redis.md). */
  redisUrl?: string;
  /**
   * Number of processes per service. Default: two realtime nodes and one process of every other service. Several
   * processes are named `timekeeper-1` and so on.
   */
  replicas?: Replicas;
  logLevel?: string;
  log?: (entry: LogEntry) => void;
  /** Added to every process's environment. */
  env?: Record<string, string>;
  /** Prefix of every command, such as `['taskset', '-c', '0']`. */
  prefix?: readonly string[];
  /** Folder of the built web. */
  webDist?: string;
  /** Root of other processes than the product's, for tests of the platform itself. */
  root?: string;
  processes?: readonly ProcessSpec[];
  /** Aborts a start in progress. */
  signal?: AbortSignal;
};

export type Platform = {
  /** The gateway's base address. */
  url: string;
  redisUrl: string;
  mongodbUrl: string;
  /** Folder with the signing keys and the service token. */
  keysDir: string;
  /** The processes by name: redis, store, auth, record, room, timekeeper, realtime-1 …, gateway. */
  processes: ReadonlyMap<string, PlatformProcess>;
  /** Sends a signal and waits for the exit, if the signal ends the process; the platform then restarts it. */
  kill(name: string, signal: NodeJS.Signals): Promise<void>;
  /** Resolves when the process, or its replacement, is ready. */
  waitReady(name: string): Promise<void>;
  /** Removes a process in order, as scaling in does. */
  retire(name: string): Promise<void>;
  /** Starts a retired process; resolves when it is ready. */
  revive(name: string): Promise<void>;
  /** Stops everything in order: gateway, realtime, services, store, Redis. */
  stop(): Promise<void>;
  /** Kills all processes. */
  killNow(): void;
};

export type PlatformProcess = {
  readonly pid: number | undefined;
  readonly port: number;
  /** Number of restarts. */
  readonly restarts: number;
};

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Two nodes, so that code that needs one and the same node fails visibly if it gets another. */
const REPLICAS: Replicas = { realtime: 2 };
const START_ORDER: readonly (readonly Stage[])[] = [
  ['redis', 'store'],
  ['service', 'realtime', 'gateway'],
];
/** The gateway and the realtime nodes stop together: the gateway waits for the websockets that the nodes drain. */
const STOP_ORDER: readonly (readonly Stage[])[] = [
  ['gateway', 'realtime'],
  ['service'],
  ['store'],
  ['redis'],
];

type Running = { spec: ProcessSpec; supervised: Supervised };

/**
 * Starts the whole product on this machine and restarts processes that exit. Resolves when every process is ready. If
 * the data folder is in use or a process does not start, stops everything and throws a PlatformError with one clear
 * line.
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const dataDir = options.dataDir;
  for (const folder of ['redis', 'store']) makePrivateDir(join(dataDir, folder));
  const unlock = lockDataDir(dataDir);
  const running: Running[] = [];
  const log = options.log ?? (() => undefined);
  const changed = () =>
    noteProcesses(
      dataDir,
      running.map(({ supervised }) => ({ name: supervised.name, pid: supervised.pid })),
    );
  const stop = async () => {
    await stopAll(running);
    unlock();
  };
  try {
    const orphans = await endOrphans(dataDir);
    if (orphans.length > 0) {
      const message = `ended what an earlier run left behind: ${orphans.join(', ')}`;
      log({ process: 'platform', level: 'warn', message, details: {} });
    }
    closeToOthers(dataDir);
    const specs = processesOf(options);
    const layout = await planLayout(options, specs);
    const { root = ROOT, prefix = [], env = {} } = options;
    // Another checkout runs without these flags.
    const nodeFlags = root === ROOT ? SOURCE_FLAGS : [];
    writeMetricsTargets(dataDir, specs, layout.ports);
    writeStoreAddresses(dataDir, layout);
    for (const spec of specs) {
      const program = programOf(spec, { root, layout, nodeFlags, prefix, env });
      running.push({ spec, supervised: new Supervised(program, { log, changed }) });
    }
    await startAll(running, options.signal);
    return platformOf(layout, running, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function processesOf(options: PlatformOptions): readonly ProcessSpec[] {
  const { replicas, mongodbUrl, redisUrl, processes } = options;
  return (
    processes ??
    productProcesses(
      { ...REPLICAS, ...replicas },
      { ownRedis: redisUrl === undefined, ownStore: mongodbUrl === undefined },
    )
  );
}

async function planLayout(options: PlatformOptions, specs: readonly ProcessSpec[]): Promise<Layout> {
  const inner = specs.filter(({ name }) => name !== 'gateway').map(({ name }) => name);
  // The gateway exposes its metrics on a separate port.
  const figures = specs.filter(({ stage }) => stage === 'gateway').map(({ name }) => metricsPortOf(name));
  const names = [...inner, ...figures];
  const found = await freePorts(names.length);
  const ports: Record<string, number> = { gateway: options.port };
  for (const [index, name] of names.entries()) ports[name] = found[index] ?? 0;
  const keys = ensureKeys(join(options.dataDir, 'keys'));
  return {
    ports,
    realtimeNodes: specs.filter(({ stage }) => stage === 'realtime').map(({ name }) => name),
    publicHost: options.host ?? '127.0.0.1',
    dataDir: options.dataDir,
    ownRedis: options.redisUrl === undefined,
    redisUrl:
      options.redisUrl ??
      configureRedis(join(options.dataDir, 'redis'), ports.redis ?? 0, keys.redisPassword),
    mongodbUrl: options.mongodbUrl ?? `mongodb://127.0.0.1:${ports.store}/doushouqi?directConnection=true`,
    keys,
    logLevel: options.logLevel ?? 'info',
    webDist: options.webDist ?? join(ROOT, 'web', 'dist'),
  };
}

async function startAll(running: readonly Running[], signal?: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(new StartAborted('stopped while starting'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
  aborted.catch(() => undefined);
  for (const stages of START_ORDER) {
    const now = running.filter(({ spec }) => stages.includes(spec.stage));
    await Promise.race([Promise.all(now.map(({ supervised }) => supervised.start())), aborted]);
  }
}

async function stopAll(running: readonly Running[]): Promise<void> {
  for (const stages of STOP_ORDER) {
    const now = running.filter(({ spec }) => stages.includes(spec.stage));
    await Promise.all(now.map(({ supervised }) => supervised.stop()));
  }
}

function platformOf(layout: Layout, running: readonly Running[], stop: () => Promise<void>): Platform {
  const byName = new Map(running.map(({ supervised }) => [supervised.name, supervised]));
  const find = (name: string): Supervised => {
    const supervised = byName.get(name);
    if (supervised === undefined) throw new Error(`no process ${name}`);
    return supervised;
  };
  const processes = [...byName].map(([name, supervised]): [string, PlatformProcess] => [
    name,
    {
      port: layout.ports[name] ?? 0,
      get pid() {
        return supervised.pid;
      },
      get restarts() {
        return supervised.restarts;
      },
    },
  ]);
  const host = layout.publicHost === '0.0.0.0' ? '127.0.0.1' : layout.publicHost;
  return {
    url: `http://${host}:${layout.ports.gateway}`,
    redisUrl: layout.redisUrl,
    mongodbUrl: layout.mongodbUrl,
    keysDir: join(layout.dataDir, 'keys'),
    processes: new Map(processes),
    kill: (name, signal) => find(name).kill(signal),
    retire: (name) => find(name).retire(),
    revive: (name) => find(name).start(),
    waitReady: (name) => find(name).waitReady(),
    stop,
    killNow() {
      for (const { supervised } of running) supervised.killNow();
    },
  };
}
