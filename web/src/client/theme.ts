import { DEFAULT_THEME, THEMES, type ThemeId } from '@doushouqi/protocol';

type Tone = 'light' | 'dark';

/**
 * What the page must know of a theme's pictures before any file of the theme is there: how they are toned, and
 * whether they have a night side.
 */
export const THEME_LOOKS: Record<ThemeId, { tone: Tone; night: boolean }> = {
  default: { tone: 'light', night: true },
  yszb: { tone: 'dark', night: false },
  tysc: { tone: 'light', night: false },
  cute: { tone: 'light', night: false },
  xiangqi: { tone: 'dark', night: false },
  chess: { tone: 'dark', night: false },
  cyberpunk: { tone: 'dark', night: false },
  space: { tone: 'dark', night: false },
};

function isTheme(wish: string | null | undefined): wish is ThemeId {
  return (THEMES as readonly (string | null | undefined)[]).includes(wish);
}

/** The first of the wishes that exists: user settings, then the saved theme, then the default. */
export function resolveTheme(...wishes: (string | null | undefined)[]): ThemeId {
  return wishes.find(isTheme) ?? DEFAULT_THEME;
}

interface BackgroundSources {
  wide: string;
  narrow: string;
  /** For a theme without the other two. */
  fallback: string;
  /** A light picture at night lies under a veil. */
  veil: boolean;
  /** What is seen in the end; text that lies directly on it follows. */
  tone: Tone;
}

/** Addresses of the page background in the folder of the theme; `wide` is for more than 1024 px. */
export function backgroundSources(theme: ThemeId, art: string, dark: boolean): BackgroundSources {
  const look = THEME_LOOKS[theme];
  const night = dark && look.night;
  const part = night ? '-dark' : '';
  return {
    wide: `${art}/background-pc${part}.webp`,
    narrow: `${art}/background-pe${part}.webp`,
    fallback: `/themes/${theme}/background${part}.png`,
    veil: dark && !night && look.tone === 'light',
    tone: dark ? 'dark' : look.tone,
  };
}
