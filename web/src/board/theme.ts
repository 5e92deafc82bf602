import type { BoardLayout } from './geometry.ts';
import { ANIMALS, type PieceId, SIDES } from './types.ts';

/** What the board needs of a theme. */
export interface BoardTheme {
  /** Address of the folder with its pictures. */
  art: string;
  layout: BoardLayout;
  /** The picture turns with the view. */
  allowFlip: boolean;
  /** Edge of a piece's picture in cell edges. */
  pieceScale: number;
  /**
   * Below which edge of a square a tab with the character lies over the picture, because the picture's own is lower
   * than 12 px: 128 px, 72 px; none where the character is the picture.
   */
  label: 'early' | 'late' | 'none';
  /** Below 40 px the middle of the picture is shown in a plain disc. */
  disc: boolean;
  /** Every piece bears its rank. */
  ranks: boolean;
  /** How wide the light of the turn is, in cell edges. */
  glow: number;
  /** Colors of marks and coordinates, which follow the theme and not day or night. */
  overlay: { select: string; last: string; dot: string; dotWater: string; line: string; coordinate: string };
}

/** A picture in several sizes, as an `img` takes it. */
interface Picture {
  src: string;
  srcSet: string;
  sizes: string;
}

/** How wide boards and pieces are made, in px: for screens as a phone's and for large or fine ones. */
export const BOARD_WIDTHS = [768, 1228] as const;
export const PIECE_EDGES = [96, 192] as const;
/** Pieces as they stand beside each other on a theme's sheet. */
export const PIECE_ORDER: readonly PieceId[] = SIDES.flatMap((side) =>
  ANIMALS.map((animal) => ({ side, animal })),
);

/** A board fills a phone's width, and elsewhere what the page's height leaves it. */
export function boardPicture(art: string): Picture {
  const file = (width: number): string => `${art}/board-${width}.webp`;
  return {
    src: file(BOARD_WIDTHS[1]),
    srcSet: BOARD_WIDTHS.map((width) => `${file(width)} ${width}w`).join(', '),
    sizes: '(max-width: 768px) 96vw, 80vh',
  };
}

/** All pieces in a row, each an eighth of the board wide. */
export function pieceSheet(art: string): Picture {
  const file = (edge: number): string => `${art}/pieces-${edge}.webp`;
  return {
    src: file(PIECE_EDGES[1]),
    srcSet: PIECE_EDGES.map((edge) => `${file(edge)} ${edge * PIECE_ORDER.length}w`).join(', '),
    sizes: '(max-width: 768px) 190vw, 160vh',
  };
}

/** The theme `default`, and what stands in for anything that another theme leaves out. */
export const DEFAULT_BOARD_THEME: BoardTheme = {
  art: '/art/default',
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

/** `/themes/{id}/config.json`. */
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
export function boardThemeOf(art: string, config: ThemeConfig): BoardTheme {
  const known = DEFAULT_BOARD_THEME;
  return {
    art,
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
