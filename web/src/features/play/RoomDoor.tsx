import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { api } from '../../app/api.ts';
import { currentRoom } from '../../app/current-room.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { lastRoomsSaid } from './room-said.ts';

/** A room that was named, and what one can do there. */
export interface Door {
  roomId: string;
  way: 'join' | 'watch';
}

/** Between two looks at a room that was named. Milliseconds. */
const LOOK_AGAIN = 30_000;

function wayInto({ status, players }: Pick<RoomSnapshot, 'status' | 'players'>): Door['way'] | null {
  if (status === 'waiting' && players.length > 0) return 'join';
  return status === 'playing' ? 'watch' : null;
}

async function look(roomId: string): Promise<Door['way'] | null> {
  try {
    return wayInto(await api.getRoom({ params: { roomId }, query: { view: 'compact' } }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND') return null;
    throw error;
  }
}

/** The doors to rooms that these lines name and that one can enter, by the keys of the lines. */
export function useRoomDoors(lines: readonly { key: string; text: string }[]): ReadonlyMap<string, Door> {
  const here = useStore(currentRoom, ({ roomId }) => roomId);
  const said = [...lastRoomsSaid(lines)].filter(([, roomId]) => roomId !== here);
  const looks = useQueries({
    queries: said.map(([, roomId]) => ({
      queryKey: ['room-door', roomId],
      queryFn: () => look(roomId),
      staleTime: LOOK_AGAIN,
      refetchInterval: LOOK_AGAIN,
      retry: false,
    })),
  });
  return new Map(
    said.flatMap(([key, roomId], index) => {
      const way = looks[index]?.data;
      return way ? [[key, { roomId, way }] as const] : [];
    }),
  );
}

/** The way into a room that somebody named. */
export function RoomDoor({ roomId, way, className }: Door & { className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <ButtonLink
      small
      icon={way === 'join' ? 'door' : 'eye'}
      to={`/play/room/${roomId}`}
      className={className}
    >
      {t(`play.door.${way}`, { id: roomId })}
    </ButtonLink>
  );
}
