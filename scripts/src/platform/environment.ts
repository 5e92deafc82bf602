import type { KeyFiles } from '@doushouqi/deployment';
import type { Need, ServiceName } from '@doushouqi/protocol';
import { factsOf, PUBLIC_SERVICES, SERVICE_NAMES, urlVariable } from '@doushouqi/protocol/server';
import { redisUrlOf } from './redis-config.ts';

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
  /** Its Redis knows a user for each service; whoever brings another one says in its URL who is to log in. */
  ownRedis: boolean;
  mongodbUrl: string;
  keys: KeyFiles;
  logLevel: string;
  webDist: string;
};

type Variable = {
  name: string;
  /** Roles of the processes that read it. */
  readBy: readonly string[];
  meaning: string;
  /** What it is where it is not set. */
  fallback?: string;
  /** What `npm start` sets it to. Absent: passed on from the environment of `npm start` itself. */
  value?: (layout: Layout, process: string, role: string) => string;
};

/** A gateway's figures have a port of their own; its name among the ports of a layout. */
export function metricsPortOf(gateway: string): string {
  return `${gateway}-metrics`;
}

const HTTP = [...SERVICE_NAMES, 'gateway'] as const;

function needing(need: Need): ServiceName[] {
  return SERVICE_NAMES.filter((name) => factsOf(name).needs.includes(need));
}

function urlOf(layout: Layout, name: string): string {
  return `http://127.0.0.1:${layout.ports[name]}`;
}

function setting(readBy: readonly string[], name: string, fallback: string, meaning: string): Variable {
  return { readBy, name, fallback, meaning };
}

/** The variable with the address of a service, where somebody asks it anything. */
function address(service: ServiceName): Variable[] {
  const callers = SERVICE_NAMES.filter((name) => factsOf(name).calls.includes(service));
  const readBy = PUBLIC_SERVICES.some((name) => name === service) ? ['gateway', ...callers] : callers;
  if (readBy.length === 0) return [];
  const meaning = `Base address of the ${service} service.`;
  return [{ name: urlVariable(service), readBy, meaning, value: (layout) => urlOf(layout, service) }];
}

/**
 * The environment of every process: the one list that `npm start` fills in by itself and that a deployment sets.
 * Every process validates what it reads at start (`readEnv` of service-kit).
 */
