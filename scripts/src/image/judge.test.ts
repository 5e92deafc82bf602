import { describe, expect, test } from 'vitest';
import { faultsOf, type ImageFile } from './judge.ts';

function file(path: string, more: Partial<ImageFile> = {}): ImageFile {
  return { path, kind: 'file', mode: 0o644, uid: 0, size: 1, ...more };
}

describe('an image should not hold', () => {
  test.each<[string, ImageFile]>([
    ['a test', file('/app/services/auth/src/tokens.test.ts')],
    ['a folder of tests', file('/app/packages/rules/test/perft.ts')],
    ['helpers for tests', file('/app/packages/service-kit/testing/index.ts')],
    ['tests of a package', file('/app/node_modules/@scope/x/test/a.js')],
    ['history', file('/app/.git/HEAD')],
    ['settings', file('/app/.env')],
    ['a key', file('/app/jwt-private.pem')],
    ['a shell key', file('/root/.ssh/id_ed25519')],
    ['npm', file('/usr/local/bin/npm')],
    ['types', file('/app/node_modules/x/index.d.ts')],
    ['a setuid program', file('/usr/bin/su', { mode: 0o4755 })],
    ['a setgid program', file('/usr/bin/chage', { mode: 0o2755 })],
    ['a file that everybody writes', file('/etc/x', { mode: 0o666 })],
    ['a folder that everybody writes', file('/srv', { kind: 'folder', mode: 0o777 })],
    ['code that the service may change', file('/app/entry.ts', { uid: 1_000 })],
  ])('%s', (_what, one) => {
    expect(faultsOf({ files: [one], packages: [] }, {})).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['a package that the lock file has not', {}, {}],
    ['another version of it', { version: '2.0.0' }, { version: '1.0.0', license: 'MIT' }],
    ['one for development', {}, { version: '1.0.0', license: 'MIT', dev: true }],
    ['one under a license that binds', { license: 'AGPL-3.0' }, { version: '1.0.0' }],
    ['one without a license', { license: undefined }, { version: '1.0.0' }],
  ])('%s', (_what, found, locked) => {
    const packages = [{ path: 'node_modules/x', version: '1.0.0', license: 'MIT', ...found }];
    const lock = Object.keys(locked).length > 0 ? { 'node_modules/x': locked } : {};
    expect(faultsOf({ files: [], packages }, lock)).toHaveLength(1);
  });
});

test('accepts the files that an image needs', () => {
  const files = [
    file('/app/entry.ts', { kind: 'link', mode: 0o777 }),
    file('/app/services/auth/src/main.ts'),
    file('/app/node_modules/testing-things/index.js'),
    file('/tmp', { kind: 'folder', mode: 0o1777 }),
    file('/etc/ssl/certs/x.pem'),
    file('/var/mail', { kind: 'folder', mode: 0o2775 }),
  ];
  const packages = [
    { path: 'node_modules/x', version: '1.0.0', license: '(MIT OR GPL-3.0)' },
    { path: 'node_modules/y', version: '1.0.0', license: undefined },
    { path: 'node_modules/x/node_modules/inner' },
  ];
  const lock = {
    'node_modules/x': { version: '1.0.0', license: 'MIT' },
    'node_modules/y': { version: '1.0.0', license: 'ISC' },
  };
  expect(faultsOf({ files, packages }, lock)).toEqual([]);
});
