import type { Level } from '@doushouqi/engine';
import type { UserRating } from '@doushouqi/protocol';
import { api } from '../../client/api.ts';
import { randomId } from '../../client/random-id.ts';
import { session } from '../../client/session.ts';
import { storage } from '../../client/storage.ts';
import { isAiOver } from '../device-games/ai-game-state.ts';
import { hasMoves } from '../device-games/local-game-state.ts';
import { loadAiGame, startAi } from '../device-games/saved-games.ts';
import { mainClass } from '../ratings/queries.ts';
import { warmUpLevel } from './warm-up-level.ts';

/** The user's rating; null while it is unknown. */
async function ownRating(): Promise<UserRating | null> {
  const userId = session.store.getState().user?._id;
  if (userId === undefined) return null;
  const userRatings = await api.getRatings({ params: { userId } }).catch(() => null);
  return userRatings ? userRatings[mainClass(userRatings)] : null;
}

/**
 * Prepares a game against the computer for the waiting time, at about the user's level and without clocks. A stored
 * game
 * that has not ended continues; it would be lost otherwise.
 */
export async function startWarmUp(): Promise<void> {
  const stored = loadAiGame(storage);
  if (stored && hasMoves(stored.local) && !isAiOver(stored)) return;
  const level: Level = warmUpLevel(await ownRating());
  const setting = { level, own: 'red', control: null, undo: true, hints: true, warmUp: true } as const;
  startAi({ storage, randomId: () => randomId(8) }, setting);
}
