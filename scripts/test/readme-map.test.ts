import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALLOWED_IMPORTS } from '../src/arrows/rules.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

function foldersIn(path: string): string[] {
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
function named(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

/** The rows of the map: a folder, what it is for, what it imports. */
const ROWS = [...README.matchAll(/^\| `([^`]+)` \| (.+) \| (.*)\|$/gm)].map(([, folder, what, imports]) => ({
  folder: folder!,
  what: what!,
  imports: named(imports!),
}));
const MAP = ROWS.filter(({ folder }) => !/^[A-Z_]+$/.test(folder));

const SERVICES = foldersIn('services').toSorted();
const FOLDERS = [
  ...foldersIn('packages').map((name) => `packages/${name}`),
  ...['services', 'gateway', 'web', 'scripts', 'e2e', 'tools', 'k8s', 'docs'],
].toSorted();

describe('the map in the README', () => {
  test('has a row for every folder that there is, and for no other', () => {
    expect(MAP.map(({ folder }) => folder).toSorted()).toEqual(FOLDERS);
  });

  test('names every service, in its row and in the picture', () => {
    expect(named(MAP.find(({ folder }) => folder === 'services')!.what).toSorted()).toEqual(SERVICES);
    const picture = /^## The map\n\n```\n([^`]+)```/m.exec(README)?.[1] ?? '';
    for (const service of SERVICES) expect(picture).toMatch(new RegExp(`\\b${service}\\b`));
  });

  test('has the arrows that are checked', () => {
    const shown = Object.fromEntries(MAP.map(({ folder, imports }) => [folder, imports]));
    const checked = Object.entries(ALLOWED_IMPORTS).map(([folder, targets]) => [
      folder,
      targets.map((target) => target.replace(/^packages\//, '')),
    ]);
    expect(shown).toEqual({ ...Object.fromEntries(checked), k8s: [], docs: [] });
  });
});
