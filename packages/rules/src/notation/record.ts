/** The compact record string, in which games are stored and sent. */
import type { PieceType } from '../board.ts';
import { type Game, type MoveError, newGame, play } from '../game.ts';
import { END_REASONS, endReasonCode, type Winner } from '../outcome.ts';
import { findOwnPiece, type ReplayError, type ReplayOptions, withResult } from '../replay.ts';
import { err, ok, type Result } from '../result.ts';

const HEADER_LENGTH = 6;
const MOVE_LENGTH = 3;
const MAX_ROUNDS = 9999;
/** Winners by digit; 9 is a game in progress. */
const WINNERS: readonly Winner[] = ['draw', 'red', 'blue'];

const HEADER = /^\d{4}[0129]\d/;
const MOVE = /^[1-8][0-6][0-8]$/;

/**
 * Formats the record of a game: four digits of started rounds (plies / 2, rounded up, at most 9999), winner digit (9 while in
 * progress), end-reason digit, then piece type, target x and target y of each move. Takes constant time. The record of a game
 * from a set-up position is relative to that position.
 */
export function formatRecord(game: Game): string {
  const { winner, endReason } = game.outcome;
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(game.history.length / 2));
  return `${String(rounds).padStart(4, '0')}${winner === null ? 9 : WINNERS.indexOf(winner)}${endReasonCode(endReason)}${game.digits}`;
}

/**
 * Replays a record. The round count must be four digits but is not compared, because writers count differently. With a header
 * "in progress" the result follows from the moves; any other result must be that of the board or a possible one from outside it
 * (else `RESULT`).
 */
export function parseRecord(text: string, options: ReplayOptions = {}): Result<Game, ReplayError> {
  if (!HEADER.test(text)) return err({ code: 'FORMAT', ply: 0 });
  let game = newGame(options.ruleSet, options.start);
  for (let at = HEADER_LENGTH, ply = 1; at < text.length; at += MOVE_LENGTH, ply++) {
    const played = playDigits(game, text.slice(at, at + MOVE_LENGTH));
    if (!played.ok) return err({ code: played.error, ply });
    game = played.value;
  }
  const finished = withResult(game, WINNERS[Number(text[4])] ?? null, END_REASONS[Number(text[5])]!);
  return finished ? ok(finished) : err({ code: 'RESULT', ply: 0 });
}

function playDigits(game: Game, digits: string): Result<Game, 'FORMAT' | MoveError> {
  if (!MOVE.test(digits)) return err('FORMAT');
  if (game.outcome.winner !== null) return err('GAME_OVER');
  const from = findOwnPiece(game.position, Number(digits[0]) as PieceType);
  if (!from) return err('NO_PIECE');
  return play(game, { from, to: { x: Number(digits[1]), y: Number(digits[2]) } });
}
