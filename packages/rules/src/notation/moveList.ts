/** The readable move list: numbered rounds of moves such as `鼠C4→C3`, then the result. */
import { HEIGHT, type PieceType, type Point } from '../board.ts';
import { type Game, type GameMove, gameMoves, lastMove, type MoveError, newGame, play } from '../game.ts';
import { type EndReason, type Outcome, PLAYING, type Winner } from '../outcome.ts';
import { pieceAt } from '../position.ts';
import { type ReplayError, type ReplayOptions, withResult } from '../replay.ts';
import { err, ok, type Result } from '../result.ts';
import { moveRows } from './moveRows.ts';

/** Chinese letters by piece type: `PIECE_LETTERS[type - 1]`. */
export const PIECE_LETTERS = ['鼠', '猫', '狗', '狼', '豹', '虎', '狮', '象'] as const;

const FILES = 'ABCDEFG';

/** Replaces red's move in the first round if blue moves first. */
const NO_MOVE = '…';
const RESULT_LABEL = '结果：';
const WINNER_WORDS: readonly (readonly [Winner, string])[] = [
  ['red', '红方胜'],
  ['blue', '蓝方胜'],
  ['draw', '和棋'],
];
const REASON_WORDS: readonly (readonly [EndReason, string])[] = [
  ['DEN_CAPTURED', '进穴'],
  ['NO_PIECES', '全歼'],
  ['TIME_UP', '超时'],
  ['SURRENDER', '认输'],
  ['DRAW_AGREED', '议和'],
  ['DRAW_100_ROUNDS', '百回合无吃子'],
  ['STALEMATE', '无棋可走'],
  ['OFFLINE_SURRENDER', '离线判负'],
  ['DRAW_TOO_LONG', '对局过长'],
];

const MOVE = /^([鼠猫狗狼豹虎狮象])([A-G])([1-9])→([A-G])([1-9])(?:吃([鼠猫狗狼豹虎狮象]))?$/;

/** Returns the name of a square: file A–G from x, rank 9 − y, so ranks count from red's side. */
export function squareName({ x, y }: Point): string {
  return `${FILES[x]}${HEIGHT - y}`;
}

/** Formats a move, such as `鼠C4→C3`, with `吃` and the letter of a captured piece. */
export function formatMove({ piece, from, to, capturedPiece }: GameMove): string {
  const taken = capturedPiece ? `吃${PIECE_LETTERS[capturedPiece - 1]}` : '';
  return `${PIECE_LETTERS[piece - 1]}${squareName(from)}→${squareName(to)}${taken}`;
}

/** Formats a game: a line per round (`1. 狼C3→C4 鼠A7→A6`), then the result if there is one. */
export function formatMoveList(game: Game): string {
  const lines = moveRows(gameMoves(game)).map(({ number, red, blue }) => {
    const answer = blue ? ` ${formatMove(blue.move)}` : '';
    return `${number}. ${red ? formatMove(red.move) : NO_MOVE}${answer}`;
  });
  const result = formatResult(game.outcome);
  return (result ? [...lines, result] : lines).join('\n');
}

function formatResult({ winner, endReason }: Outcome): string | null {
  const who = WINNER_WORDS.find(([code]) => code === winner)?.[1];
  const why = REASON_WORDS.find(([name]) => name === endReason)?.[1];
  return who && why ? `${RESULT_LABEL}${who}（${why}）` : null;
}

/**
 * Replays a move list. Ignores line breaks, spaces and round numbers; letters, squares and capture marks must match the board.
 * Refuses a text without moves.
 */
export function parseMoveList(text: string, options: ReplayOptions = {}): Result<Game, ReplayError> {
  const { moves, result } = readTokens(text);
  const stated = result === undefined ? PLAYING : parseResult(result);
  if (!stated) return err({ code: 'FORMAT', ply: 0 });
  let game = newGame(options.ruleSet, options.start);
  for (const [index, move] of moves.entries()) {
    const played = playText(game, move);
    if (!played.ok) return err({ code: played.error, ply: index + 1 });
    game = played.value;
  }
  if (moves.length === 0) return err({ code: 'NO_MOVES', ply: 0 });
  const finished = withResult(game, stated.winner, stated.endReason);
  return finished ? ok(finished) : err({ code: 'RESULT', ply: 0 });
}

function readTokens(text: string): { moves: string[]; result: string | undefined } {
  const tokens = text
    .split(/\s+/)
    .map((token) => token.replace(/^\d+\./, ''))
    .filter((token) => token !== '' && token !== NO_MOVE);
  const result = tokens.at(-1)?.startsWith(RESULT_LABEL) ? tokens.pop() : undefined;
  return { moves: tokens, result };
}

function parseResult(text: string): Pick<Outcome, 'winner' | 'endReason'> | null {
  const stated = /^结果：(.+)（(.+)）$/.exec(text);
  const winner = WINNER_WORDS.find(([, word]) => word === stated?.[1])?.[0];
  const endReason = REASON_WORDS.find(([, word]) => word === stated?.[2])?.[0];
  return winner === undefined || endReason === undefined ? null : { winner, endReason };
}

/** Plays a move in the format of `formatMove`. */
export function playText(game: Game, text: string): Result<Game, 'FORMAT' | MoveError> {
  const match = MOVE.exec(text);
  if (!match) return err('FORMAT');
  const from = squarePoint(match[2]!, match[3]!);
  const to = squarePoint(match[4]!, match[5]!);
  if (game.outcome.winner === null && pieceAt(game.position, from)?.type !== typeOfLetter(match[1])) {
    return err('NO_PIECE');
  }
  const played = play(game, { from, to });
  if (!played.ok) return played;
  return lastMove(played.value)?.capturedPiece === typeOfLetter(match[6]) ? played : err('ILLEGAL_MOVE');
}

/** Returns the point of a square name, given as two characters such as `A` and `3`. */
export function squarePoint(file: string, rank: string): Point {
  return { x: FILES.indexOf(file), y: HEIGHT - Number(rank) };
}

function typeOfLetter(letter = ''): PieceType | null {
  const letters: readonly string[] = PIECE_LETTERS;
  const index = letters.indexOf(letter);
  return index < 0 ? null : ((index + 1) as PieceType);
}
