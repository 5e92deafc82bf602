import type { GameRecord, RecordPlayer } from '@doushouqi/protocol';
import type { TFunction } from 'i18next';
import { SIDES } from '../../board/types.ts';
import { isLevel } from '../../game/engine/ai-saved.ts';
import { type Opponent, opponentOf } from '../ai/opponents.ts';

/** The computer in a saved game: the record calls every level `电脑`. Pure. */

/** Returns the level that played a seat; null for people and for games without a level. */
export function computerOf(
  { aiType, aiLevel }: Pick<GameRecord, 'aiType' | 'aiLevel'>,
  player: RecordPlayer,
): Opponent | null {
  return aiType !== null && player._id === null && isLevel(aiLevel) ? opponentOf(aiLevel) : null;
}

/** The record with the level's name at the computer's seat. */
export function withComputerName(t: TFunction, record: GameRecord): GameRecord {
  const seats = SIDES.map((side) => {
    const player = record.players[side];
    const computer = computerOf(record, player);
    return [side, computer ? { ...player, nickname: t(`ai.opponent.${computer.key}.name`) } : player];
  });
  return { ...record, players: Object.fromEntries(seats) };
}
