import type { PublicUser } from '@doushouqi/protocol';
import { type QueryClient, skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { realtime } from '../../client/realtime.ts';
import { refreshTogether } from '../../client/refresh.ts';
import { useIsMember } from '../../client/session.ts';

// Queries about people. Pushed events invalidate them; the slow poll covers missed events.

/** Milliseconds in which a repeated query uses the cache, unless an event invalidates it. */
const FRESH = 5_000;
/** Milliseconds between two requests without an event, and while the service is unavailable. */
const REFETCH_INTERVAL = 60_000;
const SOCIAL_RETRY_AFTER = 5_000;

const TOPICS = ['friends', 'requests', 'sent', 'blocked', 'unread'] as const;
type Topic = (typeof TOPICS)[number];

/** Loads these topics again if a component shows them. */
export function refreshSocial(client: QueryClient, ...topics: Topic[]): void {
  refreshTogether(client, ...topics.map((topic) => ['social', topic]));
}

/** Every query subscribes; events that come together cause one request. */
function useEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stops = [
      realtime.onPersonal('friendsChanged', () =>
        refreshSocial(client, 'friends', 'requests', 'sent', 'blocked'),
      ),
      realtime.onPersonal('privateMessage', () => refreshSocial(client, 'friends', 'unread')),
      realtime.onPersonal('messagesRead', () => refreshSocial(client, 'friends', 'unread')),
      realtime.onPersonal('gameInvite', () => refreshSocial(client, 'friends')),
      realtime.onPersonal('inviteAnswered', ({ by }) => setInvited(client, by, false)),
      realtime.onConnected(() => refreshSocial(client, ...TOPICS)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}

/** A query about the relations of the logged-in member; guests have none. */
function useSocial<T>(key: [Topic, ...string[]], ask: () => Promise<T>, wanted = true) {
  const isMember = useIsMember();
  useEvents();
  return useQuery({
    queryKey: ['social', ...key],
    queryFn: ask,
    enabled: isMember && wanted,
    staleTime: FRESH,
    retry: 1,
    refetchInterval: ({ state }) => (state.status === 'error' ? SOCIAL_RETRY_AFTER : REFETCH_INTERVAL),
  });
}

/** Friends in the server's order: those with unread messages and those online first. */
export function useFriends() {
  return useSocial(['friends'], () => api.listFriends());
}

/** Friend requests that wait for the user's answer, newest first. */
export function useRequests() {
  return useSocial(['requests'], () => api.listRequests());
}

/** Friend requests of the user that wait for an answer, newest first. */
export function useSentRequests() {
  return useSocial(['sent'], () => api.listSentRequests());
}

/** Resolves when the list of sent requests was loaded again. */
export function refetchSentRequests(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['social', 'sent'] });
}

export function useBlocked() {
  return useSocial(['blocked'], () => api.listBlocked());
}

function useUnreadTotal() {
  return useSocial(['unread', 'total'], () => api.countUnreadTotal());
}

/** Number of unread messages of one user, who need not be a friend. */
export function useUnread(friendId: string, wanted: boolean): number {
  const ask = () => api.countUnread({ params: { friendId } });
  return useSocial(['unread', friendId], ask, wanted).data?.count ?? 0;
}

/** Number of friend requests and unread messages, for the tile on home. */
export function useBadge(): number {
  const requests = useRequests().data?.length ?? 0;
  const unread = useUnreadTotal().data?.count ?? 0;
  return requests + unread;
}

// Recently invited users, which no reply lists. Stored with the data of the session and removed with it.

function keyOf(userId: string) {
  return ['mark', 'invited', userId];
}

export function useInvited(userId: string): boolean {
  return useQuery<boolean>({ queryKey: keyOf(userId), queryFn: skipToken }).data ?? false;
}

export function setInvited(client: QueryClient, userId: string, isInvited: boolean): void {
  client.setQueryData(keyOf(userId), isInvited);
}

/** Milliseconds until names and avatars are requested again. */
const STALE_AFTER = 5 * 60_000;

/** Public profiles in the order of the ids; undefined while loading. */
export function usePlayers(ids: readonly string[]): (PublicUser | undefined)[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['user', id],
      queryFn: () => api.getUser({ params: { id } }),
      staleTime: STALE_AFTER,
    })),
    combine: (results) => results.map((result) => result.data),
  });
}

/** Milliseconds until a profile is requested again, and after a failure. */
const PROFILE_FRESH = 10_000;
const RETRY_AFTER = 5_000;

/** The public account of a user, with the current online state. */
export function useProfile(id: string) {
  return useQuery({
    queryKey: ['user', id],
    queryFn: () => api.getUser({ params: { id } }),
    staleTime: PROFILE_FRESH,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_AFTER : PROFILE_FRESH),
  });
}

/** Number of online games that the user finished and won. */
export function useStats(userId: string) {
  return useQuery({
    queryKey: ['stats', userId],
    queryFn: () => api.getStats({ params: { userId } }),
    staleTime: PROFILE_FRESH,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_AFTER,
  });
}
