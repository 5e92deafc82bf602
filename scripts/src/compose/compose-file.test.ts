import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOLDERS } from '@doushouqi/operations/deployment';
import { DOWNLOAD_SYSTEMS } from '@doushouqi/protocol/analysis';
import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { OPERATIONS_ROUTES } from '@doushouqi/service-kit';
import { describe, expect, test } from 'vitest';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../platform/programs.ts';
import { readComposeFile } from './compose-file.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const { services, networks } = readComposeFile(join(ROOT, 'docker-compose.yml'));
/** Containers of the product itself, without those of profiles. */
const product = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Containers that exit after their work. */
const TASKS = ['secrets', 'mongodb-users'];

test('mounts the secrets of another container only in `secrets`, and connects only services of MongoDB to its network', () => {
  const on = (network: string) =>
    product.flatMap(([name, { networks: joined }]) => (joined?.includes(network) ? [name] : []));
  const withCollections = SERVICE_NAMES.filter((name) => getServiceDef(name).collections);
  expect(on('mongodb').sort()).toEqual([...withCollections, 'mongodb'].sort());
  expect(on('public')).toEqual(['gateway']);
  expect(services.secrets?.volumes).toEqual(
    expect.arrayContaining(HOLDERS.map((holder) => `${holder}-secrets:/secrets/${holder}`)),
  );
  for (const [name, { volumes: mounts = [] }] of product) {
    if (name === 'secrets') continue;
    const folders = mounts.filter((mount) => !/-data:|:\/site:ro$/.test(mount));
    const role = name.replace(/-\d$/, '');
    expect(folders).toEqual(name === 'gateway' ? [] : [`${role}-secrets:/run/secrets:ro`]);
  }
});