export const ENVIRONMENT: readonly Variable[] = [
  {
    name: 'PORT',
    readBy: HTTP,
    meaning: 'Port to listen on. For `npm start` it is the port of the whole.',
    fallback: '8080 (`npm start`, gateway)',
    value: ({ ports }, process) => String(ports[process]),
  },
  {
    name: 'HOST',
    readBy: HTTP,
    meaning: 'Address to listen on. For `npm start` it is the address of the whole.',
    fallback: '127.0.0.1',
    value: ({ publicHost }, process) => (process === 'gateway' ? publicHost : '127.0.0.1'),
  },
  {
    name: 'LOG_LEVEL',
    readBy: HTTP,
    meaning: 'fatal, error, warn, info, debug, trace or silent.',
    fallback: 'info',
    value: ({ logLevel }) => logLevel,
  },
  {
    name: 'BUILD_VERSION',
    readBy: HTTP,
    meaning: 'Which build this is, for the metric `doushouqi_build_info`.',
    fallback: 'dev',
  },
  setting(
    HTTP,
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'no traces',
    'Where traces go, OTLP over HTTP: the switch (docs/observability.md).',
  ),
  setting(
    HTTP,
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    'Which traces are kept, as the standard says.',
  ),
  setting(HTTP, 'OTEL_TRACES_SAMPLER_ARG', '1', 'The part of them that `traceidratio` keeps, 0 to 1.'),
  {
    name: 'NODE_ID',
    readBy: SERVICE_NAMES.filter((name) => factsOf(name).nodes),
    meaning: 'Name of a realtime node, the prefix of its session ids; letters, digits and dashes.',
    value: (_layout, process) => process,
  },
  {
    name: 'REDIS_URL',
    readBy: needing('redis'),
    meaning:
      'The Redis of live games, jobs and limits: a server, sentinels or a cluster (docs/redis.md). `npm start` brings its own when it is not set.',
    fallback: 'redis://127.0.0.1:6379',
    value: ({ redisUrl, ownRedis }, _process, role) => (ownRedis ? redisUrlOf(redisUrl, role) : redisUrl),
  },
  {
    name: 'MONGODB_URL',
    readBy: needing('mongodb'),
    meaning: 'The document store. `npm start` and the tests use the embedded store when it is not set.',
    fallback: 'mongodb://127.0.0.1:27017/doushouqi',
    value: ({ mongodbUrl }) => mongodbUrl,
  },
  {
    name: 'JWT_PUBLIC_KEY_FILE',
    readBy: needing('publicKey'),
    meaning:
      'PEM file of the ES256 public keys that verify user tokens, more than one while they are rotated; read anew when it changes.',
    value: ({ keys }) => keys.publicKey,
  },
  {
    name: 'JWT_PRIVATE_KEY_FILE',
    readBy: needing('privateKey'),
    meaning:
      'PEM file of the ES256 private key that signs user tokens; auth alone has it. Read anew when it changes.',
    value: ({ keys }) => keys.privateKey,
  },
  {
    name: 'SERVICE_TOKEN_FILE',
    readBy: needing('serviceToken'),
    meaning:
      'File with the token of calls between services, and others that are accepted, one to a line; read anew when it changes.',
    value: ({ keys }) => keys.serviceToken,
  },
  ...SERVICE_NAMES.flatMap(address),
  {
    name: 'REALTIME_NODES',
    readBy: ['gateway'],
    meaning: 'The realtime nodes as `name=address`, separated by commas; this or `REALTIME_SERVICE`.',
    value: (layout) => layout.realtimeNodes.map((node) => `${node}=${urlOf(layout, node)}`).join(','),
  },
  setting(
    ['gateway'],
    'REALTIME_SERVICE',
    '',
    'On Kubernetes: the service whose pods are the realtime nodes, `namespace/service` or `namespace/service:port` (docs/orchestrator.md).',
  ),
  setting(
    ['realtime'],
    'POD_NAMESPACE',
    '',
    'On Kubernetes: the namespace of this pod. With `POD_NAME`, the pod is given the cost of its deletion.',
  ),
  setting(['realtime'], 'POD_NAME', '', 'On Kubernetes: the name of this pod.'),
  setting(
    ['gateway', 'realtime'],
    'KUBECONFIG',
    'the service account of the pod',
    'File that says how to speak to the Kubernetes API server, to try things from outside.',
  ),
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
    meaning: 'Port of the embedded store.',
    value: ({ ports }) => String(ports.store),
  },
  {
    name: 'SUPERVISED',
    readBy: [...HTTP, 'store'],
    meaning: '1: stop when standard input closes, which means that the supervisor is gone.',
    value: () => '1',
  },
  setting(
    HTTP,
    'DRAIN_PAUSE_MS',
    '0',
    'How long a process that was told to stop says so on `/readyz` and goes on, before it drains, ms; 3000 at most.',
  ),
  setting(
    ['gateway'],
    'TRUST_PROXY',
    'none',
    'Proxies in front that are believed: hops, or addresses and ranges.',
  ),
  setting(
    ['gateway'],
    'RATE_LIMIT_PER_SECOND',
    '200',
    'Requests a second and address that are always let through.',
  ),
  setting(
    ['gateway'],
    'RATE_LIMIT_BURST',
    '400',
    'Requests in one second that an address may reach now and then.',
  ),
  setting(
    ['gateway'],
    'CONNECTIONS_PER_ADDRESS',
    '2000',
    'TCP connections of one address (an IPv6 /64) that is no trusted proxy.',
  ),
  setting(
    ['gateway', 'realtime'],
    'SESSIONS_PER_ADDRESS',
    '600',
    'Websockets and requests in hand of one address at the gateway, connections of one address at a node.',
  ),
  setting(
    ['gateway'],
    'SESSIONS_PER_NODE',
    '500',
    'Sessions that a gateway brings to each realtime node before it uses another one; 0: all at once.',
  ),
  setting(
    ['gateway'],
    'ALLOWED_ORIGINS',
    'none',
    'Origins of other sites whose pages may speak to this one, separated by commas.',
  ),
  setting(['gateway'], 'BODY_LIMIT', '262144', 'Largest request body, bytes.'),
  setting(['gateway'], 'DRAIN_MS', '3000', 'How long requests in hand may take at shutdown, ms.'),
  {
    name: 'METRICS_PORT',
    readBy: ['gateway'],
    fallback: '0 (any)',
    meaning: 'Port of `/metrics`, apart so that it is never public.',
    value: ({ ports }, process) => String(ports[metricsPortOf(process)] ?? 0),
  },
  setting(['gateway'], 'METRICS_HOST', '127.0.0.1', 'Address of `/metrics`.'),
  setting(['auth'], 'TOKEN_DAYS', '7', 'Life of a token.'),
  setting(['auth'], 'REGISTRATIONS_PER_ADDRESS', '100', 'Registrations of an address in one window.'),
  setting(['auth'], 'REGISTRATION_WINDOW_SECONDS', '3600', 'That window.'),
  setting(
    ['auth'],
    'LOGIN_FAILURES_PER_ACCOUNT',
    '10',
    'Failed logins of an account from one address in one window; from everywhere thirty times as many.',
  ),
  setting(['auth'], 'LOGIN_FAILURES_PER_ADDRESS', '100', 'Failed logins of an address in one window.'),
  setting(['auth'], 'LOGIN_WINDOW_SECONDS', '900', 'That window.'),
  setting(['auth'], 'HASH_CONCURRENCY', '2', 'Password hashes computed at once, 19 MiB each.'),
  setting(
    ['lobby'],
    'LOBBY_CONFIG_FILE',
    'services/lobby/config/lobby.json',
    'Announcement, group number and tournaments; read anew when it changes.',
  ),
  setting(
    ['auth', 'social', 'lobby', 'room'],
    'MODERATION_FILE',
    'packages/service-kit/config/keywords.txt',
    'Words that no nickname, line or message may hold, one to a line; read anew when it changes.',
  ),
  setting(
    ['record'],
    'RECORD_READS_PER_MINUTE',
    '300',
    'Pages of their history, parts of an export and single games that a user may read in a minute.',
  ),
  setting(
    ['record'],
    'RECORD_CHANGES_PER_MINUTE',
    '60',
    'Favourites, deletions and shares of a user in a minute.',
  ),
  setting(['record'], 'RECORD_SAVES_PER_MINUTE', '30', 'Local games that a user may save in a minute.'),
  setting(['room'], 'ROOM_JOINS_PER_MINUTE', '30', 'Rooms that a user may create or join in a minute.'),
  setting(['room'], 'ROOM_LINES_PER_MINUTE', '40', 'Lines of room chat that a user may say in a minute.'),
  setting(
    ['realtime'],
    'SOCKET_MESSAGES_PER_SECOND',
    '20',
    'Messages of a socket in a second, on average; what its connection and its address may send follows from it.',
  ),
  setting(['realtime'], 'SOCKET_MESSAGE_BURST', '60', 'Messages of a socket at once.'),
  setting(['realtime'], 'SOCKETS_PER_USER', '10', 'Sockets of one user on a node.'),
  setting(
    ['social', 'realtime'],
    'GATHER_WRITES',
    'true',
    'Small writes to Redis and to websockets that follow each other leave together; `false` is for measuring.',
  ),
  setting(
    ['store'],
    'EMBEDDED_STORE_HOST',
    '127.0.0.1',
    'Address of the embedded store. It has no users: any other than loopback trusts its whole network.',
  ),
  setting(['store'], 'EMBEDDED_STORE_TTL_MS', '60000', 'How often expired documents are removed, ms.'),
];

/** The environment of one process; `role` is its name without a node number (`realtime` for `realtime-1`). */
export function environmentOf(layout: Layout, process: string, role: string): Record<string, string> {
  const filled = ENVIRONMENT.flatMap(({ name, readBy, value }): [string, string][] =>
    value !== undefined && readBy.includes(role) ? [[name, value(layout, process, role)]] : [],
  );
  return Object.fromEntries(filled);
}

/** The list as a Markdown table, for the README. */
export function environmentTable(): string {
  const rows = ENVIRONMENT.map(({ name, readBy, meaning, fallback = '' }) => {
    const readers = HTTP.every((role) => readBy.includes(role)) ? 'all' : readBy.join(', ');
    return `| \`${name}\` | ${readers} | ${fallback} | ${meaning} |`;
  });
  return ['| Variable | Read by | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
