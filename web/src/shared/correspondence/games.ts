import type { CorrespondenceGame } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../client/api.ts';
import { realtime } from '../../client/realtime.ts';
import { refreshTogether } from '../../client/refresh.ts';
import { rememberGames } from '../../client/remembered-games.ts';
import { useSession } from '../../client/session.ts';
import { deviceNow, serverNow } from '../../client/time.ts';
import { missedGames, noteRunning } from './listed-games.ts';
import { t } from './texts.ts';

/** Interval of requests without an event. Milliseconds. */
const POLL_INTERVAL = 60_000;

const KEY = ['correspondence'] as const;

/** Loads the games again on changes: an event of the server, or a reconnect after which events may be missing. */
function useEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (): void => refreshTogether(client, KEY);
    const stops = [realtime.onPersonal('gamesChanged', refresh), realtime.onConnected(refresh)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}

/** The user's correspondence games: own turns by least time left, the opponents', waiting rooms. No data for visitors. */
export function useGames() {
  const userId = useSession(({ user }) => user?._id);
  useEvents();
  return useQuery({
    queryKey: [...KEY, userId],
    queryFn: async () => {
      const reply = await api.listCorrespondence();
      if (userId !== undefined) {
        const running = reply.games.flatMap(({ gameId }) => gameId ?? []);
        noteRunning(userId, running, deviceNow());
        rememberGames(userId, reply.games.length > 0 || missedGames(userId).length > 0);
      }
      return reply;
    },
    enabled: userId !== undefined,
    // No page hears of a change while none shows the games, so each that does asks.
    refetchOnMount: 'always',
    staleTime: 5_000,
    refetchInterval: POLL_INTERVAL,
    retry: false,
  });
}

/** Returns why the user may play no further correspondence game; null if one may be played, and while loading. */
export function useFull(): string | null {
  const { data } = useGames();
  return data && data.games.length >= data.most ? t('full', { most: data.most }) : null;
}

/** Returns the games in which the user has to move, least time left first. Pure. */
export function ownTurns(games: readonly CorrespondenceGame[]): CorrespondenceGame[] {
  return games.filter(({ isMyTurn }) => isMyTurn);
}

/** The server's time, epoch ms; renders once a minute, which is the precision of the times shown. */
export function useMinute(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