test('mounts no folder of the repository or the host that a container does not need', () => {
  const folders = Object.entries(services).flatMap(([name, { volumes = [] }]) =>
    volumes.filter((mount) => mount.includes('./')).map((mount) => `${name} ${mount.split(':').at(-2)}`),
  );
  expect(folders.sort()).toEqual([
    'alertmanager /etc/alertmanager',
    'auth /site',
    'caddy /etc/caddy',
    'gateway /site',
    'grafana /etc/grafana/dashboards',
    'grafana /etc/grafana/provisioning',
    'lobby /site',
    // The key of encrypted backups, for a restore: neither for services nor for what takes backups.
    'operations /identity',
    'prometheus /etc/prometheus',
    'room /site',
    'social /site',
    'tournament /site',
  ]);
  for (const { environment } of Object.values(services))
    expect(environment?.BACKUP_IDENTITY_FILE ?? '/identity/').toMatch(/^\/identity\//);
});

test('leaves no file of an operator to git', () => {
  const files = [
    'ops/site/lobby.json',
    'ops/site/tournaments.json',
    'ops/site/access.json',
    'ops/site/backup-identity',
    'ops/identity/backup-identity',
    '.env',
  ];
  const ignored = execFileSync('git', ['check-ignore', ...files], { cwd: ROOT, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual(files);
});

test('derives the address of the site, its proxy and its contact from SITE_ADDRESS', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
  const url = '${SITE_ADDRESS:+https://${SITE_ADDRESS:-}}';
  expect(services.auth?.environment?.PUBLIC_URL).toBe(`\${PUBLIC_URL:-${url}}`);
  expect(services.social?.environment?.VAPID_SUBJECT).toBe(`\${VAPID_SUBJECT:-${url}}`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
  expect(services.gateway?.environment?.TRUST_PROXY).toBe('${TRUST_PROXY:-${SITE_ADDRESS:+uniquelocal}}');
});

test('refuses to start the proxy without the host name of the site', () => {
  const { entrypoint = [], command = [] } = services.caddy!;
  const [shell = '', ...args] = [...entrypoint, ...command].map((word) => word.replaceAll('$$', '$'));
  const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8', env: { PATH: process.env.PATH } });
  expect(status).not.toBe(0);
  expect(stderr).toContain('SITE_ADDRESS: set it in .env to the host name of the site');
});

test('has no dependency of the gateway, because Compose recreates a container with its dependencies', () => {
  expect(services.gateway?.depends_on).toEqual({});
});

describe.each(Object.entries(services))('the container %s', (name, container) => {
  test('has minimal rights', () => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { driver: 'json-file' },
      restart: [...TASKS, 'operations'].includes(name) ? 'no' : 'unless-stopped',
    });
    if (name !== 'secrets') expect(container.user).not.toBe('0:0');
    const added = { secrets: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'], caddy: ['NET_BIND_SERVICE'] };
    expect(container.cap_add).toEqual(new Map(Object.entries(added)).get(name));
    if (!TASKS.includes(name)) expect(container.deploy?.resources.limits).toBeDefined();
    else expect(container.pids_limit).toBeDefined();
  });

  test('runs an image with its own tag', () => {
    expect(container.image).toMatch(/:[\w${}:.-]*[\w.]+\}?$/);
    expect(container.image).not.toContain('latest');
  });

  test('publishes no port; gateway and Grafana on this machine alone, the proxy of the profile `tls` everywhere', () => {
    const published = {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
      gateway: ['${PUBLISH:-127.0.0.1:8080}:8080'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
      grafana: ['${GRAFANA_PUBLISH:-127.0.0.1:3001}:3000'],
      caddy: ['80:80', '443:443'],
    };
    expect(container.ports).toEqual(new Map(Object.entries(published)).get(name));
  });

  test('has no secret in its environment', () => {
    for (const variable of ['REDIS_URL', 'MONGODB_URL'])
      expect(container.environment?.[variable] ?? null).toBeNull();
    const values = [...Object.values(container.environment ?? {}), ...(container.command ?? [])];
    expect(values.filter((value) => /:\/\/[^/]*@|passw(or)?d[=:]/i.test(value ?? ''))).toEqual([]);
  });
});

test('builds each image once from the one Dockerfile', () => {
  const images = new Set(
    Object.values(services).flatMap(({ image }) => (image?.startsWith('doushouqi-') ? [image] : [])),
  );
  for (const image of images) {
    const users = Object.values(services).filter((one) => one.image === image);
    const builds = users.flatMap(({ build }) => build ?? []);
    const service = /^doushouqi-([a-z]+):/.exec(image ?? '')?.[1];
    expect(builds).toEqual([
      expect.objectContaining({ context: '.', args: expect.objectContaining({ SERVICE: service }) }),
    ]);
    expect(users.filter(({ build, pull_policy }) => !build && pull_policy !== 'never')).toEqual([]);
  }
});

test('builds the gateway with the systems of /download/ai in the Dockerfile and the protocol', () => {
  const systems = /^ARG DOWNLOADS="(.+)"$/m.exec(textOf('Dockerfile'))?.[1];
  expect(systems?.split(' ').sort()).toEqual([...DOWNLOAD_SYSTEMS].sort());
  expect(services.gateway?.build?.args.DOWNLOADS).toBe(`\${DOWNLOADS-${systems}}`);
});

test('connects only the gateway, the monitoring and services that call servers there to the outside', () => {
  expect(networks).toEqual({
    public: null,
    outside: null,
    monitoring: null,
    inner: { internal: true },
    redis: { internal: true },
    mongodb: { internal: true },
  });
  const calling = Object.keys(services).filter((name) => services[name]?.networks?.includes('outside'));
  expect(calling.toSorted()).toEqual(['auth', 'social']);
});

test('Redis persists all writes, evicts no key and requires a login', () => {
  const command = services.redis?.command ?? [];
  const options = Object.fromEntries(
    command.flatMap((word, n) => (word.startsWith('--') ? [[word, command[n + 1]]] : [])),
  );
  expect(options).toMatchObject({
    '--appendonly': 'yes',
    '--appendfsync': 'always',
    '--maxmemory-policy': 'noeviction',
    '--aclfile': '/run/secrets/users.acl',
  });
  expect(options['--maxmemory']).toBeDefined();
});

test('the override replaces only MongoDB', () => {
  const { services: replaced } = readComposeFile(join(ROOT, 'docker-compose.bare.yml'));
  const containers = Object.keys(replaced).filter((name) => !name.startsWith('mongodb'));
  for (const name of containers) expect(Object.keys(replaced[name]!)).toEqual(['environment']);
  expect(replaced.mongodb?.image).toMatch(/^doushouqi-embedded-mongo:/);
});

test.each([3, 4])('node %d joins all other nodes of the gateway and builds no image', (number) => {
  const { services: added } = readComposeFile(join(ROOT, `docker-compose.node-${number}.yml`));
  const name = `realtime-${number}`;
  const nodes = Array.from({ length: number }, (_, n) => `realtime-${n + 1}=http://realtime-${n + 1}:3000`);
  expect(added.gateway).toEqual({ environment: { REALTIME_NODES: nodes.join(',') } });
  expect(added[name]).toEqual({
    extends: { file: 'docker-compose.yml', service: 'realtime-2' },
    environment: { NODE_ID: name },
  });
  expect(services['realtime-2']?.pull_policy).toBe('never');
});

test('runs every service with the flags of the supervisor', () => {
  for (const [name, { entrypoint }] of product.filter(([one]) =>
    SERVICE_NAMES.some((role) => one.startsWith(role)),
  ))
    expect(entrypoint, name).toEqual([
      'node',
      '--env-file=/run/secrets/environment',
      ...NODE_FLAGS,
      'entry.ts',
    ]);
  expect(services.gateway?.entrypoint).toEqual(['node', ...NODE_FLAGS, 'entry.ts']);
});

describe('the Dockerfile', () => {
  const text = textOf('Dockerfile');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);

  test('needs no recent builder', () => {
    expect(text).not.toMatch(/^#\s*(syntax|escape|check)=/im);
    expect(
      lines.filter((line) =>
        /<<-?['"]?\w|^(COPY|ADD|RUN) (--\S+ )*--(link|mount|parents|chmod)\b/.test(line),
      ),
    ).toEqual([]);
  });

  test('uses one base image, and ends as an unprivileged user', () => {
    const stages = lines.flatMap((line) => /^FROM \S+ AS (\S+)$/.exec(line)?.[1] ?? []);
    const from = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
    for (const base of from) expect(['${NODE_IMAGE}', ...stages]).toContain(base);
    expect(lines[0]).toMatch(/^ARG NODE_IMAGE=node:24-\w+-slim$/);
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(last.filter((line) => line.startsWith('RUN '))).toEqual([]);
  });

  test('runs Node with the flags of the supervisor, wherever it runs a service', () => {
    const [entry = ''] = lines.filter((line) => line.startsWith('ENTRYPOINT '));
    expect(JSON.parse(entry.slice('ENTRYPOINT '.length))).toEqual(['node', ...NODE_FLAGS, 'entry.ts']);
    const [environment = ''] = lines.filter((line) => line.startsWith('ENV ')).slice(-1);
    for (const [name, value] of Object.entries(NODE_ENVIRONMENT)) {
      expect(environment.split(' ')).toContain(`${name}=${value}`);
    }
    // The code is compiled for these flags only.
    const compiling = lines.filter((line) => line.startsWith('RUN ') && line.includes('entry.ts'));
    const runs = compiling.flatMap((line) => line.match(/node( --(?!eval)\S+)+/g) ?? []);
    expect(new Set(runs)).toEqual(new Set([`node ${NODE_FLAGS.join(' ')}`]));
  });

  test.each([
    ['web', 'web'],
    ['downloads', 'packages/engine'],
  ])('builds %s from exactly the workspaces that it imports', (stage, workspace) => {
    const imported = new Set([workspace]);
    // A Set iterates in insertion order and includes elements added meanwhile.
    for (const folder of imported) {
      const { dependencies = {} } = JSON.parse(textOf(`${folder}/package.json`));
      for (const name of Object.keys(dependencies)) {
        if (name.startsWith('@doushouqi/')) imported.add(name.replace('@doushouqi/', 'packages/'));
      }
    }
    const from = lines.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${stage}`));
    const to = lines.findIndex((line, index) => index > from && line.startsWith('FROM '));
    const copied = lines
      .slice(from, to)
      .flatMap((line) => /^COPY --from=sources \/sources\/(\S+) \1$/.exec(line)?.[1] ?? []);
    expect(copied.filter((folder) => !folder.startsWith('scripts/')).sort()).toEqual([...imported].sort());
  });

  test('checks the health at an existing route', () => {
    expect(lines.filter((line) => line.startsWith('HEALTHCHECK ')).join()).toContain('"healthcheck.mjs"');
    const route = /path: '([^']+)'/.exec(textOf('scripts/src/image/healthcheck.mjs'))?.[1];
    expect(Object.values<string | undefined>(OPERATIONS_ROUTES)).toContain(route);
  });

  test('copies only named files', () => {
    const ignore = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(ignore[0]).toBe('*');
    for (const stored of ['node_modules', 'test', '*.test.ts', '.env*', '*.pem'])
      expect(ignore).toContain(`**/${stored}`);
  });
});
