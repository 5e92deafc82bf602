import { type GameMove, gameMoves, parseRecord } from '@doushouqi/rules';

function movesOf(record: string): GameMove[] {
  const game = parseRecord(record);
  if (!game.ok) throw new Error(`${game.error.code} at ${game.error.ply}`);
  return gameMoves(game.value);
}

/** The red leopard walks into blue's den while the blue lion moves back and forth: 13 plies, den captured. */
export const DEN_RECORD = `000711${['536', '701', '535', '700', '534', '701', '533', '700', '532', '701', '531', '700', '530'].join('')}`;
export const DEN_GAME = movesOf(DEN_RECORD);
