import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { forgetRoom } from '../../client/own-room.ts';
import { useSession } from '../../client/session.ts';
import { type RunningGame, runningGameOf } from './running-game.ts';
import { useNow } from './use-now.ts';

/** Between two looks at a running game from outside. Milliseconds. */
const LOOK_AGAIN = 5_000;

async function look(roomId: string): Promise<RoomSnapshot | null> {
  try {
    return (await api.getRoom({ params: { roomId }, query: { view: 'compact' } })) as RoomSnapshot;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Returns how the user's game in a room stands while another page is shown; null where none runs or that is not known
 * yet. A room whose game does not run any more is forgotten.
 */
export function useRunningGame(roomId: string): RunningGame | null {
  const userId = useSession(({ user }) => user?._id);
  const now = useNow();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['running-game', roomId],
    queryFn: () => look(roomId),
    enabled: userId !== undefined,
    refetchInterval: LOOK_AGAIN,
    gcTime: 0,
    retry: false,
  });
  const elapsed = Math.max(0, now - dataUpdatedAt);
  const game = data && userId !== undefined ? runningGameOf(data, userId, elapsed) : null;
  const isOver = data !== undefined && game === null;
  useEffect(() => {
    if (isOver) forgetRoom(roomId);
  }, [isOver, roomId]);
  return game;
}
