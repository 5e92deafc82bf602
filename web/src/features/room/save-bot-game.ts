import { houseBotOf } from '@doushouqi/protocol';
import { gameMoves } from '@doushouqi/rules';
import { randomId } from '../../client/random-id.ts';
import { KEYS, type KeyStore, storage } from '../../client/storage.ts';
import { deviceNow } from '../../client/time.ts';
import { type AiGameData, beginAi, isAiOver, movedAi } from '../../shared/device-games/ai-game-state.ts';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import { formatAi, loadAiGame } from '../../shared/device-games/saved-games.ts';
import type { OnlineGame } from './online/online-game.ts';

/** Returns the game against a bot as a game against the computer of its level; null for another game. Pure. */
export function botGameOnDevice(
  { own, local: { room } }: ReturnType<OnlineGame['store']['getState']>,
  id: string,
  now: number,
): AiGameData | null {
  const bot = room?.header.players.map((player) => houseBotOf(player)).find((one) => one !== null);
  if (!room || !bot || own === null) return null;
  const { level } = bot;
  const begun = beginAi(id, { level, own, control: null, undo: true, hints: true });
  return gameMoves(room.game).reduce<AiGameData | null>(
    (data, { from, to }) => data && movedAi(data, from, to, now),
    begun,
  );
}

/** Stores the game on this device, unless it has no moves or another unfinished game is stored. Returns whether it did. */
export function saveBotGame(game: OnlineGame, store: KeyStore = storage, now = deviceNow()): boolean {
  const stored = loadAiGame(store);
  if (stored && hasMoves(stored.local) && !isAiOver(stored)) return false;
  const saved = botGameOnDevice(game.store.getState(), randomId(8), now);
  if (!saved || !hasMoves(saved.local)) return false;
  store.setItem(KEYS.aiGame, formatAi(saved));
  return true;
}
