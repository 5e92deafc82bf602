import { ApiError, CHAT_LENGTH, MESSAGE_LENGTH, type PrivateMessage } from '@doushouqi/protocol';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../client/api.ts';
import { randomId } from '../../client/random-id.ts';
import { realtime } from '../../client/realtime.ts';
import { useSession } from '../../client/session.ts';
import { conversationOf, NEVER, type Outgoing, unseen } from './conversation.ts';
import { reasonOf } from './failure.ts';
import { refreshSocial, useFriends } from './queries.ts';
import { t } from './texts.ts';

/** Number of messages on a page of the history. */
const PAGE = 30;
/** Milliseconds between two requests without an event, and while the service is unavailable. */
const REFETCH_INTERVAL = 30_000;
const RETRY_AFTER = 5_000;

type Pages = InfiniteData<PrivateMessage[], string | undefined>;

function useHistory(userId: string, open: boolean) {
  const client = useQueryClient();
  const queryKey = useMemo(() => ['social', 'messages', userId], [userId]);
  // A reopened conversation starts with its last page.
  useEffect(() => {
    if (open) return;
    client.setQueryData<Pages>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
  }, [client, open, queryKey]);
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: before }) =>
      api.listMessages({ params: { userId }, query: { limit: PAGE, before } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (oldest) => (oldest.length < PAGE ? undefined : oldest[0]?._id),
    enabled: open,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_AFTER : REFETCH_INTERVAL),
  });
}

/** Messages received, or sent from this window, since the conversation was opened. */
function useReceived(userId: string, open: boolean) {
  const [received, setReceived] = useState<PrivateMessage[]>([]);
  const hear = useCallback((message: PrivateMessage) => setReceived((list) => [...list, message]), []);
  useEffect(() => {
    if (!open) return;
    setReceived([]);
    return realtime.onPersonal('privateMessage', (message) => {
      if (message.fromId === userId || message.toId === userId) hear(message);
    });
  }, [hear, open, userId]);
  return { received, hear };
}

/** Resolves to the stored message, if the reply contains it. */
type Send = (content: string) => Promise<PrivateMessage | undefined>;

/** How a message is sent: to a friend, or to the opponent in a room; null: not possible. */
function useChannel(toId: string, roomId: string | undefined) {
  const friends = useFriends().data;
  const friend = friends?.some(({ _id }) => _id === toId) ?? roomId === undefined;
  if (friend) {
    const send: Send = (content) => api.sendMessage({ body: { toId, content } });
    return { limit: MESSAGE_LENGTH, send };
  }
  if (roomId === undefined) return null;
  const send: Send = async (content) => {
    await api.sayInRoom({ params: { roomId }, body: { toId, content } });
    return undefined;
  };
  return { limit: CHAT_LENGTH, send };
}

interface Delivery {
  /** Id of the last known message; messages written now come after it. */
  after: string;
  channel: ReturnType<typeof useChannel>;
  /** Adds a stored message. */
  hear: (message: PrivateMessage) => void;
  refetch: () => Promise<unknown>;
}

/** Pending messages, sent one after the other so that they arrive in order. */
function useOutgoing({ after, channel, hear, refetch }: Delivery) {
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  const queue = useRef(Promise.resolve());
  const discard = (key: string): void => setOutgoing((list) => list.filter((one) => one.key !== key));
  const fail = (key: string, change: Partial<Outgoing>): void =>
    setOutgoing((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one)));

  const put = async ({ key, content }: Outgoing, send: Send): Promise<void> => {
    try {
      const message = await send(content);
      if (message) hear(message);
      else await refetch();
      discard(key);
    } catch (error) {
      const failed = reasonOf(error) ?? t('chat.failed');
      // Without a reply the message may have arrived; a refused one has not.
      const lost = error instanceof ApiError && error.status === 0;
      fail(key, lost ? { failed } : { failed, after: NEVER });
      if (lost) void refetch();
    }
  };
  const say = (content: string): void => {
    if (!channel) return;
    const message = { key: `out-${randomId(12)}`, content, after, failed: null };
    setOutgoing((list) => [...list, message]);
    queue.current = queue.current.then(() => put(message, channel.send));
  };
  const retry = ({ key, content }: Outgoing): void => {
    discard(key);
    say(content);
  };
  return { outgoing, say, retry, discard };
}

/** A private conversation: messages, pending messages, and sending. */
export function useConversation(userId: string, open: boolean, roomId: string | undefined) {
  const me = useSession((state) => state.user?._id ?? '');
  const history = useHistory(userId, open);
  const { received, hear } = useReceived(userId, open);
  const channel = useChannel(userId, roomId);
  const pages = history.data?.pages;
  const messages = useMemo(() => conversationOf(pages ?? [], received), [pages, received]);
  const after = messages.at(-1)?._id ?? (pages ? '' : NEVER);
  const { outgoing, ...ways } = useOutgoing({ after, channel, hear, refetch: history.refetch });
  const waiting = useMemo(() => unseen(messages, outgoing, me), [messages, outgoing, me]);
  return { me, history, messages, waiting, limit: channel?.limit ?? null, ...ways };
}

/** Milliseconds between two read receipts. */
const READ_AGAIN = 5_000;

/** Returns whether the window is visible and focused. */
function useAttention(): boolean {
  return useSyncExternalStore(
    (notify) => {
      window.addEventListener('focus', notify);
      window.addEventListener('blur', notify);
      document.addEventListener('visibilitychange', notify);
      return () => {
        window.removeEventListener('focus', notify);
        window.removeEventListener('blur', notify);
        document.removeEventListener('visibilitychange', notify);
      };
    },
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}

/**
 * Reports to the server that the messages of `userId` have been read, once the window is focused. `last`: id of the
 * user's newest message.
 */
export function useReading(userId: string, last: string | null): void {
  const client = useQueryClient();
  const looking = useAttention();
  const reported = useRef<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt tells again
  useEffect(() => {
    if (!looking || last === null || reported.current === last) return;
    let timer: ReturnType<typeof setTimeout>;
    api.readMessages({ params: { userId } }).then(
      () => {
        reported.current = last;
        refreshSocial(client, 'friends', 'unread');
      },
      () => {
        timer = setTimeout(() => setAttempt((count) => count + 1), READ_AGAIN);
      },
    );
    return () => clearTimeout(timer);
  }, [userId, last, looking, client, attempt]);
}
