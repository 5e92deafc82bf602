import type { KeyFiles } from './keys.ts';

/** What the values of the environment are made from when the platform runs on one machine. */
export type Layout = {
  /** Port of each process, by name. */
  ports: Readonly<Record<string, number>>;
  /** Names of the realtime nodes. */
  realtimeNodes: readonly string[];
  /** Where the gateway listens; everything else is on loopback. */
  publicHost: string;
  dataDir: string;
  redisUrl: string;
  mongodbUrl: string;
  keys: KeyFiles;
  logLevel: string;
  webDist: string;
};

type Variable = {
  name: string;
  readBy: readonly string[];
  meaning: string;
  value: (layout: Layout, process: string) => string;
};

const SERVICES = ['auth', 'record', 'room', 'realtime', 'timekeeper'] as const;
const HTTP = [...SERVICES, 'gateway'] as const;

const urlOf = (layout: Layout, name: string): string => `http://127.0.0.1:${layout.ports[name]}`;

/**
 * The environment of every process: the one list that `npm start` fills in by itself and that a deployment sets.
 * Every process validates what it reads at start (`readEnv` of service-kit).
 */
export const ENVIRONMENT: readonly Variable[] = [
  {
    name: 'PORT',
    readBy: HTTP,
    meaning: 'Port to listen on. `npm start` takes it for the gateway: 8080 by default.',
    value: ({ ports }, process) => String(ports[process]),
  },
  {
    name: 'HOST',
    readBy: HTTP,
    meaning: 'Address to listen on, 127.0.0.1 by default.',
    value: ({ publicHost }, process) => (process === 'gateway' ? publicHost : '127.0.0.1'),
  },
  {
    name: 'LOG_LEVEL',
    readBy: HTTP,
    meaning: 'fatal, error, warn, info (default), debug, trace or silent.',
    value: ({ logLevel }) => logLevel,
  },
  {
    name: 'NODE_ID',
    readBy: ['realtime'],
    meaning: 'Name of a realtime node, the prefix of its session ids; letters, digits and dashes.',
    value: (_layout, process) => process,
  },
  {
    name: 'REDIS_URL',
    readBy: [...SERVICES, 'gateway'],
    meaning: 'The Redis of live games, jobs and limits; it must be `noeviction` and persistent.',
    value: ({ redisUrl }) => redisUrl,
  },
  {
    name: 'MONGODB_URL',
    readBy: ['auth', 'record'],
    meaning: 'The document store. `npm start` and the tests use the embedded store when it is not set.',
    value: ({ mongodbUrl }) => mongodbUrl,
  },
  {
    name: 'JWT_PUBLIC_KEY_FILE',
    readBy: HTTP,
    meaning: 'PEM file of the ES256 public key that verifies user tokens.',
    value: ({ keys }) => keys.publicKey,
  },
  {
    name: 'JWT_PRIVATE_KEY_FILE',
    readBy: ['auth'],
    meaning: 'PEM file of the ES256 private key that signs user tokens; auth alone has it.',
    value: ({ keys }) => keys.privateKey,
  },
  {
    name: 'SERVICE_TOKEN_FILE',
    readBy: HTTP,
    meaning: 'File with the token of calls between services.',
    value: ({ keys }) => keys.serviceToken,
  },
  {
    name: 'AUTH_URL',
    readBy: ['gateway', 'record', 'room', 'timekeeper'],
    meaning: 'Base address of the auth service.',
    value: (layout) => urlOf(layout, 'auth'),
  },
  {
    name: 'RECORD_URL',
    readBy: ['gateway', 'timekeeper'],
    meaning: 'Base address of the record service.',
    value: (layout) => urlOf(layout, 'record'),
  },
  {
    name: 'ROOM_URL',
    readBy: ['gateway'],
    meaning: 'Base address of the room service.',
    value: (layout) => urlOf(layout, 'room'),
  },
  {
    name: 'REALTIME_NODES',
    readBy: ['gateway'],
    meaning: 'The realtime nodes as `name=address`, separated by commas.',
    value: (layout) => layout.realtimeNodes.map((node) => `${node}=${urlOf(layout, node)}`).join(','),
  },
  {
    name: 'WEB_DIST',
    readBy: ['gateway'],
    meaning: 'Folder of the built web.',
    value: ({ webDist }) => webDist,
  },
  {
    name: 'EMBEDDED_STORE_DIR',
    readBy: ['store'],
    meaning: 'Data folder of the embedded store.',
    value: ({ dataDir }) => `${dataDir}/store`,
  },
  {
    name: 'EMBEDDED_STORE_PORT',
    readBy: ['store'],
    meaning: 'Loopback port of the embedded store.',
    value: ({ ports }) => String(ports.store),
  },
  {
    name: 'SUPERVISED',
    readBy: [...HTTP, 'store'],
    meaning: '1: stop when standard input closes, which means that the supervisor is gone.',
    value: () => '1',
  },
];

/** The environment of one process; `role` is its name without a node number (`realtime` for `realtime-1`). */
export function environmentOf(layout: Layout, process: string, role: string): Record<string, string> {
  return Object.fromEntries(
    ENVIRONMENT.filter(({ readBy }) => readBy.includes(role)).map(({ name, value }) => [
      name,
      value(layout, process),
    ]),
  );
}
