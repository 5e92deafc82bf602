import { expect, it } from 'vitest';
import { type Manifest, staticScripts } from './budget.ts';

const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  'home.tsx': { file: 'home.js', imports: ['_shared.js', 'index.html'] },
  'room.tsx': { file: 'room.js' },
  '_shared.js': { file: 'shared.js', imports: ['home.tsx'] },
  'a.css': { file: 'a.css' },
};

it('counts each static import once, cycles too, and no lazy page', () => {
  expect(staticScripts(manifest, ['index.html', 'home.tsx']).sort()).toEqual([
    'home.js',
    'index.js',
    'shared.js',
  ]);
});

it('counts scripts only', () => {
  expect(staticScripts(manifest, ['a.css'])).toEqual([]);
});

it('fails when an entry is gone, so that the budget cannot pass by counting nothing', () => {
  expect(() => staticScripts(manifest, ['src/Home.tsx'])).toThrow('no chunk src/Home.tsx');
});
