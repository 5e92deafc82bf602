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

test('returns the same secrets on every start', () => {
  expect(openVault(dir)).toEqual(openVault(dir));
});

test('reports a missing public key and leaves the private key', () => {
  openVault(dir);
  const privateKey = readFileSync(join(dir, 'jwt-private.pem'), 'utf8');
  rmSync(join(dir, 'jwt-public.pem'));
  expect(() => openVault(dir)).toThrow(/jwt-public\.pem is missing, .* restore it from a backup/);
  expect(readFileSync(join(dir, 'jwt-private.pem'), 'utf8')).toBe(privateKey);
});

test('reports a truncated password file and does not replace it', () => {
  openVault(dir);
  const file = join(dir, 'redis-passwords.json');
  truncateSync(file, 20);
  expect(() => openVault(dir)).toThrow(/redis-passwords\.json is damaged: restore it from a backup/);
  expect(readFileSync(file)).toHaveLength(20);
});
