import { expect, it } from 'vitest';
import { ANIMALS, pieceSvg, publicConfig, readThemes, SIDES } from './themes.ts';

const themes = await readThemes();
const theme = themes.find(({ id }) => id === 'default')!;

it('fills every piece of every theme', async () => {
  for (const each of themes)
    for (const side of SIDES)
      for (const animal of ANIMALS) expect(await pieceSvg(each, side, animal)).not.toContain('{{');
});

it('fails when a palette lacks a colour of the template', async () => {
  const { rimDark: _, ...red } = theme.sides.red;
  await expect(pieceSvg({ ...theme, sides: { ...theme.sides, red } }, 'red', ANIMALS[0])).rejects.toThrow(
    'rimDark',
  );
});

it('fails when the glyph font lacks the character', async () => {
  await expect(pieceSvg({ ...theme, glyphFont: 'none' }, 'red', ANIMALS[0])).rejects.toThrow('char');
});

it('takes icons from an Iconify set and fails when the set lacks one', async () => {
  const icons = { rat: 'rabbit-bold' };
  const [rat, cat] = ANIMALS;
  expect(await pieceSvg({ ...theme, iconSource: 'ph', icons }, 'blue', rat)).toContain('<path d="');
  await expect(pieceSvg({ ...theme, iconSource: 'ph', icons }, 'blue', cat)).rejects.toThrow(
    'no icon for cat',
  );
});

it('publishes the fields of the spec and no palette', () => {
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
