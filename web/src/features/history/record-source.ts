import type { ExportedGame, GameRecord } from '@doushouqi/protocol';
import { type Game, type Position, parseFen, parseRecord } from '@doushouqi/rules';

/** Fields that are needed to replay a stored game. */
type Replayable = Pick<ExportedGame, 'record' | 'ruleSet' | 'start'>;

function startOf(fen: string): Position | null {
  const position = parseFen(fen);
  return position.ok ? position.value : null;
}

/** Returns the game of a record, or null if it cannot be read. Pure. */
export function gameOf({ record, ruleSet, start }: Replayable): Game | null {
  const position = start === null ? undefined : startOf(start);
  if (position === null) return null;
  const game = parseRecord(record, { ruleSet, ...(position && { start: position }) });
  return game.ok ? game.value : null;
}

/** Returns a game in its export format: without fields that follow from its record. Pure. */
export function exportedOf({ notation, favorites, shareId: _, ...game }: GameRecord): ExportedGame {
  return {
    ...game,
    record: notation.record,
    moveTimes: notation.moves.map(({ timestamp }) => timestamp - game.startTime),
    comment: favorites[0]?.comment ?? null,
  };
}
