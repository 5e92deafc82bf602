import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Balancer, openBalancer } from '@doushouqi/e2e';
import { type ApiClient, createApiClient, type ServiceName } from '@doushouqi/protocol';
import { PUBLIC_ROUTES, PUBLIC_SERVICES, SERVICE_NAMES, urlVariable } from '@doushouqi/protocol/server';
import {
  freePorts,
  type LogEntry,
  NO_LIMITS,
  type Platform,
  productProcesses,
  startPlatform,
} from '@doushouqi/scripts';
import { signTestToken } from '@doushouqi/service-kit/testing';

/** A deployment for restarts without interruption: two processes of everything except the stores. */
export interface Installation {
  platform: Platform;
  /** Address of the balancer before the gateways. */
  url: string;
  /** The parts in order of restart; one process of each at a time. */
  parts: readonly string[];
  tokenOf(userId: string): string;
  apiOf(userId: string): ApiClient;
  stop(): Promise<void>;
}

const EACH = 2;
/** Time between the draining report and the shutdown, as the pause before SIGTERM on Kubernetes. Milliseconds. */
const PAUSE_MS = 1_500;

function replicas(): Record<ServiceName, number> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [name, EACH])) as Record<ServiceName, number>;
}

/** Opens balancers of the services that are called by address; returns the variables that name them. */
async function openBalancers(): Promise<{ byService: Map<string, Balancer>; env: Record<string, string> }> {
  const opened = await Promise.all(
    PUBLIC_SERVICES.map(async (service) => [service, await openBalancer()] as const),
  );
  return {
    byService: new Map(opened),
    env: Object.fromEntries(opened.map(([service, { url }]) => [urlVariable(service), url])),
  };
}

function serveAll({ processes }: Platform, balancers: ReadonlyMap<string, Balancer>): void {
  for (const [service, balancer] of balancers)
    balancer.serve(
      [...processes].flatMap(([name, { port }]) =>
        name === service || name.startsWith(`${service}-`) ? [port] : [],
      ),
    );
}

/** Starts the installation, on its own Redis or that of `redisUrl`; `log` receives warnings and errors. */
export async function startInstallation(
  log: (entry: LogEntry) => void,
  redisUrl?: string,
): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-deploy-'));
  writeFileSync(join(dataDir, 'index.html'), '');
  const [port = 0] = await freePorts(1);
  const [{ byService, env }, commands] = [await openBalancers(), await openBalancer()];
  const processes = productProcesses(replicas(), { ownRedis: redisUrl === undefined, ownStore: true });
  const gateway = processes.find(({ name }) => name === 'gateway')!;
  const platform = await startPlatform({
    dataDir,
    port,
    ...(redisUrl !== undefined && { redisUrl }),
    processes: [...processes, { ...gateway, name: 'gateway-2' }],
    webDist: dataDir,
    logLevel: 'info',
    env: { ...NO_LIMITS, ...env, DRAIN_PAUSE_MS: String(PAUSE_MS) },
    log,
  });
  serveAll(platform, new Map([...byService, ['gateway', commands]]));
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const tokenOf = (userId: string): string => signTestToken(userId, privateKey);
  return {
    platform,
    url: commands.url,
    parts: [...platform.processes.keys()],
    tokenOf,
    apiOf(userId) {
      const token = tokenOf(userId);
      return createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${commands.url}/api`, token: () => token });
    },
    async stop() {
      await Promise.all([commands, ...byService.values()].map((balancer) => balancer.close()));
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
