import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { roomOfSnapshot } from '@doushouqi/room-client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../../client/api.ts';
import { FriendLink } from './FriendLink.tsx';
import type { OnlineGame } from './online/online-game.ts';

/** Interval of requests for a room with a free seat. Milliseconds. */
const POLL_INTERVAL = 2_500;

interface FreeSeatProps {
  roomId: string;
  game: OnlineGame;
  /** Shown until the room is loaded. */
  loading: ReactNode;
}

/** A room with a free seat that the user did not ask for: any page may link to any room. */
export function FreeSeat({ roomId, game, loading }: FreeSeatProps) {
  const [isWatching, setWatching] = useState(false);
  const { data: room, error } = useQuery({
    queryKey: ['free-seat', roomId],
    queryFn: async () => {
      const snapshot = await api.getRoom({ params: { roomId }, query: { view: 'compact' } });
      return roomOfSnapshot(snapshot as RoomSnapshot);
    },
    refetchInterval: POLL_INTERVAL,
    gcTime: 0,
    retry: false,
  });
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const isTaken = room && room.header.status !== 'waiting';
  // A spectator can enter once the seat is taken. Without the room the game shows the reason.
  const enters = isRefused || room === null || (error && !room) || (isWatching && isTaken);
  useEffect(() => {
    if (enters) void game.start(null, false);
  }, [enters, game]);
  if (!room) return loading;
  return (
    <FriendLink
      room={room}
      isWatching={isWatching}
      onSit={() => void game.start(null, true)}
      onWatch={() => setWatching(true)}
    />
  );
}
