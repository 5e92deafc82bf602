import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVault } from './distribute.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doushouqi-vault-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('what was made once stays', () => {
  expect(openVault(dir)).toEqual(openVault(dir));
});

test('a public key that is gone is named, and the private one stays', () => {
  openVault(dir);
  const kept = readFileSync(join(dir, 'jwt-private.pem'), 'utf8');
  rmSync(join(dir, 'jwt-public.pem'));
  expect(() => openVault(dir)).toThrow(/jwt-public\.pem is gone, .* put it back from a backup/);
  expect(readFileSync(join(dir, 'jwt-private.pem'), 'utf8')).toBe(kept);
});

test('passwords that are cut off are named, and not made anew', () => {
  openVault(dir);
  const file = join(dir, 'redis-passwords.json');
  truncateSync(file, 20);
  expect(() => openVault(dir)).toThrow(/redis-passwords\.json is damaged: put it back from a backup/);
  expect(readFileSync(file)).toHaveLength(20);
});
