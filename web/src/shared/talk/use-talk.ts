import { LOBBY_LINES, LOBBY_POLL_INTERVAL, type LobbyMessage } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { realtime } from '../../client/realtime.ts';
import { useSession } from '../../client/session.ts';
import { storage } from '../../client/storage.ts';
import { useBlocked } from '../people/queries.ts';
import { answered, type LobbyItem, lobbyItems, merged, mergeMessages, withDisplaced } from './messages.ts';
import { type Muted, muteKey, parseMuted, withMuted, withoutMuted } from './mutes.ts';
import type { TalkSource } from './source.ts';

/**
 * Returns the lines of a talk, oldest first: pushed at once and polled every 5 s while the caller is mounted. The next poll
 * is also the retry. `add` inserts a line from another source. `source` must be stable.
 */
export function useTalk(source: TalkSource, interval: number = LOBBY_POLL_INTERVAL) {
  const queries = useQueryClient();
  const { key } = source;
  const add = useCallback(
    (message: LobbyMessage): void =>
      void queries.setQueryData<LobbyMessage[]>(key, (known = []) => merged(known, [message])),
    [queries, key],
  );
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const reply = await source.list();
      // Read after the answer arrived, so that messages pushed meanwhile are not lost.
      return answered(reply, queries.getQueryData<LobbyMessage[]>(key) ?? []);
    },
    refetchInterval: interval,
    retry: false,
  });
  useEffect(() => {
    const stops = [
      source.follow(add),
      realtime.onConnected(() => void queries.invalidateQueries({ queryKey: source.key })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [source, add, queries]);
  return { query, add };
}

/** Approximate maximum of messages in a window. */
const MOST = 500;

/** Whether there are older messages, and the state of the request for them. */
export type OlderState = 'some' | 'loading' | 'failed' | 'none';

/** Returns the loaded older messages and the last page, oldest first. `load` requests the previous page. */
export function useOlder(source: TalkSource, latest: readonly LobbyMessage[] | undefined) {
  const [older, setOlder] = useState<readonly LobbyMessage[]>([]);
  const [asked, setAsked] = useState<OlderState>('some');
  const [seen, setSeen] = useState(latest);
  // Updated during the render, so that no message is missing between two renders.
  if (latest !== seen) {
    setSeen(latest);
    if (older.length > 0 && seen && latest) setOlder(withDisplaced(older, seen, latest));
  }
  const messages = latest && (older.length > 0 ? mergeMessages(older, latest) : latest);
  const state = asked === 'some' && (latest?.length ?? 0) < LOBBY_LINES ? 'none' : asked;
  const load = async (): Promise<void> => {
    const before = messages?.[0]?.timestamp;
    if (before === undefined || state === 'loading' || state === 'none') return;
    setAsked('loading');
    try {
      const page = await source.list(before);
      const known = new Set(messages?.map(({ _id }) => _id));
      const more = page.filter(({ _id }) => !known.has(_id));
      setOlder((list) => mergeMessages(list, more));
      const isLast = page.length < LOBBY_LINES || more.length === 0 || known.size + more.length >= MOST;
      setAsked(isLast ? 'none' : 'some');
    } catch {
      setAsked('failed');
    }
  };
  return { messages, state, load: () => void load() };
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
}

/**
 * Returns the users that this account muted, newest first, and functions to change the list. Local storage is the
 * source for all tabs.
 */
export function useMuted() {
  const key = muteKey(useSession((state) => state.user?._id ?? null));
  const text = useSyncExternalStore(subscribe, () => storage.getItem(key));
  return useMemo(() => {
    const store = (list: Muted[]): void => {
      storage.setItem(key, JSON.stringify(list));
      // Browsers notify only the other tabs.
      window.dispatchEvent(new StorageEvent('storage', { key }));
    };
    // Another tab may have changed it since the last render.
    const now = (): Muted[] => parseMuted(storage.getItem(key));
    return {
      muted: parseMuted(text),
      mute: (user: Muted) => store(withMuted(now(), user)),
      unmute: (userId: string) => store(withoutMuted(now(), userId)),
    };
  }, [key, text]);
}

/** Returns the messages without those of users that this user muted or blocked. */
export function useItems(messages: readonly LobbyMessage[] | undefined): readonly LobbyItem[] {
  const userId = useSession((state) => state.user?._id ?? null);
  const { muted } = useMuted();
  const blocked = useBlocked().data;
  return useMemo(() => {
    const hidden = new Set([...muted.map((user) => user.userId), ...(blocked ?? []).map(({ _id }) => _id)]);
    return lobbyItems(messages ?? [], hidden, userId);
  }, [messages, muted, blocked, userId]);
}
