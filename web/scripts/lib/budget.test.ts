import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkBudget, staticScripts } from './budget.ts';
import type { Manifest } from './manifest.ts';
import { importCircle } from './manifest.ts';

const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  'home.tsx': { file: 'home.js', imports: ['_shared.js', 'index.html'] },
  'room.tsx': { file: 'room.js' },
  '_shared.js': { file: 'shared.js', imports: ['home.tsx'] },
  'a.css': { file: 'a.css' },
};

it('counts each static import once, also in cycles, and no lazy page', () => {
  expect(staticScripts(manifest, ['index.html', 'home.tsx']).sort()).toEqual([
    'home.js',
    'index.js',
    'shared.js',
  ]);
});

it('counts scripts only', () => {
  expect(staticScripts(manifest, ['a.css'])).toEqual([]);
});

it('fails when an entry is missing, so that the budget cannot pass by counting nothing', () => {
  expect(() => staticScripts(manifest, ['src/Home.tsx'])).toThrow('no chunk src/Home.tsx');
});

it('counts scripts that load later, and refuses a page over its budget', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'budget-'));
  for (const name of ['index', 'home', 'shared', 'room'])
    await writeFile(join(dist, `${name}.js`), Array.from({ length: 400 }, (_, i) => name + i * i).join());
  const page = { name: 'home', path: '^/$', modules: ['home.tsx'], next: [], later: [], budget: 4_500 };
  await expect(checkBudget(dist, manifest, page)).resolves.toMatch(/^home: /);
  await expect(checkBudget(dist, manifest, { ...page, later: ['room.tsx'] })).rejects.toThrow('Over budget');
  await rm(dist, { recursive: true });
});

it('finds chunks that import each other in a cycle', () => {
  const chunk = (...imports: string[]) => ({ file: 'a.js', imports });
  expect(importCircle({ home: chunk('app', 'table'), table: chunk('app'), app: chunk() })).toBeNull();
  expect(importCircle({ home: chunk('a'), a: chunk('b'), b: chunk('a') })).toEqual(['a', 'b', 'a']);
});
