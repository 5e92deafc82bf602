import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
/** What knows that a game is played online; everything else works for any game. */
const ONLINE = ['game/online/', 'features/room/'];
/** The one way in: the page of a room, which the router loads when it is asked for. */
const ENTRY = { from: 'app/router.tsx', to: 'features/room/RoomPage.tsx' };

function isOnline(path: string): boolean {
  return ONLINE.some((folder) => path.startsWith(folder));
}
const files = globSync('**/*.{ts,tsx}', { cwd: SRC });
const sources = files.map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));
const elsewhere = sources.filter(({ path }) => !isOnline(path) && path !== 'game/online.test.ts');

/** The files of ours that a file imports, as paths below `src`; types too. */
function importsOf({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/(?:from|import)[\s(]*'(\.[^']+)'/g)].map(([, target]) =>
    join(dirname(path), target!),
  );
}

describe('outside the folders of the online game', () => {
  it('nothing imports from them', () => {
    const found = elsewhere.flatMap((file) =>
      importsOf(file)
        .filter(isOnline)
        .map((to) => ({ from: file.path, to })),
    );
    expect(found).toEqual([ENTRY]);
  });

  it('nothing names an online game', () => {
    const named = elsewhere.filter(({ text }) => /\bOnline(Game|State|Facts|Store)\b/.test(text));
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  it('there is more than a few files to look at', () => {
    expect(elsewhere.length).toBeGreaterThan(150);
    expect(sources.length - elsewhere.length).toBeGreaterThan(30);
  });
});
