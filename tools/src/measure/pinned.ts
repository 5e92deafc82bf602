import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, urlVariable } from '@doushouqi/protocol/server';
import {
  freePorts,
  type LogEntry,
  NO_LIMITS,
  type Platform,
  type PlatformOptions,
  startPlatform,
} from '@doushouqi/scripts';
import { signTestToken } from '@doushouqi/service-kit/testing';

/** Server processes share the first core; the load generator has the second. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;

/** Address of a service that is not started. */
export const NOWHERE = 'http://127.0.0.1:9';

/** A platform whose processes all run on the servers' core. */
export interface Pinned {
  platform: Platform;
  tokenOf(userId: string): string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** Moves this process, the load generator, to the core without servers. */
export function pinLoad(): void {
  execFileSync('taskset', ['-acp', String(LOAD_CORE), String(process.pid)], { stdio: 'ignore' });
}

/** Returns addresses for services that these processes call and that are not started. */
function addressesLeftOut(processes: NonNullable<PlatformOptions['processes']>): Record<string, string> {
  const leftOut = SERVICE_NAMES.filter((name) => processes.every(({ role }) => role !== name));
  return Object.fromEntries(leftOut.map((name) => [urlVariable(name), NOWHERE]));
}

/** Starts a platform without limits. `name` prefixes its warnings; every process gets `env`. */
export async function startPinned(
  name: string,
  options: Pick<PlatformOptions, 'processes' | 'replicas' | 'env' | 'root' | 'mongodbUrl'> & {
    log?: (entry: LogEntry) => void;
  },
): Promise<Pinned> {
  const dataDir = mkdtempSync(join(tmpdir(), `doushouqi-bench-${name}-`));
  const [port = 0] = await freePorts(1);
  const platform = await startPlatform({
    ...options,
    dataDir,
    port,
    logLevel: 'warn',
    log(entry) {
      options.log?.(entry);
      const details = entry.level === 'error' ? ` ${JSON.stringify(entry.details)}` : '';
      if (entry.level === 'error' || entry.level === 'warn')
        console.error(`${name} ${entry.process}: ${entry.message}${details}`);
    },
    prefix: ['taskset', '-c', String(SERVER_CORE)],
    env: { ...NO_LIMITS, ...(options.processes && addressesLeftOut(options.processes)), ...options.env },
  });
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  return {
    platform,
    tokenOf: (userId) => signTestToken(userId, privateKey),
    async stop() {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
