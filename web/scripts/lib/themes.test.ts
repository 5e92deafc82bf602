import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AVATARS, THEMES } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { ANIMALS, ART, pieceSvg, publicConfig, readThemes, SIDES } from './themes.ts';

const themes = await readThemes();
const theme = themes.find(({ id }) => id === 'default')!;

it('fills every piece of every theme', async () => {
  for (const each of themes)
    for (const side of SIDES)
      for (const animal of ANIMALS) expect(await pieceSvg(each, side, animal)).not.toContain('{{');
});

it('fails when a palette lacks a color of the template', async () => {
  const { rimDark: _, ...red } = theme.sides.red;
  await expect(pieceSvg({ ...theme, sides: { ...theme.sides, red } }, 'red', ANIMALS[0])).rejects.toThrow(
    'rimDark',
  );
});

it('fails when the glyph font lacks the character', async () => {
  await expect(pieceSvg({ ...theme, glyphFont: 'none' }, 'red', ANIMALS[0])).rejects.toThrow('char');
});

it('fails when a theme has no icon for an animal', async () => {
  const icons = 'icons/noto/{animal}-hero.svg';
  await expect(pieceSvg({ ...theme, icons }, 'red', ANIMALS[0])).rejects.toThrow('rat-hero.svg');
});

it('draws a theme of characters without icons, and fails if the template requires icons', async () => {
  const characters = themes.find(({ id }) => id === 'xiangqi')!;
  expect(characters.icons).toBeUndefined();
  const { icons: _, ...bare } = theme;
  await expect(pieceSvg(bare, 'red', ANIMALS[0])).rejects.toThrow('art');
});

it("renders the themes and offers the avatars that the protocol accepts, in the protocol's order", async () => {
  expect(themes.map(({ id }) => id)).toEqual([...THEMES]);
  const { avatars } = JSON.parse(await readFile(join(ART, 'avatars/config.json'), 'utf8'));
  expect(avatars.map(({ filename }: { filename: string }) => filename)).toEqual([...AVATARS]);
});

it('publishes the documented fields and no palette', () => {
  expect(publicConfig(theme)).toMatchObject({
    id: 'default',
    name: '山河',
    board: {
      horizontalPadding: 0.3,
      verticalPadding: 0.25,
      gap: 0.012,
      allowFlip: true,
      currentPlayerGlowSize: 1.3,
    },
  });
  expect(publicConfig(theme)).not.toHaveProperty('sides');
});
