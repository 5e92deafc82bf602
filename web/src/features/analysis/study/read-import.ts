import {
  DEFAULT_RULE_SET,
  err,
  GAME_TEXT_LIMITS,
  type Game,
  type GameText,
  type GameTextError,
  type GameTree,
  gameOfRecord,
  ONLINE_RULE_SET,
  ok,
  type Position,
  parseFen,
  parseGameText,
  parseMoveList,
  parsePositionString,
  parseRecord,
  positionOf,
  RECORD_LENGTH,
  type ReplayError,
  type Result,
  type RuleSetName,
  type SetupError,
  samePosition,
  startPosition,
  TREE_LIMITS,
  treeOfGame,
} from '@doushouqi/rules';

import { normalizeImport } from './import-text.ts';

/** Import of pasted or opened text of any kind. Pure; never throws. */

export type Imported =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'games'; readonly games: readonly GameText[] };

/**
 * Reasons of a failed import. `CODE`: invalid position code. `EMPTY_CODE`: code without pieces. `PIECE`: unknown
 * letter. `BOARD`: invalid FEN-like string. `PLACE`: illegal placing of pieces. `NOTATION`: none of these, nor a
 * game. `JSON`: a file that is not an export. Places count from 1: `game` if there are several, `line` of the text,
 * `ply` of a move.
 */
export type ImportError =
  | { readonly code: 'EMPTY' | 'TOO_LONG' | 'CODE' | 'EMPTY_CODE' | 'BOARD' | 'JSON' }
  | { readonly code: 'PIECE'; readonly char: string }
  | { readonly code: 'PLACE'; readonly reason: SetupError }
  | {
      readonly code: 'NOTATION';
      readonly reason: ReplayError['code'] | GameTextError['code'];
      readonly game?: number;
      readonly line?: number;
      readonly ply: number;
    };

/** UTF-16 units. */
export const IMPORT_LENGTH = GAME_TEXT_LIMITS.length;

/** Limit of a move list: 16 units a move, for the maximum number of moves of a tree. */
const LIST_LENGTH = 16 * TREE_LIMITS.moves;

/** Codes and records do not contain their rule set: the first one that fits is used. */
const RULE_SETS: readonly RuleSetName[] = [DEFAULT_RULE_SET, ONLINE_RULE_SET, 'local-1'];

