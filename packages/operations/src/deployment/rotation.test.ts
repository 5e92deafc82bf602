import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureKeys } from './key-files.ts';
import { openToOthers } from './private-files.ts';
import { addKey, changeServiceTokens, dropKeys, keyState, switchKey } from './rotation.ts';

const DAY_MS = 86_400_000;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doushouqi-keys-'));
  ensureKeys(dir);
});
afterEach(() => rmSync(dir, { recursive: true }));

test('adds, switches and drops a key without files that other users can read', () => {
  const old = keyState(dir).signs;
  addKey(dir);
  const { next, ...added } = keyState(dir);
  expect(added).toMatchObject({ accepted: [old, next], signs: old });
  switchKey(dir);
  expect(keyState(dir)).toMatchObject({ accepted: [old, next], signs: next, next: null });
  expect(openToOthers(dir)).toEqual([]);
  dropKeys(dir, 7, Date.now() + 7 * DAY_MS);
  expect(keyState(dir)).toMatchObject({ accepted: [next], signs: next });
  // The platform can start with the resulting files.
  ensureKeys(dir);
  expect(keyState(dir).signs).toBe(next);
});

test('refuses steps in the wrong order', () => {
  expect(() => switchKey(dir)).toThrow('run `add` first');
  addKey(dir);
  expect(() => addKey(dir)).toThrow('run `switch`');
  switchKey(dir);
  expect(() => dropKeys(dir, 7, Date.now() + 6 * DAY_MS)).toThrow('6.0 have passed');
  expect(keyState(dir).accepted).toHaveLength(2);
});

test('adds, switches and drops a service token', () => {
  const tokens = () => readFileSync(join(dir, 'service-token'), 'utf8').trim().split('\n');
  const [old] = tokens();
  expect(() => changeServiceTokens(dir, 'drop')).toThrow('run `token-add` first');
  changeServiceTokens(dir, 'add');
  const [first, next] = tokens();
  expect(first).toBe(old);
  changeServiceTokens(dir, 'switch');
  expect(tokens()).toEqual([next, old]);
  changeServiceTokens(dir, 'drop');
  expect(tokens()).toEqual([next]);
});
