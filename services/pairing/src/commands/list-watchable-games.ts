import { MAX_WATCHABLE_GAMES, type RouteReply, type Routes } from '@doushouqi/protocol';
import type { PairingContext } from '../context.ts';
import { poolOf } from '../pools.ts';

/** As many as are ever listed. A game whose room does not answer, or says that it is over, is left out. */
export async function listWatchableGames({
  store,
  peers,
}: Pick<PairingContext, 'store' | 'peers'>): Promise<RouteReply<Routes['listWatchableGames']>> {
  const { games, total } = await store.watchable(MAX_WATCHABLE_GAMES);
  const [records, profiles] = await Promise.all([
    Promise.all(games.map(peers.recordOf)),
    peers.profilesOf(games.flatMap(({ players }) => players)),
  ]);
  const listed = games.flatMap(({ roomId, pool, players: [red, blue] }, i) => {
    const record = records[i];
    if (record == null) return [];
    const { initial, increment } = poolOf(pool);
    return [{ roomId, initial, increment, red: profiles.get(red)!, blue: profiles.get(blue)!, record }];
  });
  return { games: listed, total };
}

/** The game of a user that anybody may watch, as far as is known; null for none. */
export async function showRunningGame(
  { store }: Pick<PairingContext, 'store'>,
  userId: string,
): Promise<RouteReply<Routes['getRunningGame']>['game']> {
  const { game } = await store.queueStateOf(userId);
  if (game === null) return null;
  const { initial, increment, rated } = poolOf(game.pool);
  return rated ? { roomId: game.roomId, initial, increment } : null;
}
