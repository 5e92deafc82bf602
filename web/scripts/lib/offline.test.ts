import { expect, it } from 'vitest';
import { filesOf } from './offline.ts';

const MANIFEST = {
  'index.html': { file: 'a.js', imports: ['_app'], assets: ['favicon.svg'] },
  _app: { file: 'app.js', css: ['app.css'], assets: ['font.woff2'] },
  'Local.tsx': { file: 'local.js', imports: ['_table', '_app'] },
  _table: { file: 'table.js', imports: ['_app'], css: ['table.css'] },
  'Room.tsx': { file: 'room.js', imports: ['_table'] },
};

it('takes along what the pages import, styles and pictures, and no other page', () => {
  expect(filesOf(MANIFEST, ['index.html', 'Local.tsx']).sort()).toEqual(
    ['a.js', 'app.css', 'app.js', 'favicon.svg', 'font.woff2', 'local.js', 'table.css', 'table.js'].sort(),
  );
});

it('fails when a page is not there any more', () => {
  expect(() => filesOf(MANIFEST, ['Gone.tsx'])).toThrow('Gone.tsx');
});
