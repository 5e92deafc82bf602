import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENVIRONMENT, environmentTable } from '../src/platform/environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Read by service-kit's runService itself, not by a service's schema. */
const BY_THE_KIT = ['LOG_LEVEL', 'SUPERVISED'];

const FILES = {
  auth: 'services/auth/src/env.ts',
  social: 'services/social/src/env.ts',
  lobby: 'services/lobby/src/env.ts',
  record: 'services/record/src/env.ts',
  room: 'services/room/src/env.ts',
  realtime: 'services/realtime/src/env.ts',
  timekeeper: 'services/timekeeper/src/env.ts',
  gateway: 'gateway/src/env.ts',
};

describe('the environment table', () => {
  test.each(Object.entries(FILES))('lists exactly what %s reads', (role, file) => {
    const schema = readFileSync(join(ROOT, file), 'utf8');
    const read = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    const listed = ENVIRONMENT.filter(({ readBy }) => readBy.includes(role)).map(({ name }) => name);
    expect(read.sort()).toEqual(listed.filter((name) => !BY_THE_KIT.includes(name)).sort());
  });

  test('is in the README as it is', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(environmentTable());
  });
});
