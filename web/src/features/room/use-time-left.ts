import { useMinute } from '../../shared/correspondence/games.ts';
import type { OnlineGame } from './online/online-game.ts';
import { useRoom } from './use-open-room.ts';

/** Returns the time left for the move of a running correspondence game in ms; null if none runs. */
export function useTimeLeft(game: OnlineGame): number | null {
  const deadline = useRoom(game, ({ header }) => header.moveDeadline);
  const device = useMinute();
  return deadline === null ? null : Math.max(0, deadline - (game.serverTime() ?? device));
}
