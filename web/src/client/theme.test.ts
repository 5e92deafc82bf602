import { THEMES } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import themes from '../../art/themes/themes.json' with { type: 'json' };
import { backgroundSources, resolveTheme, THEME_LOOKS } from './theme.ts';

it.each([
  [[undefined, null], 'default'],
  [['space', 'chess'], 'space'],
  [[undefined, 'chess'], 'chess'],
  [['nonsense', 'cute'], 'cute'],
  [['toString'], 'default'],
])('selects from %j the theme %s', (wishes, theme) => {
  expect(resolveTheme(...wishes)).toBe(theme);
});

it("has the tone of each theme's pictures", () => {
  const said = themes.map(({ id, backgroundTone, ...rest }) => [
    id,
    { tone: backgroundTone, night: 'night' in rest },
  ]);
  expect(THEME_LOOKS).toEqual(Object.fromEntries(said));
});

it('uses the night pictures of themes that have them', () => {
  expect(backgroundSources('default', '/art/default-1', true)).toEqual({
    wide: '/art/default-1/background-pc-dark.webp',
    narrow: '/art/default-1/background-pe-dark.webp',
    fallback: '/themes/default/background-dark.png',
    veil: false,
    tone: 'dark',
  });
});

it.each(THEMES)('%s has a veil only in dark mode, and only if its pictures are light there', (theme) => {
  const { tone, night } = THEME_LOOKS[theme];
  expect(backgroundSources(theme, '/art', false)).toMatchObject({ veil: false, tone });
  expect(backgroundSources(theme, '/art', true)).toMatchObject({
    veil: tone === 'light' && !night,
    tone: 'dark',
  });
});

it('uses the pictures of the theme', () => {
  expect(backgroundSources('space', '/art/space-1', true)).toMatchObject({
    wide: '/art/space-1/background-pc.webp',
    narrow: '/art/space-1/background-pe.webp',
    fallback: '/themes/space/background.png',
  });
});
