import type { PairedGame } from '@doushouqi/room-core/paired-games';
import type { RunningGames } from '@doushouqi/room-core/running-games';

type GameId = Pick<PairedGame, 'gameId' | 'roomId'>;

/** Reads from the rooms which games run. Never rejects. */
export interface Rooms {
  /** Returns whether a game runs in the room; `unknown` while Redis is away. */
  isPlaying(roomId: string): Promise<'yes' | 'no' | 'unknown'>;
  /**
   * Returns whether this game runs in its room; `ended` if it has ended with a result; `no` if it was aborted or the room
   * has no trace of it; `unknown` while Redis is away.
   */
  runs(game: GameId): Promise<'yes' | 'ended' | 'no' | 'unknown'>;
  /** Returns the record of a running game; null if it does not run or that is unknown. */
  recordOf(game: GameId): Promise<string | null>;
  /** Returns the numbered room in which the user plays a running game; null for none and while Redis is away. */
  runningRoomOf(userId: string): Promise<string | null>;
}

export function createRooms(games: RunningGames): Rooms {
  const gameIn = (roomId: string) => games.gameIn(roomId).catch(() => 'unknown' as const);
  return {
    async isPlaying(roomId) {
      const game = await gameIn(roomId);
      if (game === 'unknown') return game;
      return game?.status === 'playing' ? 'yes' : 'no';
    },
    async runs({ gameId, roomId }) {
      const game = await gameIn(roomId);
      if (game === 'unknown') return game;
      if (game?.gameId !== gameId || game.status === 'aborted') return 'no';
      return game.status === 'playing' ? 'yes' : 'ended';
    },
    async recordOf({ gameId, roomId }) {
      const game = await gameIn(roomId);
      if (game === 'unknown' || game?.gameId !== gameId || game.status !== 'playing') return null;
      return game.record;
    },
    runningRoomOf: (userId) => games.roomOf(userId).catch(() => null),
  };
}
