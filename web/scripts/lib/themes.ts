import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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

/** Board measures in cell edges (spec §9). */
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
  backgroundTone: 'light' | 'dark';
  overlay: Record<string, string>;
  board: BoardMeasures;
  glyphFont: string;
  /** The viewBox of the icons. */
  artBox: string;
  /** A file pattern below `art/`, or icon names in the Iconify set `iconSource`; absent: characters only. */
  icons?: string | Record<string, string>;
  iconSource?: string;
  sides: Record<Side, Record<string, string>>;
}

export const ART = join(WEB, 'art');

/** The themes that the build renders. */
export async function readThemes(): Promise<ThemeSource[]> {
  return JSON.parse(await readFile(join(ART, 'themes/themes.json'), 'utf8'));
}

async function iconBody(theme: ThemeSource, animal: Animal): Promise<string> {
  if (!theme.icons) return '';
  if (typeof theme.icons === 'string')
    return svgBody(await readFile(join(ART, theme.icons.replace('{animal}', animal.name)), 'utf8'));
  const set = createRequire(import.meta.url)(`@iconify-json/${theme.iconSource}/icons.json`);
  const icon = set.icons[theme.icons[animal.name] ?? ''];
  if (!icon) throw new Error(`Theme ${theme.id} has no icon for ${animal.name}`);
  return svgBody(icon.body);
}

/** The finished SVG of one piece. */
export async function pieceSvg(theme: ThemeSource, side: Side, animal: Animal): Promise<string> {
  const template = await readFile(join(ART, 'themes', theme.id, 'piece.svg'), 'utf8');
  const glyphs = JSON.parse(await readFile(join(ART, 'themes/glyphs.json'), 'utf8'));
  const char: string | undefined = glyphs[theme.glyphFont]?.[animal.char];
  return fillTemplate(template, {
    ...theme.sides[side],
    art: await iconBody(theme, animal),
    artBox: theme.artBox,
    ...(char === undefined ? {} : { char }),
  });
}

/** What `/themes/{id}/config.json` says: the spec's fields and what the board renderer needs beside them. */
export function publicConfig({
  icons,
  iconSource,
  artBox,
  glyphFont,
  sides,
  ...config
}: ThemeSource): object {
  return config;
}
