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

test('a key is added, signs, and is alone in the end; no file is open to others meanwhile', () => {
  const old = keyState(dir).signs;
  addKey(dir);
  const { next, ...added } = keyState(dir);
  expect(added).toMatchObject({ accepted: [old, next], signs: old });
  switchKey(dir);
  expect(keyState(dir)).toMatchObject({ accepted: [old, next], signs: next, next: null });
  expect(openToOthers(dir)).toEqual([]);
  dropKeys(dir, 7, Date.now() + 7 * DAY_MS);
  expect(keyState(dir)).toMatchObject({ accepted: [next], signs: next });
  // What is there is what the platform starts with.
  ensureKeys(dir);
  expect(keyState(dir).signs).toBe(next);
});

test('steps out of turn are refused', () => {
  expect(() => switchKey(dir)).toThrow('`add` comes first');
  addKey(dir);
  expect(() => addKey(dir)).toThrow('`switch` comes now');
  switchKey(dir);
  expect(() => dropKeys(dir, 7, Date.now() + 6 * DAY_MS)).toThrow('6.0 have passed');
  expect(keyState(dir).accepted).toHaveLength(2);
});

test('the service token goes the same way: accepted, sent, alone', () => {
  const tokens = () => readFileSync(join(dir, 'service-token'), 'utf8').trim().split('\n');
  const [old] = tokens();
  expect(() => changeServiceTokens(dir, 'drop')).toThrow('`add` comes first');
  changeServiceTokens(dir, 'add');
  const [first, next] = tokens();
  expect(first).toBe(old);
  changeServiceTokens(dir, 'switch');
  expect(tokens()).toEqual([next, old]);
  changeServiceTokens(dir, 'drop');
  expect(tokens()).toEqual([next]);
});
