import { NEED_VARIABLES, ROLES } from '@doushouqi/protocol/server';
import { wiredVariables } from '../platform/environment.ts';
import type { Variable } from './environment.ts';

/** Settings that docker-compose.yml reads besides the processes' environment: default and meaning. */
const OF_COMPOSE = {
  PUBLISH: ['127.0.0.1:8080', 'Address and port of the product. TLS ends in front of it.'],
  TAG: ['local', 'Tag of the images that are built and run.'],
  NODE_IMAGE: ['node:24-bookworm-slim', 'Base of the images.'],
  REDIS_IMAGE: ['redis:7.2-bookworm', 'Redis 7.0 or newer.'],
  MONGODB_IMAGE: ['mongo:8.0-noble', 'MongoDB 7.0 or newer.'],
  NPM_REGISTRY: ['https://registry.npmjs.org/', 'Where the build takes packages from.'],
  BUILD_NETWORK: ['default', 'Network of the build; `host` where the bridge has no way out.'],
  DOWNLOADS: [
    'windows macos-arm64 macos-x64 linux',
    'Systems whose programs of /download/ai the gateway image holds, separated by spaces; empty for none.',
  ],
  DOWNLOAD_ORIGINS: [
    '',
    'Origins (https://example.com) whose pages these programs answer without an argument, separated by spaces.',
  ],
  REDIS_MAXMEMORY: [
    '1gb',
    'Memory limit of Redis: half of REDIS_LIMIT, for the copy while its log is rewritten.',
  ],
  REDIS_LIMIT: ['2g', 'Memory of the container of Redis.'],
  MONGODB_CACHE_GB: ['0.5', 'Cache of MongoDB, GB: a quarter of MONGODB_LIMIT.'],
  MONGODB_LIMIT: ['2g', 'Memory of the container of MongoDB.'],
  SITE_DIR: [
    './ops/site',
    'Folder of the operators’ files, /site in the containers: ACCESS_FILE=/site/access.json, LOBBY_CONFIG_FILE=/site/lobby.json, MODERATION_FILE=/site/keywords.txt.',
  ],
  IDENTITY_DIR: [
    './ops/identity',
    'Folder with `backup-identity`, the private key of encrypted backups, during a restore; mounted only into `operations`.',
  ],
  BACKUP_PLACE: [
    '/backups',
    'Where the profile `backup` stores backups: a folder of the volume `backups`, or s3://bucket/prefix with S3_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  BACKUP_EVERY_HOURS: ['24', 'Hours between two backups of the profile `backup`.'],
  PLAYERS_URL: [
    'http://gateway:8080',
    'Address at which the synthetic players play; https://SITE_ADDRESS plays through the proxy and watches its certificate.',
  ],
  CADDY_IMAGE: ['caddy:2.10.2-alpine', 'Proxy of the profile `tls`.'],
  PROMETHEUS_IMAGE: ['prom/prometheus:v3.5.0', 'Prometheus of the profile `monitoring`.'],
  ALERTMANAGER_IMAGE: ['prom/alertmanager:v0.28.1', 'Alertmanager of the profile `monitoring`.'],
  GRAFANA_IMAGE: ['grafana/grafana:12.1.0', 'Grafana of the profile `monitoring`.'],
  GRAFANA_PUBLISH: ['127.0.0.1:3001', 'Address and port of Grafana, which has no login.'],
  SITE_ADDRESS: [
    '',
    'Host name of the site behind TLS: Caddy requests its certificate (COMPOSE_PROFILES=tls). PUBLIC_URL, TRUST_PROXY and VAPID_SUBJECT follow from it.',
  ],
  DOCS_URL: [
    'docs',
    'Where alerts find their runbook: the folder `docs` of this repository, or its address.',
  ],
} as const;

/** Secret variables, created by the container `secrets`; set only for external databases. */
export const SECRET_VARIABLES: readonly string[] = [NEED_VARIABLES.redis, NEED_VARIABLES.mongodb];
/** Variables that are set only by `npm start` or only by Kubernetes. */
const NOT_IN_COMPOSE = ['SUPERVISED', 'REALTIME_SERVICE', 'POD_NAMESPACE', 'POD_NAME', 'KUBECONFIG'];
/** Variables that docker-compose.yml sets itself. */
const FIXED = [
  ...ROLES.flatMap(wiredVariables).filter((name) => !SECRET_VARIABLES.includes(name)),
  'METRICS_HOST',
  'EMBEDDED_STORE_DIR',
  'EMBEDDED_STORE_PORT',
  'EMBEDDED_STORE_HOST',
];
/** Variables whose default has another meaning in a container. */
const WITHOUT_DEFAULT = [...SECRET_VARIABLES, 'ACCESS_FILE', 'LOBBY_CONFIG_FILE', 'MODERATION_FILE'];

/** Returns a value that is set only if the site has a host name. */
function ofSite(value: string): string {
  return `\${SITE_ADDRESS:+${value}}`;
}

// Compose warns of a variable without a default, even where it is not used.
// biome-ignore lint/suspicious/noTemplateCurlyInString: Compose replaces it
const SITE_URL = ofSite('https://${SITE_ADDRESS:-}');

/**
 * Defaults of docker-compose.yml itself: the gateway polls the nodes once a second, and as the only one it gains nothing
 * by waiting for its clients, who cannot reconnect before the next one runs. A site with a host name is behind the proxy of
 * the profile `tls`.
 */
const OWN_DEFAULTS: Readonly<Record<string, string>> = {
  DRAIN_PAUSE_MS: '1500',
  DRAIN_MS: '500',
  PUBLIC_URL: SITE_URL,
  VAPID_SUBJECT: SITE_URL,
  TRUST_PROXY: ofSite('uniquelocal'),
};

/** The images of the stores. */
export const STORE_IMAGES = [OF_COMPOSE.REDIS_IMAGE[0], OF_COMPOSE.MONGODB_IMAGE[0]];

/** Returns a setting of .env in docker-compose.yml, with its default. `keepEmpty`: an empty value is preserved. */
export function setting(name: keyof typeof OF_COMPOSE, { keepEmpty = false } = {}): string {
  return `\${${name}${keepEmpty ? '-' : ':-'}${OF_COMPOSE[name][0]}}`;
}

/** Returns how docker-compose.yml passes each variable of a role: fixed by `place`, or from .env. */
export function composeEnvironment(
  variables: readonly Variable[],
  role: string,
  place: (name: string) => string,
): Record<string, string | null> {
  const read = variables.filter(
    ({ name, readBy }) => readBy.includes(role) && !NOT_IN_COMPOSE.includes(name),
  );
  return Object.fromEntries(
    read.map(({ name }) => {
      const fallback = OWN_DEFAULTS[name];
      const passedOn = fallback === undefined ? null : `\${${name}:-${fallback}}`;
      return [name, FIXED.includes(name) ? place(name) : passedOn];
    }),
  );
}

function entry(name: string, fallback: string, meaning: string): string {
  return `# ${meaning}\n# ${name}=${fallback}\n`;
}

/** Returns the text of `.env.example`: every variable with its default. */
export function dotenvExample(variables: readonly Variable[]): string {
  const used = variables.filter(({ name }) => !NOT_IN_COMPOSE.includes(name));
  return [
    '# Settings of docker-compose.yml. Copy this file to .env and remove the # from what you change. Every setting has the\n# default below. No secret has one: the container `secrets` creates them at the first start.\n# Generated by `npm run generate`.\n',
    ...Object.entries(OF_COMPOSE).map(([name, [fallback, meaning]]) => entry(name, fallback, meaning)),
    '# ---- The environment of the processes (docs/configuration.md)\n',
    ...used
      .filter(({ name }) => !FIXED.includes(name))
      .map(({ name, readBy, meaning, fallback }) =>
        entry(
          name,
          WITHOUT_DEFAULT.includes(name) ? '' : (OWN_DEFAULTS[name] ?? fallback),
          `${meaning} (${readBy.join(', ')})`,
        ),
      ),
    `# ---- docker-compose.yml sets these itself:\n${used
      .filter(({ name }) => FIXED.includes(name))
      .map(({ name }) => `# ${name}\n`)
      .join('')}#\n# ---- Not for compose: ${NOT_IN_COMPOSE.join(', ')}\n`,
  ].join('\n');
}
