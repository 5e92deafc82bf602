import type { RecordedMove } from '@doushouqi/protocol';
import { type Game, gameMoves, parseRecord } from '@doushouqi/rules';

/** Online games have no draw after 100 rounds (spec §4), so their records are read without it. */
const ONLINE_RULES = { hundredRounds: false };

/** The game of a record string from an online room; null when the string is none. */
export function replayOnline(record: string): Game | null {
  const parsed = parseRecord(record, { rules: ONLINE_RULES });
  return parsed.ok ? parsed.value : null;
}

/** The moves of a game in the spec's shape. `moveTimes`: epoch ms of each. */
export function recordedMoves(game: Game, moveTimes: readonly number[]): RecordedMove[] {
  return gameMoves(game).map(({ from, to, piece, capturedPiece, player }, index) => {
    const timestamp = moveTimes[index];
    if (timestamp === undefined) throw new Error('a move without its time');
    return { from, to, piece, capturedPiece, player, timestamp };
  });
}
