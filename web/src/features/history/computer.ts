import type { GameRecord, RecordPlayer } from '@doushouqi/protocol';
import { type Opponent, opponentOf } from '../../shared/device-games/opponents.ts';
import { isLevel } from '../../shared/device-games/saved-games.ts';

/** Returns the level that played a seat; null for people and for games without a level. Pure. */
export function computerOf(
  { aiType, aiLevel }: Pick<GameRecord, 'aiType' | 'aiLevel'>,
  player: RecordPlayer,
): Opponent | null {
  return aiType !== null && player._id === null && isLevel(aiLevel) ? opponentOf(aiLevel) : null;
}
