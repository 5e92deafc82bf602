import { KEYS, type KeyStore } from '../../client/storage.ts';
import { isAiOver } from './ai-game-state.ts';
import { parseAi } from './ai-saved.ts';
import { hasMoves, isLocalOver } from './local-game-state.ts';
import { parseLocal } from './local-saved.ts';

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
