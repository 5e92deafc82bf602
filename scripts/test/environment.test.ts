import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_SERVICES, SERVICE_NAMES, urlVariable } from '@doushouqi/protocol/server';
import { describe, expect, test } from 'vitest';
import { ENVIRONMENT, environmentTable, type Layout } from '../src/platform/environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Read by service-kit's runService itself, not by a service's schema. */
const BY_THE_KIT = [
  'LOG_LEVEL',
  'BUILD_VERSION',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'SUPERVISED',
];

const FILES = {
  ...Object.fromEntries(SERVICE_NAMES.map((name) => [name, `services/${name}/src/env.ts`])),
  gateway: 'gateway/src/env.ts',
};

/** The variables that a schema names, and those of the services where it takes them from the list. */
function namesIn(schema: string): string[] {
  const written = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  return schema.includes('...SERVICE_URLS') ? [...written, ...PUBLIC_SERVICES.map(urlVariable)] : written;
}

test('the list of services is that of their folders', () => {
  expect([...SERVICE_NAMES].sort()).toEqual(readdirSync(join(ROOT, 'services')).sort());
});

describe('the environment table', () => {
  test.each(Object.entries(FILES))('lists exactly what %s reads', (role, file) => {
    const read = namesIn(readFileSync(join(ROOT, file), 'utf8'));
    const listed = ENVIRONMENT.filter(({ readBy }) => readBy.includes(role)).map(({ name }) => name);
    expect(read.sort()).toEqual(listed.filter((name) => !BY_THE_KIT.includes(name)).sort());
  });

  test('is in the README as it is', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(environmentTable());
  });
});

test('a Redis that `npm start` was given is asked as its address says, by every service', () => {
  const redisUrl = 'rediss-cluster://:secret@one:6379,two:6379';
  const { value } = ENVIRONMENT.find(({ name }) => name === 'REDIS_URL')!;
  expect(value!({ redisUrl, ownRedis: false } as Layout, 'auth', 'auth')).toBe(redisUrl);
});
