import type { BoardLayout } from './geometry.ts';
import { ANIMALS, type PieceId, SIDES } from './types.ts';

/** A theme's settings of the board. */
export interface BoardTheme {
  /** URL of the folder with its pictures. */
  art: string;
  layout: BoardLayout;
  /** The picture is rotated with the orientation. */
  allowFlip: boolean;
  /** Edge of a piece's picture in edges of a square. */
  pieceScale: number;
  /**
   * Edge of a square below which a label shows the character, because the picture's own is smaller than 12 px:
   * `early`
   * 128 px, `late` 72 px; `none` if the picture is the character.
   */
  label: 'early' | 'late' | 'none';
  /** Below 40 px the center of the picture is shown in a plain disc. */
  disc: boolean;
  /** Every piece shows its rank. */
  ranks: boolean;
  /** Size of the turn's glow, in edges of a square. */
  glow: number;
  /** Colors of marks and labels, which follow the theme and not the mode. */
  overlay: { select: string; last: string; dot: string; dotWater: string; line: string; coordinate: string };
}

/** A picture in several sizes, as attributes of an `img`. */
interface Picture {
  src: string;
  srcSet: string;
  sizes: string;
}

/** Widths of boards in px, for phones and for large or dense screens. */
export const BOARD_WIDTHS = [768, 1228] as const;
export const PIECE_EDGES = [96, 192] as const;
/** Order of the pieces on a theme's sheet. */
export const PIECE_ORDER: readonly PieceId[] = SIDES.flatMap((side) =>
  ANIMALS.map((animal) => ({ side, animal })),
);

/** A board fills a phone's width; on other screens the height of the page limits it. */
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

/** The theme `default`, whose values replace those that another theme omits. */
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

/** Returns a theme's settings of the board. */
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

/** Reads `/themes/{id}/config.json`. @throws Error if it cannot be read. */
export async function fetchThemeConfig(id: string): Promise<ThemeConfig> {
  const response = await fetch(`/themes/${id}/config.json`);
  if (!response.ok) throw new Error(`No configuration of theme ${id}`);
  return (await response.json()) as ThemeConfig;
}
