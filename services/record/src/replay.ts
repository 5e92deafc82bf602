import type { RecordedMove } from '@doushouqi/protocol';
import { type Game, gameMoves, ONLINE_RULE_SET, parseRecord } from '@doushouqi/rules';

/** The game of a record string from an online room; null when the string is none. */
export function replayOnline(record: string): Game | null {
  const parsed = parseRecord(record, { ruleSet: ONLINE_RULE_SET });
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
