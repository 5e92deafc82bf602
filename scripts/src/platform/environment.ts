import type { KeyFiles } from '@doushouqi/operations/deployment';
import {
  calledBy,
  getServiceDef,
  NEED_VARIABLES,
  needsOf,
  ROLES,
  type Role,
  SERVICE_NAMES,
  urlVariable,
} from '@doushouqi/protocol/server';
import manifest from '../../../package.json' with { type: 'json' };
import { redisUrlOf } from './redis-config.ts';

/** Inputs of the environment of a platform on one machine. */
export type Layout = {
  /** Port of each process, by name. */
  ports: Readonly<Record<string, number>>;
  /** Names of the realtime nodes. */
  realtimeNodes: readonly string[];
  /** Listen address of the gateway; all other processes listen on loopback. */
  publicHost: string;
  dataDir: string;
  redisUrl: string;
  /**
   * Whether the platform runs its own Redis, which has a user per service. The URL of another Redis contains the
   * user.
   */
  ownRedis: boolean;
  mongodbUrl: string;
  keys: KeyFiles;
  logLevel: string;
  webDist: string;
};

/** Returns the name of a gateway's `/metrics` port in a layout. */
export function metricsPortOf(gateway: string): string {
  return `${gateway}-metrics`;
}

/** Returns the variables that connect a process of a role with others; each kind of deployment sets them. */
export function wiredVariables(role: Role): string[] {
  const isGateway = role === 'gateway';
  return [
    'PORT',
    'HOST',
    ...(!isGateway && getServiceDef(role).nodes ? ['NODE_ID'] : []),
    ...needsOf(role).map((need) => NEED_VARIABLES[need]),
    ...calledBy(role).map(urlVariable),
    ...(!isGateway && getServiceDef(role).playsThroughGateway ? ['GATEWAY_URL'] : []),
    ...(isGateway ? ['REALTIME_NODES', 'WEB_DIST', 'METRICS_PORT'] : []),
  ];
}

type Value = (layout: Layout, process: string, role: string) => string;

function urlOf(layout: Layout, name: string): string {
  return `http://127.0.0.1:${layout.ports[name]}`;
}

/** Returns the environment variables that `npm start` sets for its processes. */
const VALUES: Readonly<Record<string, Value>> = {
  PORT: ({ ports }, process) => String(ports[process]),
  HOST: ({ publicHost }, process) => (process === 'gateway' ? publicHost : '127.0.0.1'),
  LOG_LEVEL: ({ logLevel }) => logLevel,
  SUPERVISED: () => '1',
  BUILD_VERSION: () => manifest.version,
  NODE_ID: (_layout, process) => process,
  REDIS_URL: ({ redisUrl, ownRedis }, _process, role) => (ownRedis ? redisUrlOf(redisUrl, role) : redisUrl),
  MONGODB_URL: ({ mongodbUrl }) => mongodbUrl,
  JWT_PUBLIC_KEY_FILE: ({ keys }) => keys.publicKey,
  JWT_PRIVATE_KEY_FILE: ({ keys }) => keys.privateKey,
  SERVICE_TOKEN_FILE: ({ keys }) => keys.serviceToken,
  REALTIME_NODES: (layout) => layout.realtimeNodes.map((node) => `${node}=${urlOf(layout, node)}`).join(','),
  GATEWAY_URL: (layout) => urlOf(layout, 'gateway'),
  WEB_DIST: ({ webDist }) => webDist,
  METRICS_PORT: ({ ports }, process) => String(ports[metricsPortOf(process)] ?? 0),
  EMBEDDED_STORE_DIR: ({ dataDir }) => `${dataDir}/store`,
  EMBEDDED_STORE_PORT: ({ ports }) => String(ports.store),
  ...Object.fromEntries(
    SERVICE_NAMES.map((name): [string, Value] => [urlVariable(name), (layout) => urlOf(layout, name)]),
  ),
};

/**
 * Returns the environment of one process; `role` is its name without a node number (`realtime` for `realtime-1`). All
 * other variables come from the environment of `npm start`.
 */
export function environmentOf(layout: Layout, process: string, role: string): Record<string, string> {
  const known = ROLES.find((name) => name === role);
  const ofStore = role === 'store' ? ['EMBEDDED_STORE_DIR', 'EMBEDDED_STORE_PORT'] : [];
  const names =
    known === undefined ? ofStore : [...wiredVariables(known), 'LOG_LEVEL', 'SUPERVISED', 'BUILD_VERSION'];
  return Object.fromEntries(names.map((name) => [name, VALUES[name]!(layout, process, role)]));
}
