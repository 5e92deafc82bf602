import { DEFAULT_THEME } from '@doushouqi/protocol';

/** Themes that the build renders; `night` has its own dark backgrounds, the others get a veil. */
const THEMES: Record<string, { night: boolean }> = { default: { night: true } };

/** The first of the wishes that exists: user settings, then the saved theme, then the default (spec §4). */
export function resolveTheme(...wishes: (string | null | undefined)[]): string {
  return wishes.find((wish) => wish != null && Object.hasOwn(THEMES, wish)) ?? DEFAULT_THEME;
}

export interface BackgroundSources {
  wide: string;
  narrow: string;
  /** For a theme without the other two. */
  fallback: string;
  veil: boolean;
}

/** Addresses of the page background; `wide` is for more than 1024 px (spec §2). */
export function backgroundSources(theme: string, dark: boolean): BackgroundSources {
  const night = dark && (THEMES[theme]?.night ?? false);
  const file = (name: string) => `/themes/${theme}/${name}${night ? '-dark' : ''}.webp`;
  return {
    wide: file('background-pc'),
    narrow: file('background-pe'),
    fallback: file('background'),
    veil: dark && !night,
  };
}
