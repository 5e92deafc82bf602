import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WEB } from './files.ts';
import { fillTemplate, svgBody } from './template.ts';

export const SIDES = ['red', 'blue'] as const;
export type Side = (typeof SIDES)[number];

/** The animals' file names, each with its character and its FEN letter. */
export const ANIMALS = [
  { name: 'rat', char: '鼠', letter: 'R' },
  { name: 'cat', char: '猫', letter: 'C' },
  { name: 'dog', char: '狗', letter: 'D' },
  { name: 'wolf', char: '狼', letter: 'W' },
  { name: 'leopard', char: '豹', letter: 'J' },
  { name: 'tiger', char: '虎', letter: 'T' },
  { name: 'lion', char: '狮', letter: 'L' },
  { name: 'elephant', char: '象', letter: 'E' },
] as const;
type Animal = (typeof ANIMALS)[number];

/** Measures of a board in edges of a square. */
export interface BoardMeasures {
  horizontalPadding: number;
  verticalPadding: number;
  gap: number;
  allowFlip: boolean;
  currentPlayerGlowSize: number;
}

/** One entry of `art/themes/themes.json`. */
export interface ThemeSource {
  id: string;
  name: string;
  description: string;
  author: string;
  pieceScale: number;
  /** How early small pieces switch to labels, see `BoardTheme` in src/board/theme.ts. */
  label: 'early' | 'late' | 'none';
  disc: boolean;
  backgroundTone: 'light' | 'dark';
  /** The theme has separate backgrounds for dark mode. */
  night?: boolean;
  overlay: Record<string, string>;
  board: BoardMeasures;
  glyphFont: string;
  /** File pattern of the icons below `art/`; absent: characters only. */
  icons?: string;
  /** The viewBox of the icons. */
  artBox?: string;
  sides: Record<Side, Record<string, string>>;
}

export const ART = join(WEB, 'art');

/** Reads the themes that the build renders. */
export async function readThemes(): Promise<ThemeSource[]> {
  return JSON.parse(await readFile(join(ART, 'themes/themes.json'), 'utf8'));
}

/** Returns the SVG of a piece. @throws Error if a slot has no value. */
export async function pieceSvg(theme: ThemeSource, side: Side, animal: Animal): Promise<string> {
  const template = await readFile(join(ART, 'themes', theme.id, 'piece.svg'), 'utf8');
  const glyphs = JSON.parse(await readFile(join(ART, 'themes/glyphs.json'), 'utf8'));
  const char: string | undefined = glyphs[theme.glyphFont]?.[animal.char];
  const icon = theme.icons && join(ART, theme.icons.replace('{animal}', animal.name));
  return fillTemplate(template, {
    ...theme.sides[side],
    ...(char && { char }),
    ...(icon && { art: svgBody(await readFile(icon, 'utf8')) }),
    ...(theme.artBox && { artBox: theme.artBox }),
  });
}

/** Returns the content of `/themes/{id}/config.json`: the public fields and the settings of the board. */
export function publicConfig({ icons, artBox, glyphFont, sides, ...config }: ThemeSource) {
  return config;
}
