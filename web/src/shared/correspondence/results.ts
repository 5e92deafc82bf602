import { ApiError, fromWireSide, type GameRecord, type RecordPlayer } from '@doushouqi/protocol';
import { type EndReason, otherSide, SIDES } from '@doushouqi/rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { deviceNow } from '../../client/time.ts';
import { useGames } from './games.ts';
import { missedGames, noteSeen } from './listed-games.ts';

/** How a game ended while the user was not in its room. */
export interface GameResult {
  gameId: string;
  opponent: RecordPlayer;
  outcome: 'won' | 'lost' | 'draw';
  endReason: EndReason;
}

/** A game that is not archived after this time never is: it was aborted. Milliseconds. */
const ARCHIVED_WITHIN = 10 * 60_000;
/** Interval of requests while a game is not archived. Milliseconds. */
const RETRY_INTERVAL = 15_000;

/** Reasons for which the player to move wins. */
const OWN_MOVES: readonly EndReason[] = ['DEN_CAPTURED', 'NO_PIECES', 'STALEMATE'];

/**
 * Returns the result of a stored game to one of its players; null if it is no news: the user ended it, on any device, or
 * it has no result. Pure.
 */
export function resultOf(record: GameRecord, gameId: string, userId: string): GameResult | null {
  const { winner, endReason } = record.notation;
  const own = SIDES.find((side) => record.players[side]._id === userId);
  if (own === undefined || winner === -1) return null;
  const outcome = winner === 0 ? 'draw' : fromWireSide(winner) === own ? 'won' : 'lost';
  const isOwnAct = outcome === 'won' ? OWN_MOVES.includes(endReason) : endReason === 'SURRENDER';
  return isOwnAct ? null : { gameId, opponent: record.players[otherSide(own)], outcome, endReason };
}

/** Loads the result of a missed game. Returns null for none, `late` while the archive may still get the game. */
async function loadResult(
  userId: string,
  { gameId, since }: ReturnType<typeof missedGames>[number],
): Promise<GameResult | 'late' | null> {
  const reply = await api.getRecordOfGame({ params: { gameId } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (reply === null && deviceNow() - since < ARCHIVED_WITHIN) return 'late';
  const result = reply && resultOf(reply.record, gameId, userId);
  if (result === null) noteSeen(userId, gameId);
  return result;
}

/** Returns the results of correspondence games that ended while the user was not in their rooms, the last one first. */
export function useResults(): { results: GameResult[]; isLoading: boolean } {
  const userId = useSession(({ user }) => user?._id);
  // Its replies tell which games have ended.
  useGames();
  const missed = userId === undefined ? [] : missedGames(userId);
  const { data = [], isLoading } = useQuery({
    queryKey: ['results', userId, ...missed.map(({ gameId }) => gameId)],
    queryFn: () => Promise.all(missed.map((game) => loadResult(userId!, game))),
    enabled: missed.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.includes('late') ? RETRY_INTERVAL : false),
    retry: false,
  });
  return { results: data.filter((one) => one !== null && one !== 'late'), isLoading };
}
