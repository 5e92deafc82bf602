import { DEFAULT_THEME, THEMES, type ThemeId } from '@doushouqi/protocol';

type Tone = 'light' | 'dark';

/** Tone of a theme's pictures, and whether they exist for dark mode; known before any file of the theme is loaded. */
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

/** Returns the first existing theme: the user's setting, then the stored theme, then the default. */
export function resolveTheme(...wishes: (string | null | undefined)[]): ThemeId {
  return wishes.find(isTheme) ?? DEFAULT_THEME;
}

interface BackgroundSources {
  wide: string;
  narrow: string;
  /** For themes without the other two. */
  fallback: string;
  /** In dark mode, a light picture is dimmed. */
  veil: boolean;
  /** Tone of the visible picture, which text on it must contrast with. */
  tone: Tone;
}

/** Returns the URLs of the page background in the theme's folder; `wide` is for windows of more than 1024 px. */
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