/** Detects the kind of a text and reads it. */
export function readImport(given: string): Result<Imported, ImportError> {
  if (given.length > IMPORT_LENGTH) return err({ code: 'TOO_LONG' });
  const typed = given.replace(/^\uFEFF/, '').trim();
  if (/^(?:\{\s*["}]|\[\s*[[{\]])/.test(typed)) return readJson(typed);
  const text = normalizeImport(typed).trim();
  if (text === '') return err({ code: 'EMPTY' });
  const digits = text.replace(/\s/g, '');
  if (isDigits(digits)) return readDigits(digits);
  if (isBoard(text)) return readBoard(text);
  if (isGameText(text)) return readGames(text);
  if (text.length > LIST_LENGTH) return err({ code: 'TOO_LONG' });
  return played((ruleSet) => parseMoveList(text, { ruleSet }));
}

/** Returns whether the text is nearly all digits: a code or a record, perhaps with a typing error. */
function isDigits(text: string): boolean {
  return (
    text.length <= RECORD_LENGTH && !/\//.test(text) && text.replace(/\d/g, '').length * 4 <= text.length
  );
}

/**
 * Returns whether the text has headers, comments, branches or a result of a game text; a move list has none of these.
 */
function isGameText(text: string): boolean {
  return /[[{(*]|(?:^|\s)(?:1-0|0-1|1\/2-1\/2)(?:\s|$)/.test(text);
}

/** Returns whether the text is rows between slashes; a header with as many slashes does not begin with a row. */
function isBoard(text: string): boolean {
  const [rows = ''] = text.split(/\s/, 1);
  return text.length <= 200 && rows.split('/').length > 2;
}

function readDigits(text: string): Result<Imported, ImportError> {
  if (isRecord(text)) return played((ruleSet) => parseRecord(text, { ruleSet }));
  const position = parsePositionString(text);
  if (position.ok) return ok({ kind: 'position', position: position.value });
  const { code } = position.error;
  if (code === 'EMPTY') return err({ code: 'EMPTY_CODE' });
  return err(code === 'LENGTH' || code === 'FORMAT' ? { code: 'CODE' } : { code: 'PLACE', reason: code });
}

/**
 * A code has 32 digits, or nearly as many with a typing error; a record has three for each move and begins with its
 * rounds.
 */
function isRecord(text: string): boolean {
  if (Math.abs(text.length - 32) > 2) return text.length > 32 || /^00\d\d[0129]/.test(text);
  return text.length % 3 === 0 && RULE_SETS.some((ruleSet) => parseRecord(text, { ruleSet }).ok);
}

function readBoard(text: string): Result<Imported, ImportError> {
  const position = parseFen(text);
  if (position.ok) return ok({ kind: 'position', position: position.value });
  const { error } = position;
  if (error.code === 'INVALID_PIECE') return err({ code: 'PIECE', char: error.char });
  return err(error.code === 'FORMAT' ? { code: 'BOARD' } : { code: 'PLACE', reason: error.code });
}

function played(parse: (ruleSet: RuleSetName) => Result<Game, ReplayError>): Result<Imported, ImportError> {
  const [first, ...others] = RULE_SETS;
  const usual = parse(first!);
  const read = usual.ok ? usual : (firstRead(others, parse) ?? usual);
  if (!read.ok) return err({ code: 'NOTATION', reason: read.error.code, ply: read.error.ply });
  return someGames([{ headers: {}, tree: treeOfGame(read.value), times: [] }]);
}

function firstRead(sets: readonly RuleSetName[], parse: (ruleSet: RuleSetName) => Result<Game, ReplayError>) {
  for (const ruleSet of sets) {
    const read = parse(ruleSet);
    if (read.ok) return read;
  }
  return null;
}

function readGames(text: string): Result<Imported, ImportError> {
  const games = parseGameText(text);
  if (games.ok) return someGames(games.value);
  const { code, game, line, ply } = games.error;
  return err({ code: 'NOTATION', reason: code, game, line, ply });
}

/** A game needs a move, or at least its own start position. */
function someGames(games: readonly GameText[]): Result<Imported, ImportError> {
  const empty = games.findIndex(({ tree }) => tree.moves === 0 && isUsualStart(tree));
  if (empty < 0) return ok({ kind: 'games', games });
  return err({ code: 'NOTATION', reason: 'NO_MOVES', ply: 0, ...(games.length > 1 && { game: empty + 1 }) });
}

function isUsualStart({ root }: GameTree): boolean {
  return samePosition(positionOf(root.game), startPosition());
}

/** Maximum number of plies of all games of a file; each one is a node. */
const MOST_MOVES = 200_000;

/** Reads an export of the history: one game, a list of games, or `{ games }`. */
function readJson(text: string): Result<Imported, ImportError> {
  const given = parsed(text);
  const list = Array.isArray(given) ? given : hasGames(given) ? given.games : [given];
  if (list.length === 0 || list.length > GAME_TEXT_LIMITS.games) return err({ code: 'JSON' });
  const games: GameText[] = [];
  let moves = 0;
  for (const [index, one] of list.entries()) {
    const game = gameOfRecord(one);
    if (!game.ok) {
      const { error } = game;
      if (error.code === 'SHAPE') return err({ code: 'JSON' });
      const place = { ply: error.ply, ...(list.length > 1 && { game: index + 1 }) };
      return err({ code: 'NOTATION', reason: error.code, ...place });
    }
    moves += game.value.tree.moves;
    if (moves > MOST_MOVES) return err({ code: 'TOO_LONG' });
    games.push(game.value);
  }
  return someGames(games);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasGames(value: unknown): value is { games: unknown[] } {
  return typeof value === 'object' && value !== null && 'games' in value && Array.isArray(value.games);
}
