import { KEYS, type KeyStore } from '../../app/storage.ts';
import { isAiOver } from '../../game/engine/ai-game-state.ts';
import { parseAi } from '../../game/engine/ai-saved.ts';
import { hasMoves, isLocalOver } from '../../game/local/local-game-state.ts';
import { parseLocal } from '../../game/local/local-saved.ts';

export type SavedWay = 'ai' | 'local';

/** Returns the ways to play in which this device stores a game with moves that has not ended. */
export function savedWays(storage: KeyStore): SavedWay[] {
  const ways: SavedWay[] = [];
  const ai = parseAi(storage.getItem(KEYS.aiGame));
  if (ai && hasMoves(ai.local) && !isAiOver(ai)) ways.push('ai');
  const local = parseLocal(storage.getItem(KEYS.localGame));
  if (local && hasMoves(local) && !isLocalOver(local)) ways.push('local');
  return ways;
}
