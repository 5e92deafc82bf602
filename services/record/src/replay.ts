import type { RecordedMove } from '@doushouqi/protocol';
import { type Game, gameMoves, parseFen, parseRecord, type RuleSetName } from '@doushouqi/rules';

/** How a game is kept: its record string, the rules it was played by, and the FEN-like string of a set-up start. */
export interface KeptGame {
  record: string;
  ruleSet: RuleSetName;
  start?: string | undefined;
}

/** The game of a record; null when the record or its start is none. */
export function replay({ record, ruleSet, start }: KeptGame): Game | null {
  const position = start === undefined ? undefined : parseFen(start);
  if (position?.ok === false) return null;
  const parsed = parseRecord(record, { ruleSet, ...(position && { start: position.value }) });
  return parsed.ok ? parsed.value : null;
}

/** The moves of a game in the spec's shape. `startTime` in epoch ms, `moveTimes` in ms since then. */
export function recordedMoves(game: Game, startTime: number, moveTimes: readonly number[]): RecordedMove[] {
  return gameMoves(game).map(({ from, to, piece, capturedPiece, player }, index) => {
    const time = moveTimes[index];
    if (time === undefined) throw new Error('a move without its time');
    return { from, to, piece, capturedPiece, player, timestamp: startTime + time };
  });
}
