import { fromWireSide, toWireSide, type WireSide } from '@doushouqi/protocol';
import {
  formatGameText,
  type Piece,
  parseGameText,
  parseTreePath,
  placePiece,
  type Setup,
  type Side,
} from '@doushouqi/rules';
import { type Analysis, MODES, newAnalysis } from './analysis.ts';
import { at, type Study, studyOf } from './study.ts';

/** The analysis as text in the browser's storage. Pure; the text is not trusted. */

/**
 * Maximum length in UTF-16 units; longer text is not stored, so that the browser's storage has room for other data.
 */
const MOST = 1_000_000;

interface Saved {
  readonly mode: string;
  /** Four digits a piece: side as on the wire, type, x, y. */
  readonly pieces: string;
  readonly turn: WireSide;
  readonly play: SavedStudy;
  readonly notation: SavedStudy;
}

interface SavedStudy {
  readonly text: string;
  readonly path: string;
  /** Absent in texts of older versions, which are read as edited. */
  readonly isEdited?: boolean;
}

/** Returns null if the text is too long to be stored. */
export function formatAnalysis({ mode, setup, play, notation }: Analysis): string | null {
  const pieces = setup.pieces.map(
    ({ side, type, position: { x, y } }) => `${toWireSide(side)}${type}${x}${y}`,
  );
  const saved: Saved = {
    mode,
    pieces: pieces.join(''),
    turn: toWireSide(setup.turn),
    play: savedStudy(play),
    notation: savedStudy(notation),
  };
  const text = JSON.stringify(saved);
  return text.length > MOST ? null : text;
}

function savedStudy({ headers, tree, path, times, isEdited }: Study): SavedStudy {
  return { text: formatGameText({ headers, tree, times }), path, isEdited };
}

/** Returns the stored analysis; null if the text is invalid. */
export function parseAnalysis(text: string): Analysis | null {
  if (text.length > MOST) return null;
  let saved: Partial<Saved> | null;
  try {
    saved = JSON.parse(text);
  } catch {
    return null;
  }
  const mode = MODES.find((one) => one === saved?.mode);
  const setup = readSetup(saved?.pieces, saved?.turn === 2 ? 'blue' : 'red');
  const play = readStudy(saved?.play);
  const notation = readStudy(saved?.notation);
  return mode && setup && play && notation ? { ...newAnalysis(), mode, setup, play, notation } : null;
}

function readSetup(pieces: unknown, turn: Side): Setup | null {
  if (typeof pieces !== 'string' || !/^(?:[12][1-8][0-6][0-8]){0,16}$/.test(pieces)) return null;
  let setup: Setup = { pieces: [], turn };
  for (const digits of pieces.match(/.{4}/g) ?? []) {
    const [side, type, x, y] = [...digits].map(Number);
    const piece = { side: fromWireSide(side as WireSide), type, position: { x, y } } as Piece;
    const placed = placePiece(setup, piece);
    if (placed.ok) setup = placed.value;
  }
  return setup;
}

function readStudy(saved: unknown): Study | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { text, path, isEdited } = saved as Partial<Record<keyof SavedStudy, unknown>>;
  if (typeof text !== 'string' || typeof path !== 'string') return null;
  const games = parseGameText(text);
  const game = games.ok ? games.value[0] : undefined;
  if (!game) return null;
  const { headers, tree, times = [] } = game;
  return at(studyOf(tree, { headers, times, isEdited: isEdited !== false }), parseTreePath(path) ?? '');
}
