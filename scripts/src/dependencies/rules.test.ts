import { describe, expect, test } from 'vitest';
import { readAudit } from './audit.ts';
import { dependencyProblems, type LockedPackage } from './rules.ts';

const GOOD: LockedPackage = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };

function problems(place: string, changes: Partial<LockedPackage>): string[] {
  return dependencyProblems({
    locked: { [place]: { ...GOOD, ...changes } },
    manifests: [],
    allowScripts: ['node'],
  });
}

describe('a package', () => {
  test.each<[string, Partial<LockedPackage>]>([
    ['node_modules/a', {}],
    ['node_modules/a', { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }],
    ['node_modules/node', { hasInstallScript: true }],
    ['node_modules/a', { license: '(GPL-3.0 OR MIT)' }],
    ['node_modules/a', { license: 'MPL-2.0', dev: true }],
    ['node_modules/web-push', { license: 'MPL-2.0' }],
    ['node_modules/a', { integrity: undefined, optional: true, os: ['darwin'] } as never],
    ['packages/rules', { integrity: undefined } as never],
  ])('accepts %s %o', (place, changes) => {
    expect(problems(place, changes)).toEqual([]);
  });

  test.each<[Partial<LockedPackage>, RegExp]>([
    [{ resolved: 'git+ssh://git@github.com/a/a.git' }, /comes from git/],
    [{ resolved: 'https://registry.npmjs.org.evil.example/a.tgz' }, /comes from https/],
    [{ integrity: undefined } as never, /no sha512/],
    [{ integrity: undefined, optional: true } as never, /no sha512/],
    [{ integrity: 'sha1-abc' }, /no sha512/],
    [{ hasInstallScript: true }, /runs a script/],
    [{ license: 'GPL-3.0' }, /GPL-3.0 is not on the list/],
    [{ license: 'MPL-2.0' }, /MPL-2.0/],
    [{ license: 'MIT AND GPL-2.0' }, /GPL-2.0/],
    [{ license: undefined } as never, /license none/],
  ])('%o: %s', (changes, expected) => {
    expect(problems('node_modules/a', changes)).toEqual([expect.stringMatching(expected)]);
  });
});

test('requires exact versions, and accepts any version of a workspace', () => {
  const dependencies = { a: '1.2.3', b: '^1.2.3', '@doushouqi/rules': '*', c: '*', d: 'file:../d' };
  const found = dependencyProblems({
    locked: {},
    manifests: [{ path: 'x', dependencies }],
    allowScripts: [],
  });
  expect(found.map((line) => line.split(' ')[1])).toEqual(['b', 'c', 'd']);
});

test('requires a single version of shared packages', () => {
  const locked = {
    'node_modules/zod': GOOD,
    'node_modules/a/node_modules/zod': GOOD,
    'node_modules/ws': GOOD,
  };
  const found = dependencyProblems({ locked, manifests: [], allowScripts: [] });
  expect(found).toEqual(['zod is there 2 times: node_modules/zod, node_modules/a/node_modules/zod']);
});

describe('an audit', () => {
  test('counts only serious findings', () => {
    const vulnerabilities = { a: { severity: 'critical', range: '<2' }, b: { severity: 'low', range: '*' } };
    expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual({
      asked: true,
      found: ['a <2: critical'],
    });
  });

  test.each(['', 'npm error', '{"message":"404 Not Found"}'])(
    'reports that the registry gave no answer: %s',
    (output) => {
      expect(readAudit(output)).toEqual({ asked: false });
    },
  );
});
