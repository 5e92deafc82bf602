import { HOLDERS, OPERATIONS, REPLICA_SET } from '@doushouqi/deployment';
import { getServiceDef, needsOf, type Role, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { SHUTDOWN_DEADLINE_MS } from '@doushouqi/service-kit';
import { NODE_FLAGS } from '../platform/programs.ts';
import { containersOf, keysOf, nodeAddresses, PORTS, portOf, urlOf } from './addresses.ts';
import { CONTAINER, healthcheck, limits, tmp } from './compose-parts.ts';
import {
  operationsContainer,
  playersContainer,
  profileContainers,
  profileVolumes,
} from './compose-profiles.ts';
import { composeEnvironment, setting } from './dotenv.ts';
import type { Variable } from './environment.ts';
import { yamlOf } from './yaml.ts';

export const ENTRY = ['node', ...NODE_FLAGS, 'entry.ts'];
const DONE = { condition: 'service_completed_successfully' };
const HEALTHY = { condition: 'service_healthy' };
const STORES = ['redis', 'mongodb'] as const;

/** A container that exits after its work. */
const TASK = { ...CONTAINER, restart: 'no', pids_limit: 100, healthcheck: { disable: true } };

function secretsOf(holder: string): string[] {
  return [`${holder}-secrets:/run/secrets:ro`];
}

function buildOf(service: string) {
  const args = { NODE_IMAGE: setting('NODE_IMAGE'), NPM_REGISTRY: setting('NPM_REGISTRY'), SERVICE: service };
  const downloads = {
    '# The programs of /download/ai; an empty DOWNLOADS leaves them out.': null,
    DOWNLOADS: setting('DOWNLOADS', { keepEmpty: true }),
    DOWNLOAD_ORIGINS: setting('DOWNLOAD_ORIGINS'),
  };
  return {
    context: '.',
    network: setting('BUILD_NETWORK'),
    args: { ...args, ...(service === 'gateway' && downloads) },
  };
}

/** Returns the image of a service, which it builds itself or takes from the container that does. */
export function imageOf(service: string, builds = true) {
  const image = `doushouqi-${service}:${setting('TAG')}`;
  return builds
    ? { image, build: buildOf(service) }
    : {
        image,
        '# A second build would give the tag another id, and Compose recreates the containers of an image that changed.':
          null,
        pull_policy: 'never',
      };
}

/** Returns the value of a variable that docker-compose.yml sets itself. */
function fixedValue(name: string, container: string, role: Role): string {
  const called = SERVICE_NAMES.find((service) => name === `${service.toUpperCase()}_URL`);
  if (called !== undefined) return urlOf(called);
  const key = keysOf(role).find(({ variable }) => variable === name);
  if (key !== undefined) return `/run/secrets/${key.file}`;
  const values: Record<string, string> = {
    PORT: String(portOf(role)),
    HOST: '0.0.0.0',
    METRICS_PORT: String(PORTS.gatewayMetrics),
    METRICS_HOST: '0.0.0.0',
    NODE_ID: container,
    REALTIME_NODES: nodeAddresses(),
    GATEWAY_URL: `http://gateway:${PORTS.gateway}`,
    WEB_DIST: '/app/web/dist',
  };
  return values[name]!;
}

/** Operators' files, reloaded on change. A folder is mounted, since an editor may replace a file. */
const SITE_FILES = ['ACCESS_FILE', 'LOBBY_CONFIG_FILE', 'MODERATION_FILE'];
const SITE_MOUNT = `${setting('SITE_DIR')}:/site:ro`;

/** Dependencies, networks and volumes of a service. */
function surroundings(variables: readonly Variable[], role: Role) {
  const needs = needsOf(role);
  const readsSite = variables.some(({ name, readBy }) => SITE_FILES.includes(name) && readBy.includes(role));
  if (role === 'gateway')
    return {
      '# No `depends_on`: Compose recreates a container with each of its dependencies, and every player is connected here. Until the services are ready the gateway answers 503; `up --wait` waits for all of them.':
        null,
      networks: ['public', 'inner'],
      '# Only on this machine unless PUBLISH says otherwise: TLS ends in front of it.': null,
      ports: [`${setting('PUBLISH')}:${PORTS.gateway}`],
      ...(readsSite && { volumes: [SITE_MOUNT] }),
    };
  return {
    depends_on: {
      secrets: DONE,
      ...(needs.includes('redis') && { redis: HEALTHY }),
      ...(needs.includes('mongodb') && { 'mongodb-users': DONE }),
    },
    networks: [
      'inner',
      ...(getServiceDef(role).outside ? ['outside'] : []),
      ...STORES.filter((store) => needs.includes(store)),
    ],
    volumes: [...secretsOf(role), ...(readsSite ? [SITE_MOUNT] : [])],
  };
}

export function serviceContainer(variables: readonly Variable[], role: Role, name: string, builds: boolean) {
  const { processes = 1, nodes = false } = role === 'gateway' ? {} : getServiceDef(role);
  const [node, ...flags] = ENTRY;
  return {
    ...CONTAINER,
    ...imageOf(role, builds),
    tmpfs: [tmp('16m')],
    '# The name of a stopped container is asked for outside, where no server answers: 10 s by default.': null,
    dns_opt: ['timeout:1', 'attempts:1'],
    stop_grace_period: `${SHUTDOWN_DEADLINE_MS / 1_000 + 5}s`,
    entrypoint: role === 'gateway' ? ENTRY : [node, '--env-file=/run/secrets/environment', ...flags],
    environment: composeEnvironment(variables, role, (variable) => fixedValue(variable, name, role)),
    ...surroundings(variables, role),
    deploy: { ...(processes > 1 && !nodes && { replicas: processes }), ...limits('1', '384m', 100) },
  };
}

/** Settings shared by both stores. */
function store(name: (typeof STORES)[number], graceSeconds: number, dataDir: string, own: object) {
  return {
    ...CONTAINER,
    user: '999:999',
    depends_on: { secrets: DONE },
    networks: [name],
    volumes: [`${name}-data:${dataDir}`, ...secretsOf(name)],
    stop_grace_period: `${graceSeconds}s`,
    ...own,
  };
}

const REDIS = store('redis', 30, '/data', {
  image: setting('REDIS_IMAGE'),
  entrypoint: ['redis-server'],
  '# Every write is on the disk before its reply; nothing is ever evicted.': null,
  command: [
    ['--dir', '/data'],
    ['--appendonly', 'yes'],
    ['--appendfsync', 'always'],
    ['--save', ''],
    ['--maxmemory', setting('REDIS_MAXMEMORY')],
    ['--maxmemory-policy', 'noeviction'],
    ['--aclfile', '/run/secrets/users.acl'],
  ].flat(),
  healthcheck: healthcheck(
    [
      'CMD-SHELL',
      'REDISCLI_AUTH="$$(cat /run/secrets/health-password)" redis-cli --user health ping | grep -q PONG',
    ],
    30,
  ),
  deploy: limits('1', setting('REDIS_LIMIT'), 100),
});

const MONGODB = store('mongodb', 60, '/data/db', {
  image: setting('MONGODB_IMAGE'),
  entrypoint: ['mongod'],
  command: [
    ['--dbpath', '/data/db', '--bind_ip_all', '--nounixsocket', '--replSet', REPLICA_SET],
    ['--keyFile', '/run/secrets/replica-set-key'],
    ['--wiredTigerCacheSizeGB', setting('MONGODB_CACHE_GB')],
  ].flat(),
  '# `mongodb-users` waits until it takes writes.': null,
  healthcheck: healthcheck(['CMD', 'bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${PORTS.mongodb}`], 60),
  tmpfs: [tmp('64m'), '/data/configdb:size=1m'],
  deploy: limits('2', setting('MONGODB_LIMIT'), 2_000),
});

const TASKS = {
  '# Keys and passwords, created once and stored in a volume; every container gets only its own.': null,
  secrets: {
    ...TASK,
    ...imageOf('deployment'),
    command: ['secrets', '/secrets'],
    user: '0:0',
    '# It gives files to their owners, and reads them when it runs again.': null,
    cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
    network_mode: 'none',
    volumes: [
      'vault:/secrets/vault',
      ...HOLDERS.map((holder) => `${holder}-secrets:/secrets/${holder}`),
      ...STORES.map((name) => `${name}-data:/secrets/data/${name}`),
      'backups:/secrets/data/backups',
    ],
  },
  '# The replica set, and a user for each service. Before the first user is made, MongoDB takes commands only on its own loopback.':
    null,
  'mongodb-users': {
    ...TASK,
    ...imageOf('deployment', false),
    command: ['mongodb', `mongodb://127.0.0.1:${PORTS.mongodb}`, '/run/secrets/passwords.json'],
    network_mode: 'service:mongodb',
    '# `docker compose restart` starts this task after MongoDB, whose network it needs.': null,
    depends_on: { mongodb: { ...HEALTHY, restart: true } },
    volumes: secretsOf('mongodb-users'),
  },
};

/** The image of packages/operations under the name of its container: each profile builds what it runs. */
function operationsImage(name: string) {
  return { image: `doushouqi-${name}:${setting('TAG')}`, build: buildOf(OPERATIONS) };
}

const PROFILES = {
  ...profileContainers(),
  '# docker compose run --rm operations restore /backups; docs/operations.md lists the commands.': null,
  ...Object.fromEntries(
    (['operations', 'backup'] as const).map((name) => [
      name,
      operationsContainer(name, operationsImage(name)),
    ]),
  ),
  players: playersContainer(operationsImage('players')),
};

/** Returns the text of docker-compose.yml. */
export function composeFile(variables: readonly Variable[]): string {
  const internal = { internal: true };
  const containers = (['gateway', ...SERVICE_NAMES] as Role[]).flatMap((role) =>
    containersOf(role).map((name, index) => [name, serviceContainer(variables, role, name, index === 0)]),
  );
  const volumes = [
    ...STORES.map((name) => `${name}-data`),
    'vault',
    ...HOLDERS.map((name) => `${name}-secrets`),
    ...profileVolumes(),
  ];
  return yamlOf({
    '# The whole product on one machine, http://localhost:8080: docker compose up --build --wait': null,
    '# Settings come from .env (see .env.example); every one has a default, no secret has one: the container `secrets` creates them at the first start (docs/containers.md). Generated by `npm run generate` (scripts/src/generate/compose.ts).':
      null,
    name: 'doushouqi',
    services: {
      ...Object.fromEntries(containers),
      redis: REDIS,
      mongodb: MONGODB,
      ...TASKS,
      ...PROFILES,
    },
    '# Only services that need a store reach it, and only the gateway is reached from outside.': null,
    networks: {
      public: null,
      inner: internal,
      '# For services that call servers outside: SMTP, push services.': null,
      outside: null,
      '# Prometheus has a way out to Grafana and Alertmanager, which sends notifications.': null,
      monitoring: null,
      ...Object.fromEntries(STORES.map((name) => [name, internal])),
    },
    volumes: Object.fromEntries(volumes.map((name) => [name, null])),
  });
}
