import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { expect, it } from 'vitest';
import { fontCharacters } from './cmap.ts';
import { halved, missingCharacters, sliced, uiCharacters, unicodeRange, wideCharacters } from './font.ts';

const require = createRequire(import.meta.url);
function codes(text: string) {
  return new Set([...text].map((char) => char.codePointAt(0)!));
}

it('finds wide characters in code, and skips comments', () => {
  const source = `/** 注释 */\nconst a = '过河，'; // 行末\n  // 整行\nconst url = 'https://x/兽';`;
  expect([...wideCharacters(source)].sort()).toEqual([...'过河，兽'].sort());
});

it('lists the characters that a font lacks', () => {
  expect(missingCharacters('虎a兽', codes('a虎'))).toEqual(['兽']);
  expect(missingCharacters('虎a', codes('a虎'))).toEqual([]);
});

it('collects the texts of the interface, including those of the protocol', async () => {
  const characters = await uiCharacters();
  for (const char of '对弈已退出登录账号或密码错误0Z') expect(characters).toContain(char);
});

it('reads exactly the characters of a subset from its font', async () => {
  const path = '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-700-normal.woff2';
  const font = await readFile(require.resolve(path));
  const subset = fontCharacters(await subsetFont(font, 'A9虎穴，', { targetFormat: 'sfnt' }));
  expect(missingCharacters('A9虎穴，', subset)).toEqual([]);
  expect(missingCharacters('B狮', subset)).toEqual(['B', '狮']);
});

it('puts each character into the first slice that lists it, and other characters into the rest', () => {
  const wants = { home: new Set('山河'), table: new Set('河棋') };
  expect(sliced('山河棋虎', wants)).toEqual([
    { name: 'home', characters: ['山', '河'] },
    { name: 'table', characters: ['棋'] },
    { name: 'rest', characters: ['虎'] },
  ]);
});

it('splits a slice without losing a character', () => {
  expect(halved({ name: 'rest', characters: [...'虎豹狼'] })).toEqual([
    { name: 'rest-1', characters: ['虎', '豹'] },
    { name: 'rest-2', characters: ['狼'] },
  ]);
});

it('writes adjacent code points as ranges', () => {
  expect(unicodeRange(['c', 'a', 'b', '虎', '1'])).toBe('U+31,U+61-63,U+864e');
});
