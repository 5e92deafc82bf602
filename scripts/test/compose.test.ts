import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@doushouqi/protocol';
import { DOWNLOAD_SYSTEMS } from '@doushouqi/protocol/analysis';
import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { OPERATIONS_ROUTES } from '@doushouqi/service-kit';
import { describe, expect, test } from 'vitest';
import { type Container, readComposeFile } from '../src/compose/compose-file.ts';
import {
  COMPOSE_DEFAULTS,
  dotenvExample,
  isSetting,
  NOT_IN_COMPOSE,
  SECRET_VARIABLES,
} from '../src/compose/dotenv.ts';
import { ENVIRONMENT } from '../src/platform/environment.ts';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../src/platform/programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = ['docker-compose.yml', 'docker-compose.bare.yml'];
const { services, networks, volumes } = readComposeFile(join(ROOT, 'docker-compose.yml'));
const BARE = readComposeFile(join(ROOT, 'docker-compose.bare.yml'));

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** How many containers a service has; one where it is not said. */
const COUNT: Partial<Record<ServiceName, number>> = { realtime: 2, timekeeper: 2 };
/** The tasks that end by themselves. */
const TASKS = ['secrets', 'mongodb-users'];
const STORES = ['redis', 'mongodb'];

/** The containers of each service of the one list, and the gateway's: nodes by their own names. */
const CONTAINERS = [...SERVICE_NAMES, 'gateway' as const].flatMap((role) => {
  const nodes = role !== 'gateway' && factsOf(role).nodes;
  const names = nodes ? Array.from({ length: COUNT[role] ?? 1 }, (_, n) => `${role}-${n + 1}`) : [role];
  return names.map((name) => ({ name, role }));
});
const OURS = CONTAINERS.map(({ name, role }): [string, Container, string] => [name, services[name]!, role]);

test('the containers are those of the one list, the stores and the tasks', () => {
  const expected = [...CONTAINERS.map(({ name }) => name), ...STORES, ...TASKS];
  expect(Object.keys(services).sort()).toEqual(expected.sort());
  expect(services.timekeeper?.deploy?.replicas).toBe(COUNT.timekeeper);
});

/** How the compose file takes a setting from .env: as it is, or with a default of its own. */
function passedOn(variable: string): string | null {
  const fallback = COMPOSE_DEFAULTS[variable];
  return fallback === undefined ? null : `\${${variable}:-${fallback}}`;
}

/** What the compose file itself says of a variable, by the environment table. */
function fixedValue(variable: string, container: string, role: string): string | undefined {
  const url = SERVICE_NAMES.find((service) => variable === `${service.toUpperCase()}_URL`);
  if (url !== undefined) return `http://${url}:3000`;
  const nodes = CONTAINERS.filter(({ name, role: one }) => one !== name && one === 'realtime');
  return {
    PORT: role === 'gateway' ? '8080' : '3000',
    HOST: '0.0.0.0',
    METRICS_PORT: '9090',
    METRICS_HOST: '0.0.0.0',
    NODE_ID: container,
    JWT_PUBLIC_KEY_FILE: '/run/secrets/jwt-public.pem',
    JWT_PRIVATE_KEY_FILE: '/run/secrets/jwt-private.pem',
    SERVICE_TOKEN_FILE: '/run/secrets/service-token',
    REALTIME_NODES: nodes.map(({ name }) => `${name}=http://${name}:3000`).join(','),
    WEB_DIST: '/app/web/dist',
  }[variable];
}

