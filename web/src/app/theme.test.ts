import { expect, it } from 'vitest';
import { backgroundSources, resolveTheme } from './theme.ts';

it.each([
  [[undefined, null], 'default'],
  [['nonsense', 'default'], 'default'],
  [['toString'], 'default'],
])('of the wishes %j the theme is %s', (wishes, theme) => {
  expect(resolveTheme(...wishes)).toBe(theme);
});

it('uses the night pictures where the theme has them', () => {
  expect(backgroundSources('default', true)).toEqual({
    wide: '/themes/default/background-pc-dark.webp',
    narrow: '/themes/default/background-pe-dark.webp',
    fallback: '/themes/default/background-dark.webp',
    veil: false,
  });
});

it('veils a theme that has no night pictures, and only at night', () => {
  expect(backgroundSources('other', true)).toMatchObject({
    wide: '/themes/other/background-pc.webp',
    veil: true,
  });
  expect(backgroundSources('other', false).veil).toBe(false);
});
