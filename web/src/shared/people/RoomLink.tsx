import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { currentRoom } from '../../client/current-room.ts';
import { entering, roomPath } from '../../client/rooms.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { lastRoomNumbers } from './room-numbers.ts';
import { t } from './room-texts.ts';

type Way = 'join' | 'watch' | 'gone';

/** Milliseconds for which the state of a named room is cached. */
const FRESH = 30_000;

function wayInto({ status, players }: Pick<RoomSnapshot, 'status' | 'players'>): Way {
  if (status === 'waiting' && players.length > 0) return 'join';
  return status === 'playing' ? 'watch' : 'gone';
}

async function look(roomId: string): Promise<Way> {
  try {
    return wayInto(await api.getRoom({ params: { roomId }, query: { view: 'compact' } }));
  } catch (error) {
    const isClosed =
      error instanceof ApiError && ['ROOM_NOT_FOUND', 'SPECTATORS_CLOSED'].includes(error.code);
    if (isClosed) return 'gone';
    throw error;
  }
}

/** Returns the rooms named in these lines, by key of the line, except the room on the page. */
export function useNamedRooms(lines: readonly { key: string; text: string }[]): ReadonlyMap<string, string> {
  const here = useStore(currentRoom, ({ roomId }) => roomId);
  return new Map([...lastRoomNumbers(lines)].filter(([, roomId]) => roomId !== here));
}

/**
 * Link to a room that a line names. The room is requested on hover or focus, so that long lists cause no requests. A
 * press before the reply opens the room's page, which requests it itself.
 */
export function RoomLink({ roomId, className }: { roomId: string; className?: string | undefined }) {
  const [isWanted, setWanted] = useState(false);
  const { data: way = 'unknown' } = useQuery({
    queryKey: ['room-link', roomId],
    queryFn: () => look(roomId),
    enabled: isWanted,
    staleTime: FRESH,
    retry: false,
  });
  const want = (): void => setWanted(true);
  return (
    <ButtonLink
      small
      icon={way === 'watch' ? 'eye' : 'door'}
      to={roomPath(roomId)}
      state={entering(roomId)}
      className={className}
      onPointerEnter={want}
      onFocus={want}
    >
      {t(`door.${way}`, { id: roomId })}
    </ButtonLink>
  );
}