describe.each(OURS)('%s', (name, container, role) => {
  test('has exactly the variables that the table says it reads: fixed, or as .env has them', () => {
    const listed = ENVIRONMENT.filter(
      ({ name: variable, readBy }) => readBy.includes(role) && !NOT_IN_COMPOSE.includes(variable),
    );
    const expected = listed.map(({ name: variable }) => [
      variable,
      isSetting(variable) ? passedOn(variable) : fixedValue(variable, name, role),
    ]);
    expect(container.environment).toEqual(Object.fromEntries(expected));
  });

  test('runs the image of its service with the flags of the supervisor', () => {
    expect(container.image).toBe(`doushouqi-${role}:\${TAG:-local}`);
    const secrets = role === 'gateway' ? [] : ['--env-file=/run/secrets/environment'];
    expect(container.entrypoint).toEqual(['node', ...secrets, ...NODE_FLAGS, 'entry.ts']);
  });

  test('is asked for its health by the image, and starts after what it needs', () => {
    expect(container.healthcheck).toBeUndefined();
    const needs = role === 'gateway' ? [] : factsOf(role as ServiceName).needs;
    const done = { condition: 'service_completed_successfully' };
    const healthy = { condition: 'service_healthy' };
    // The gateway has none: Compose recreates a container with each of its dependencies, and players are connected to it.
    expect(container.depends_on).toEqual(
      role === 'gateway'
        ? undefined
        : {
            secrets: done,
            ...(needs.includes('redis') && { redis: healthy }),
            ...(needs.includes('mongodb') && { 'mongodb-users': done }),
          },
    );
  });

  test('is on no network and has no secrets that it does not need', () => {
    const needs = role === 'gateway' ? [] : factsOf(role as ServiceName).needs;
    const stores = STORES.filter((store) => needs.some((need) => need === store));
    expect(container.networks).toEqual(role === 'gateway' ? ['public', 'inner'] : ['inner', ...stores]);
    expect(container.volumes).toEqual(role === 'gateway' ? undefined : [`${role}-secrets:/run/secrets:ro`]);
  });

  test('gives up on the name of a container that is down after a second', () => {
    expect(container.dns_opt).toEqual(['timeout:1', 'attempts:1']);
  });

  test('has more time to stop than it takes', () => {
    const deadline = /SHUTDOWN_DEADLINE_MS = ([\d_]+)/.exec(
      textOf('packages/service-kit/src/shutdown.ts'),
    )?.[1];
    const given = Number.parseInt(container.stop_grace_period ?? '', 10) * 1_000;
    expect(given).toBeGreaterThan(Number(deadline?.replaceAll('_', '')));
  });
});

describe.each(Object.entries(services))('the container %s', (name, container) => {
  test('holds as few rights as it can', () => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { driver: 'json-file' },
      restart: TASKS.includes(name) ? 'no' : 'unless-stopped',
    });
    if (name !== 'secrets') expect([container.cap_add, container.user === '0:0']).toEqual([undefined, false]);
    if (!TASKS.includes(name)) expect(container.deploy?.resources.limits).toBeDefined();
    else expect(container.pids_limit).toBeDefined();
  });

  test('runs an image with a tag of its own', () => {
    expect(container.image).toMatch(/:[\w${}:.-]*[\w.]+\}?$/);
    expect(container.image).not.toContain('latest');
  });

  test('is reached from outside only if it is the gateway, and by default from this machine alone', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
    expect(container.ports).toEqual(name === 'gateway' ? ['${PUBLISH:-127.0.0.1:8080}:8080'] : undefined);
  });

  test('names networks, volumes and containers that are there', () => {
    for (const network of container.networks ?? []) expect(Object.keys(networks)).toContain(network);
    for (const volume of container.volumes ?? []) expect(volumes).toContain(volume.split(':')[0]);
    for (const other of Object.keys(container.depends_on ?? {}))
      expect(Object.keys(services)).toContain(other);
    const neighbour = container.network_mode?.split(':')[1];
    if (neighbour !== undefined) expect(Object.keys(services)).toContain(neighbour);
  });

  test('holds no secret in its environment', () => {
    for (const variable of SECRET_VARIABLES) expect(container.environment?.[variable] ?? null).toBeNull();
    const values = [...Object.values(container.environment ?? {}), ...(container.command ?? [])];
    expect(values.filter((value) => /:\/\/[^/]*@|passw(or)?d[=:]/i.test(value ?? ''))).toEqual([]);
  });
});

