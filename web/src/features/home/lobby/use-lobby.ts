import { LOBBY_POLL_INTERVAL, type LobbyMessage } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api } from '../../../client/api.ts';
import { realtime } from '../../../client/realtime.ts';
import { answered, merged } from './messages.ts';

const KEY = ['lobby', 'messages'] as const;

/** How often a lobby that is closed is asked for, for the number of what was not read. Milliseconds. */
export const CLOSED_INTERVAL = 30_000;

/**
 * The messages of the lobby, oldest first: asked for every 5 s and heard at once, for as long as the caller is on the
 * screen. The next question is also the retry. `hear` puts in a message that is known from elsewhere.
 */
export function useLobby(interval: number = LOBBY_POLL_INTERVAL) {
  const queries = useQueryClient();
  const hear = useCallback(
    (message: LobbyMessage): void =>
      void queries.setQueryData<LobbyMessage[]>(KEY, (known = []) => merged(known, [message])),
    [queries],
  );
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const reply = await api.listLobby({ query: {} });
      // Read after the answer came: what was heard on its way is not lost.
      return answered(reply, queries.getQueryData<LobbyMessage[]>(KEY) ?? []);
    },
    refetchInterval: interval,
    retry: false,
  });
  useEffect(() => {
    realtime.watchLobby(true);
    const stops = [
      realtime.onPersonal('lobbyMessage', hear),
      realtime.onReconnected(() => void queries.invalidateQueries({ queryKey: KEY })),
      () => realtime.watchLobby(false),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [hear, queries]);
  return { query, hear };
}
