import type { BoardLayout } from './geometry.ts';
import type { PieceId } from './types.ts';

/** What the board needs of a theme's `config.json`. */
export interface BoardTheme {
  id: string;
  layout: BoardLayout;
  /** The picture turns with the view. */
  allowFlip: boolean;
  /** Edge of a piece's picture in cell edges. */
  pieceScale: number;
  /** Below which edge of a square the character stands over the picture: 64 px, 40 px; none where it is the picture. */
  label: 'early' | 'late' | 'none';
  /** Below 40 px the middle of the picture is shown in a plain disc. */
  disc: boolean;
  /** Every piece bears its rank. */
  ranks: boolean;
  /** How wide the light of the turn is, in cell edges. */
  glow: number;
  /** Colours of marks and coordinates, which follow the theme and not day or night (look §2). */
  overlay: { select: string; last: string; dot: string; dotWater: string; line: string; coordinate: string };
}

/** Address of a piece's picture. */
export function pieceSource(theme: string, { side, animal }: PieceId): string {
  return `/themes/${theme}/pieces/${side}/${animal}.webp`;
}

/** The theme `default`, and what stands in for anything that another theme leaves out. */
export const DEFAULT_BOARD_THEME: BoardTheme = {
  id: 'default',
  layout: { horizontalPadding: 0.3, verticalPadding: 0.25, gap: 0.012 },
  allowFlip: true,
  pieceScale: 0.94,
  label: 'late',
  disc: true,
  ranks: false,
  glow: 1.3,
  overlay: {
    select: 'rgba(240,178,42,.62)',
    last: 'rgba(226,160,40,.36)',
    dot: 'rgba(43,33,25,.46)',
    dotWater: 'rgba(250,255,246,.82)',
    line: 'rgba(150,96,0,.6)',
    coordinate: '#5b4630',
  },
};

/** `/themes/{id}/config.json` (spec §3). */
export interface ThemeConfig {
  name: string;
  description: string;
  board?: Partial<BoardLayout> & { allowFlip?: boolean; currentPlayerGlowSize?: number };
  pieceScale?: number;
  label?: BoardTheme['label'];
  disc?: boolean;
  overlay?: Partial<BoardTheme['overlay']>;
}

/** The board's part of a theme's configuration. */
export function boardThemeOf(id: string, config: ThemeConfig): BoardTheme {
  const known = DEFAULT_BOARD_THEME;
  return {
    id,
    layout: {
      horizontalPadding: config.board?.horizontalPadding ?? known.layout.horizontalPadding,
      verticalPadding: config.board?.verticalPadding ?? known.layout.verticalPadding,
      gap: config.board?.gap ?? known.layout.gap,
    },
    allowFlip: config.board?.allowFlip ?? known.allowFlip,
    pieceScale: config.pieceScale ?? known.pieceScale,
    label: config.label ?? known.label,
    disc: config.disc ?? known.disc,
    ranks: known.ranks,
    glow: config.board?.currentPlayerGlowSize ?? known.glow,
    overlay: { ...known.overlay, ...config.overlay },
  };
}

/** Reads `/themes/{id}/config.json`. @throws Error when it cannot be read. */
export async function fetchThemeConfig(id: string): Promise<ThemeConfig> {
  const response = await fetch(`/themes/${id}/config.json`);
  if (!response.ok) throw new Error(`No configuration of theme ${id}`);
  return (await response.json()) as ThemeConfig;
}
