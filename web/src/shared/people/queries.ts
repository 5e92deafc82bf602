import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { onPersonal, onReconnected } from '../../client/realtime.ts';
import { useSession } from '../../client/session.ts';
import { setInvited } from './marks.ts';

// What the server says about people. Pushed events ask again at once; the slow look is for what was missed.

/** Whoever looks again this soon sees the same, unless something was heard. Milliseconds. */
const FRESH = 5_000;
/** Between two looks when nothing was heard, and while the service is away. Milliseconds. */
const LOOK_AGAIN = 60_000;
const RETRY_AFTER = 5_000;
/** Events that come together are answered together. Milliseconds. */
const TOGETHER = 150;

type Topic = 'friends' | 'requests' | 'sent' | 'blocked' | 'unread';

const stale = new WeakMap<QueryClient, Set<Topic>>();

/** Refetches these topics, as far as a screen shows them. */
export function refreshSocial(client: QueryClient, ...topics: Topic[]): void {
  const waiting = stale.get(client);
  if (waiting) {
    for (const topic of topics) waiting.add(topic);
    return;
  }
  const batch = new Set(topics);
  stale.set(client, batch);
  setTimeout(() => {
    stale.delete(client);
    for (const topic of batch) void client.invalidateQueries({ queryKey: ['social', topic] });
  }, TOGETHER);
}

function listen(client: QueryClient): () => void {
  const stops = [
    onPersonal('friendsChanged', () => refreshSocial(client, 'friends', 'requests', 'sent', 'blocked')),
    onPersonal('privateMessage', () => refreshSocial(client, 'friends', 'unread')),
    onPersonal('messagesRead', () => refreshSocial(client, 'friends', 'unread')),
    onPersonal('gameInvite', () => refreshSocial(client, 'friends')),
    onPersonal('inviteAnswered', ({ by }) => setInvited(client, by, false)),
    onReconnected(() => void client.invalidateQueries({ queryKey: ['social'] })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

let followers = 0;
let stop: (() => void) | undefined;

/** However many look, each event is heard once. */
function useEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (followers++ === 0) stop = listen(client);
    return () => {
      if (--followers === 0) stop?.();
    };
  }, [client]);
}

/** A question about the logged-in person's people. */
function useSocial<T>(key: [Topic, ...string[]], ask: () => Promise<T>, wanted = true) {
  const loggedIn = useSession((state) => state.user !== null);
  useEvents();
  return useQuery({
    queryKey: ['social', ...key],
    queryFn: ask,
    enabled: loggedIn && wanted,
    staleTime: FRESH,
    retry: 1,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_AFTER : LOOK_AGAIN),
  });
}

/** Friends in the server's order: those with unread messages and those online first. */
export function useFriends() {
  return useSocial(['friends'], () => api.listFriends());
}

/** Requests that wait for an answer, newest first. */
export function useRequests() {
  return useSocial(['requests'], () => api.listRequests());
}

/** The user's own requests that wait for an answer, newest first. */
export function useSentRequests() {
  return useSocial(['sent'], () => api.listSentRequests());
}

/** Resolves when the list of sent requests was asked for again. */
export function refetchSentRequests(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['social', 'sent'] });
}

export function useBlocked() {
  return useSocial(['blocked'], () => api.listBlocked());
}

function useUnreadTotal() {
  return useSocial(['unread', 'total'], () => api.countUnreadTotal());
}

/** Unread messages of one user, who need not be a friend. */
export function useUnread(friendId: string, wanted: boolean): number {
  const ask = () => api.countUnread({ params: { friendId } });
  return useSocial(['unread', friendId], ask, wanted).data?.count ?? 0;
}

/** Requests that wait and unread messages together, for the tile on home (spec §2). */
export function useBadge(): number {
  const requests = useRequests().data?.length ?? 0;
  const unread = useUnreadTotal().data?.count ?? 0;
  return requests + unread;
}
