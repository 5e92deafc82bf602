import { BACKUP_SIGNING_FILE } from '@doushouqi/deployment';
import { PORTS } from './addresses.ts';
import { CONTAINER, healthcheck, limits, tmp } from './compose-parts.ts';
import { setting } from './dotenv.ts';

/** Profile `tls`: a proxy with a certificate in front of the gateway. */
const TLS = {
  '# Waits for the gateway while it is replaced (ops/caddy/Caddyfile).': null,
  caddy: {
    ...CONTAINER,
    profiles: ['tls'],
    image: setting('CADDY_IMAGE'),
    '# Without a host name passkeys would be off, and the certificate would be for no one.': null,
    entrypoint: ['sh', '-c'],
    command: [
      ': "$${SITE_ADDRESS:?set it in .env to the host name of the site}"; exec caddy run --config /etc/caddy/Caddyfile --adapter caddyfile',
    ],
    environment: {
      SITE_ADDRESS: setting('SITE_ADDRESS'),
      XDG_DATA_HOME: '/data',
      XDG_CONFIG_HOME: '/config',
    },
    '# It listens on ports below 1024.': null,
    cap_add: ['NET_BIND_SERVICE'],
    tmpfs: [tmp('16m'), '/config:size=1m'],
    networks: ['public'],
    ports: ['80:80', '443:443'],
    volumes: ['./ops/caddy:/etc/caddy:ro', 'caddy-data:/data'],
    stop_grace_period: '15s',
    deploy: limits('1', '256m', 100),
  },
};

/** Profile `monitoring`: Grafana shows metrics to readers of the published address, without a login. */
const MONITORING = {
  prometheus: {
    ...CONTAINER,
    profiles: ['monitoring'],
    image: setting('PROMETHEUS_IMAGE'),
    environment: { DOCS_URL: setting('DOCS_URL') },
    entrypoint: ['prometheus'],
    command: [
      '--config.file=/etc/prometheus/compose.yml',
      '--storage.tsdb.path=/prometheus',
      '--storage.tsdb.retention.size=2GB',
    ],
    networks: ['inner', 'monitoring'],
    volumes: ['./ops/prometheus:/etc/prometheus:ro', 'prometheus-data:/prometheus'],
    deploy: limits('1', '512m', 100),
  },
  '# Set a receiver in ops/alertmanager/alertmanager.yml.': null,
  alertmanager: {
    ...CONTAINER,
    profiles: ['monitoring'],
    image: setting('ALERTMANAGER_IMAGE'),
    entrypoint: ['alertmanager'],
    command: [
      '--config.file=/etc/alertmanager/alertmanager.yml',
      '--storage.path=/alertmanager',
      '--cluster.listen-address=',
    ],
    networks: ['monitoring'],
    volumes: ['./ops/alertmanager:/etc/alertmanager:ro', 'alertmanager-data:/alertmanager'],
    deploy: limits('0.5', '128m', 100),
  },
  grafana: {
    ...CONTAINER,
    profiles: ['monitoring'],
    image: setting('GRAFANA_IMAGE'),
    environment: {
      GF_AUTH_ANONYMOUS_ENABLED: 'true',
      GF_AUTH_DISABLE_LOGIN_FORM: 'true',
      GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: '/etc/grafana/dashboards/doushouqi.json',
      GF_ANALYTICS_REPORTING_ENABLED: 'false',
      GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
      GF_PLUGINS_PREINSTALL_DISABLED: 'true',
    },
    tmpfs: [tmp('64m')],
    networks: ['monitoring'],
    ports: [`${setting('GRAFANA_PUBLISH')}:3000`],
    volumes: [
      './ops/grafana/provisioning:/etc/grafana/provisioning:ro',
      './ops/grafana:/etc/grafana/dashboards:ro',
      'grafana-data:/var/lib/grafana',
    ],
    deploy: limits('1', '512m', 200),
  },
};

/** Without a health check `up --wait` refuses a container. Alerts watch the results of these ones. */
const ALWAYS_HEALTHY = healthcheck(['CMD', 'true'], 5);

/** Two guests who play all the time through the gateway: what they notice, users notice. */
export function playersContainer(image: object): object {
  return {
    ...CONTAINER,
    profiles: ['monitoring'],
    ...image,
    entrypoint: ['node', 'entry.ts'],
    command: [
      'players',
      `\${PLAYERS_URL:-http://gateway:${PORTS.gateway}}`,
      '--port',
      String(PORTS.gatewayMetrics),
    ],
    healthcheck: ALWAYS_HEALTHY,
    networks: ['inner', 'public'],
    tmpfs: [tmp('16m')],
    deploy: limits('0.5', '256m', 100),
  };
}

/** Settings of packages/operations in .env; others have their defaults there. */
const BACKUP_VARIABLES = [
  'BACKUP_RECIPIENTS',
  'BACKUP_KEEP_LAST',
  'BACKUP_KEEP_DAILY',
  'BACKUP_KEEP_WEEKLY',
  'S3_ENDPOINT',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];

/** Profile `backup`: `operations` runs one command, `backup` takes backups from time to time. */
export function operationsContainer(name: 'operations' | 'backup', image: object): object {
  const commands = { operations: ['flags'], backup: ['backup', '--every', setting('BACKUP_EVERY_HOURS')] };
  return {
    ...CONTAINER,
    ...(name === 'operations' && { restart: 'no' }),
    profiles: [name],
    ...image,
    entrypoint: ['node', '--env-file=/run/secrets/environment', 'entry.ts'],
    command: commands[name],
    environment: {
      BACKUP_PLACE: setting('BACKUP_PLACE'),
      BACKUP_SCRATCH: '/backups',
      BACKUP_SIGNING_KEY_FILE: `/run/secrets/${BACKUP_SIGNING_FILE}`,
      ...(name === 'operations' && { BACKUP_IDENTITY_FILE: '/identity/backup-identity' }),
      ...Object.fromEntries(BACKUP_VARIABLES.map((variable) => [variable, null])),
      MONGODB_URL: null,
      REDIS_URL: null,
    },
    healthcheck: name === 'backup' ? ALWAYS_HEALTHY : { disable: true },
    depends_on: {
      secrets: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
      'mongodb-users': { condition: 'service_completed_successfully' },
    },
    networks: ['public', 'redis', 'mongodb'],
    volumes: [
      'operations-secrets:/run/secrets:ro',
      'backups:/backups',
      ...(name === 'operations' ? [`${setting('IDENTITY_DIR')}:/identity:ro`] : []),
    ],
    tmpfs: [tmp('16m')],
    deploy: limits('1', '512m', 100),
  };
}

const PROFILES = { ...TLS, ...MONITORING };

/** Returns the containers that docker-compose.yml starts only for a profile. */
export function profileContainers(): object {
  return PROFILES;
}

/** Returns the volumes of `profileContainers`. */
export function profileVolumes(): string[] {
  return ['backups', 'caddy-data', 'prometheus-data', 'alertmanager-data', 'grafana-data'];
}
