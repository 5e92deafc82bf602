import { expect, it } from 'vitest';
import { engineFilesOf, filesOf } from './offline.ts';

const MANIFEST = {
  'index.html': { file: 'a.js', imports: ['_app'], assets: ['favicon.svg'] },
  _app: { file: 'app.js', css: ['app.css'], assets: ['font.woff2', 'assets/wenkai-names-x.woff2'] },
  'Local.tsx': { file: 'local.js', imports: ['_table', '_app'] },
  _table: { file: 'table.js', imports: ['_app'], css: ['table.css'] },
  'Room.tsx': { file: 'room.js', imports: ['_table'] },
};

it('includes imports, styles and pictures of the pages, but no other page and not the font of nicknames', () => {
  expect(filesOf(MANIFEST, ['index.html', 'Local.tsx']).sort()).toEqual(
    ['a.js', 'app.css', 'app.js', 'favicon.svg', 'font.woff2', 'local.js', 'table.css', 'table.js'].sort(),
  );
});

it('fails when a page is missing', () => {
  expect(() => filesOf(MANIFEST, ['Gone.tsx'])).toThrow('Gone.tsx');
});

it('includes the engine, and fails when a part of it is missing', () => {
  const engine = ['worker-a_-1.js', 'engine-b2.wasm', 'endgame-c3.bin'];
  expect(engineFilesOf(['page-x.js', ...engine])).toEqual(engine.map((file) => `assets/${file}`));
  expect(() => engineFilesOf(engine.slice(1))).toThrow('worker');
});
