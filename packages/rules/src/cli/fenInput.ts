import { parseFen } from '../notation/fen.ts';
import type { Position } from '../position.ts';
import { err, type Result } from '../result.ts';
import type { CommandError } from './lines.ts';

/** Reads a FEN-like string given to a command. */
export function readFen(text: string): Result<Position, CommandError> {
  const parsed = parseFen(text);
  if (parsed.ok) return parsed;
  const detail =
    parsed.error.code === 'INVALID_PIECE'
      ? `invalid piece character ${JSON.stringify(parsed.error.char)}`
      : `not a FEN-like string: ${JSON.stringify(text.slice(0, 80))}`;
  return err({ code: parsed.error.code, detail });
}
