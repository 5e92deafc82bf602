import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import { parseEnv } from '@doushouqi/service-kit';
import { describe, expect, test } from 'vitest';
import { readComposeFile } from '../compose/compose-file.ts';
import { environmentOf, type Layout } from '../platform/environment.ts';
import { NOT_IN_COMPOSE } from './dotenv.ts';
import { environmentSchemas } from './environment.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const LAYOUT: Layout = {
  ports: {
    ...Object.fromEntries(SERVICE_NAMES.map((name) => [name, 3000])),
    'realtime-1': 3000,
    gateway: 8080,
    store: 27017,
  },
  realtimeNodes: ['realtime-1'],
  publicHost: '127.0.0.1',
  dataDir: '/data',
  redisUrl: 'redis://127.0.0.1:6379',
  ownRedis: false,
  mongodbUrl: 'mongodb://127.0.0.1:27017/doushouqi',
  keys: {
    publicKey: '/public',
    privateKey: '/private',
    serviceToken: '/token',
    redisPassword: '/redis',
    backupSigning: '/backups',
  },
  logLevel: 'info',
  webDist: '/web',
};

test('lists exactly the services that have a folder', () => {
  expect([...SERVICE_NAMES].sort()).toEqual(readdirSync(join(ROOT, 'services')).sort());
});

const { services } = readComposeFile(join(ROOT, 'docker-compose.yml'));
const schemas = [...(await environmentSchemas())];

describe.each(schemas)('the environment of %s', (role, schema) => {
  test('is complete and valid in `npm start`', () => {
    expect(parseEnv(schema, environmentOf(LAYOUT, role, role))).toMatchObject({ ok: true });
  });

  test.each(['', 'qi.example.test'])(
    'is complete and valid in docker-compose.yml, SITE_ADDRESS=%s',
    (site) => {
      const containers = Object.entries(services).filter(([name]) => name.replace(/-\d$/, '') === role);
      expect(containers.length).toBe(role === 'store' ? 0 : role === 'realtime' ? 2 : 1);
      for (const [, { environment = {} }] of containers) {
        const given = Object.entries(environment).map(([name, value]) => [
          name,
          value
            ?.replace(/^\$\{[A-Z_]+:-(.*)\}$/, '$1')
            .replace(/^\$\{SITE_ADDRESS:\+(.*)\}$/, site && '$1')
            // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in the file
            .replace('${SITE_ADDRESS:-}', site) ?? '',
        ]);
        expect(parseEnv(schema, Object.fromEntries(given))).toMatchObject({ ok: true });
        const passed = Object.keys(schema.shape).filter((variable) => !NOT_IN_COMPOSE.includes(variable));
        expect(Object.keys(environment).sort()).toEqual(passed.sort());
      }
    },
  );
});

test('connects every service to the Redis given to `npm start`', () => {
  const redisUrl = 'rediss-cluster://:secret@one:6379,two:6379';
  expect(environmentOf({ ...LAYOUT, redisUrl }, 'auth', 'auth').REDIS_URL).toBe(redisUrl);
});
