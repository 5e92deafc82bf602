import { ENVIRONMENT } from '../platform/environment.ts';

/** What docker-compose.yml asks for beside the environment of the processes. */
const OF_COMPOSE = [
  ['PUBLISH', '127.0.0.1:8080', 'Address and port at which the product is reached. TLS ends in front of it.'],
  ['TAG', 'local', 'Tag of the images that are built and run.'],
  ['NODE_IMAGE', 'node:24-bookworm-slim', 'Base of the images.'],
  ['REDIS_IMAGE', 'redis:7.2-bookworm', 'Redis 7.0 or newer.'],
  ['MONGODB_IMAGE', 'mongo:8.0-noble', 'MongoDB 7.0 or newer.'],
  ['NPM_REGISTRY', 'https://registry.npmjs.org/', 'Where the build takes packages from.'],
  ['BUILD_NETWORK', 'default', 'Network of the build; `host` where the bridge has no way out.'],
  [
    'DOWNLOADS',
    'windows macos-arm64 macos-x64 linux',
    'Systems whose programs of /download/ai the gateway image holds, separated by spaces; empty for none.',
  ],
  [
    'DOWNLOAD_ORIGINS',
    '',
    'Origins (https://example.com) whose pages these programs answer without an argument, separated by spaces.',
  ],
  [
    'REDIS_MAXMEMORY',
    '1gb',
    'What Redis may hold: half of REDIS_LIMIT, for the copy while its log is rewritten.',
  ],
  ['REDIS_LIMIT', '2g', 'Memory of the container of Redis.'],
  ['MONGODB_CACHE_GB', '0.5', 'Cache of MongoDB, GB: a quarter of MONGODB_LIMIT.'],
  ['MONGODB_LIMIT', '2g', 'Memory of the container of MongoDB.'],
] as const;

/** Secret, so the container `secrets` makes them; to be set only for databases outside. */
export const SECRET_VARIABLES: readonly string[] = ['REDIS_URL', 'MONGODB_URL'];
/** What `npm start` alone sets, and what Kubernetes alone. */
export const NOT_IN_COMPOSE: readonly string[] = [
  'SUPERVISED',
  'REALTIME_SERVICE',
  'POD_NAMESPACE',
  'POD_NAME',
  'KUBECONFIG',
];
/** Defaults that mean another thing in a container. */
const WITHOUT_DEFAULT: readonly string[] = [
  ...SECRET_VARIABLES,
  'TRUST_PROXY',
  'LOBBY_CONFIG_FILE',
  'MODERATION_FILE',
];

/** Defaults that docker-compose.yml has of its own: the gateway looks at the nodes once a second. */
export const COMPOSE_DEFAULTS: Readonly<Record<string, string>> = { DRAIN_PAUSE_MS: '1500' };

/** Whether a person sets the variable; the others docker-compose.yml sets itself. */
export function isSetting(name: string): boolean {
  const variable = ENVIRONMENT.find((one) => one.name === name);
  const fixed = ['PORT', 'HOST', 'METRICS_PORT', 'METRICS_HOST', 'NODE_ID', 'EMBEDDED_STORE_HOST'];
  if (variable === undefined || fixed.includes(name) || NOT_IN_COMPOSE.includes(name)) return false;
  return variable.value === undefined || name === 'LOG_LEVEL' || SECRET_VARIABLES.includes(name);
}

function entry(name: string, fallback: string, meaning: string): string {
  return `# ${meaning}\n# ${name}=${fallback}\n`;
}

/** The text of `.env.example`: every variable there is, with its default. */
export function dotenvExample(): string {
  const settings = ENVIRONMENT.filter(({ name }) => isSetting(name));
  const others = ENVIRONMENT.map(({ name }) => name).filter(
    (name) => !isSetting(name) && !NOT_IN_COMPOSE.includes(name),
  );
  return [
    '# Settings of docker-compose.yml: copy to .env, take the # from what is to be changed. Every one has the default\n# that stands here. No secret has one: the container `secrets` makes them at the first start.\n',
    ...OF_COMPOSE.map(([name, fallback, meaning]) => entry(name, fallback, meaning)),
    '# ---- The environment of the processes (README.md)\n',
    ...settings.map(({ name, readBy, meaning, fallback = '' }) =>
      entry(
        name,
        WITHOUT_DEFAULT.includes(name) ? '' : (COMPOSE_DEFAULTS[name] ?? fallback),
        `${meaning} (${readBy.join(', ')})`,
      ),
    ),
    `# ---- docker-compose.yml sets these itself:\n# ${others.join('\n# ')}\n#\n# ---- Not for compose: ${NOT_IN_COMPOSE.join(', ')}\n`,
  ].join('\n');
}
