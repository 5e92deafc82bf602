import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WEB } from './files.ts';
import { fillTemplate, svgBody } from './template.ts';

export const SIDES = ['red', 'blue'] as const;
export type Side = (typeof SIDES)[number];

/** Animal files of the spec with the character and the FEN letter of each. */
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

/** Board measures in cell edges. */
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
  /** Legible small pieces, see `BoardTheme` in src/board/theme.ts. */
  label: 'early' | 'late' | 'none';
  disc: boolean;
  backgroundTone: 'light' | 'dark';
  /** Has dark backgrounds of its own. */
  night?: boolean;
  overlay: Record<string, string>;
  board: BoardMeasures;
  glyphFont: string;
  /** The icons as a file pattern below `art/`; absent: characters only. */
  icons?: string;
  /** The viewBox of the icons. */
  artBox?: string;
  sides: Record<Side, Record<string, string>>;
}

export const ART = join(WEB, 'art');

/** The themes that the build renders. */
export async function readThemes(): Promise<ThemeSource[]> {
  return JSON.parse(await readFile(join(ART, 'themes/themes.json'), 'utf8'));
}

/** The finished SVG of one piece. @throws Error on a slot without a value. */
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

/** What `/themes/{id}/config.json` says: the spec's fields and what the board renderer needs beside them. */
export function publicConfig({ icons, artBox, glyphFont, sides, ...config }: ThemeSource) {
  return config;
}
