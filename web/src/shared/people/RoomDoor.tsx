import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { currentRoom } from '../../client/current-room.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { lastRoomsSaid } from './room-said.ts';
import { t } from './room-texts.ts';

type Way = 'join' | 'watch' | 'gone';

/** A look at a room that was named is good for this long. Milliseconds. */
const FRESH = 30_000;

function wayInto({ status, players }: Pick<RoomSnapshot, 'status' | 'players'>): Way {
  if (status === 'waiting' && players.length > 0) return 'join';
  return status === 'playing' ? 'watch' : 'gone';
}

async function look(roomId: string): Promise<Way> {
  try {
    return wayInto(await api.getRoom({ params: { roomId }, query: { view: 'compact' } }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND') return 'gone';
    throw error;
  }
}

/** The rooms that these lines name, by the keys of the lines; not the one that is on the screen. */
export function useRoomsSaid(lines: readonly { key: string; text: string }[]): ReadonlyMap<string, string> {
  const here = useStore(currentRoom, ({ roomId }) => roomId);
  return new Map([...lastRoomsSaid(lines)].filter(([, roomId]) => roomId !== here));
}

/**
 * The way to a room that a line names. Whether there is such a room is asked when the pointer or the focus comes near,
 * so that lines in a list cost no calls; a press at once leads to the room's page, which asks itself.
 */
export function RoomDoor({ roomId, className }: { roomId: string; className?: string | undefined }) {
  const [isWanted, setWanted] = useState(false);
  const { data: way = 'unknown' } = useQuery({
    queryKey: ['room-door', roomId],
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
      to={`/play/room/${roomId}`}
      className={className}
      onPointerEnter={want}
      onFocus={want}
    >
      {t(`door.${way}`, { id: roomId })}
    </ButtonLink>
  );
}
