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

/** Where the person stands; null while that cannot be known. */
async function ownRating(): Promise<UserRating | null> {
  const userId = session.store.getState().user?._id;
  if (userId === undefined) return null;
  const standings = await api.getRatings({ params: { userId } }).catch(() => null);
  return standings ? standings[mainClass(standings)] : null;
}

/**
 * Sees to it that a game against the computer is there to play while one waits, at about the player's level and without
 * clocks. One that was begun before is gone on with: it would be lost otherwise.
 */
export async function startWarmUp(): Promise<void> {
  const kept = loadAiGame(storage);
  if (kept && hasMoves(kept.local) && !isAiOver(kept)) return;
  const level: Level = warmUpLevel(await ownRating());
  const setting = { level, own: 'red', control: null, undo: true, hints: true, warmUp: true } as const;
  startAi({ storage, randomId: () => randomId(8) }, setting);
}