test('each image has one build from the one Dockerfile; other containers use it as it is', () => {
  const images = new Set(OURS.map(([, { image }]) => image).concat(services.secrets?.image));
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

test('only the build of the gateway has arguments for the programs of /download/ai, with the default of the Dockerfile', () => {
  const args = OURS.flatMap(([, { build }, role]) =>
    build ? [{ role, names: Object.keys(build.args) }] : [],
  );
  const shared = ['NODE_IMAGE', 'NPM_REGISTRY', 'SERVICE'];
  for (const { role, names } of args) {
    const own = role === 'gateway' ? ['DOWNLOADS', 'DOWNLOAD_ORIGINS'] : [];
    expect(names.sort()).toEqual([...own, ...shared]);
  }
  const systems = /^ARG DOWNLOADS="(.+)"$/m.exec(textOf('Dockerfile'))?.[1];
  expect(systems?.split(' ').sort()).toEqual([...DOWNLOAD_SYSTEMS].sort());
  expect(services.gateway?.build?.args.DOWNLOADS).toBe(`\${DOWNLOADS-${systems}}`);
});

test('a container in the network of another restarts after it', () => {
  const joined = Object.values(services).flatMap(({ network_mode = '', depends_on = {} }) =>
    network_mode.startsWith('service:') ? [depends_on[network_mode.slice('service:'.length)]] : [],
  );
  expect(joined).toEqual([{ condition: 'service_healthy', restart: true }]);
});

test('nothing but the door reaches the outside', () => {
  expect(networks).toEqual({
    public: null,
    inner: { internal: true },
    redis: { internal: true },
    mongodb: { internal: true },
  });
});

test('every volume is used, and the one with everything by its maker alone', () => {
  const users = (volume: string) =>
    Object.entries(services).flatMap(([name, one]) =>
      (one.volumes ?? []).some((mount) => mount.startsWith(`${volume}:`)) ? [name] : [],
    );
  for (const volume of volumes) expect(users(volume)).toContain('secrets');
  expect(users('vault')).toEqual(['secrets']);
});

test('Redis loses nothing, forgets nothing and knows whoever asks', () => {
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

test('the override changes only what stands in for MongoDB', () => {
  const withMongodb = SERVICE_NAMES.filter((name) => factsOf(name).needs.includes('mongodb'));
  expect(Object.keys(BARE.services).sort()).toEqual([...withMongodb, 'mongodb', 'mongodb-users'].sort());
  for (const name of withMongodb) expect(Object.keys(BARE.services[name]!)).toEqual(['environment']);
  const store = ENVIRONMENT.filter(({ readBy }) => readBy.includes('store')).map(({ name }) => name);
  const given = Object.keys(BARE.services.mongodb?.environment ?? {});
  expect(given.sort()).toEqual(store.filter((name) => !NOT_IN_COMPOSE.includes(name)).sort());
  expect(BARE.services.mongodb?.entrypoint).toEqual(['node', ...NODE_FLAGS, 'entry.ts']);
});

describe('.env.example', () => {
  test('is what the environment table makes of it', () => {
    expect(textOf('.env.example')).toBe(dotenvExample());
  });

  test.each(FILES)('has every variable of %s, with the same default', (file) => {
    const used = [...textOf(file).matchAll(/\$\{([A-Z_]+):?-([^}]*)\}/g)];
    expect(used.length).toBeGreaterThan(0);
    for (const [, name, fallback] of used)
      expect(textOf('.env.example')).toContain(`# ${name}=${fallback}\n`);
  });
});

describe('the Dockerfile', () => {
  const text = textOf('Dockerfile');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);

  test('needs no new builder', () => {
    expect(text).not.toMatch(/^#\s*(syntax|escape|check)=/im);
    expect(
      lines.filter((line) =>
        /<<-?['"]?\w|^(COPY|ADD|RUN) (--\S+ )*--(link|mount|parents|chmod)\b/.test(line),
      ),
    ).toEqual([]);
  });

  test('starts from the one base, and ends without rights', () => {
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
    // The code is compiled ahead for these flags alone.
    const compiling = lines.filter((line) => line.startsWith('RUN ') && line.includes('entry.ts'));
    const runs = compiling.flatMap((line) => line.match(/node( --(?!eval)\S+)+/g) ?? []);
    expect(new Set(runs)).toEqual(new Set([`node ${NODE_FLAGS.join(' ')}`]));
  });

  test.each([
    ['web', 'web'],
    ['downloads', 'packages/analysis'],
  ])('builds %s from the workspaces that it imports, and from no others', (stage, workspace) => {
    const imported = new Set([workspace]);
    // A set is walked in the order of insertion, what is added on the way included.
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

  test('builds the programs of /download/ai for the gateway alone, in the folder that the gateway serves', () => {
    const from = lines.findIndex((line) => line.endsWith(' AS downloads'));
    const to = lines.findIndex((line, index) => index > from && line.startsWith('FROM '));
    const runs = lines.slice(from, to).filter((line) => line.startsWith('RUN '));
    expect(runs.filter((line) => !line.includes('if [ "$SERVICE" = gateway ]'))).toEqual([]);
    expect(runs.join()).toContain(' --out /out/web/downloads ');
    expect(services.gateway?.environment?.WEB_DIST).toBe('/app/web/dist');
    // The copy precedes the sources, which change more often, so its layer stays cached.
    const copies = lines.filter((line) => /^COPY --from=(downloads|assembled) \/out \.\/$/.test(line));
    expect(copies.slice(-2)).toEqual(['COPY --from=downloads /out ./', 'COPY --from=assembled /out ./']);
  });

  test('asks a route for the health that is there', () => {
    expect(lines.filter((line) => line.startsWith('HEALTHCHECK ')).join()).toContain('"healthcheck.mjs"');
    const route = /path: '([^']+)'/.exec(textOf('scripts/src/image/healthcheck.mjs'))?.[1];
    expect(Object.values<string | undefined>(OPERATIONS_ROUTES)).toContain(route);
  });

  test('takes in nothing but what is named', () => {
    const ignore = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(ignore[0]).toBe('*');
    for (const kept of ['node_modules', 'test', '*.test.ts', '.env*', '*.pem'])
      expect(ignore).toContain(`**/${kept}`);
  });
});
