import { api } from '../../../client/api.ts';
import { realtime } from '../../../client/realtime.ts';
import { session } from '../../../client/session.ts';
import { storage } from '../../../client/storage.ts';
import type { LobbyItem } from '../../../shared/talk/messages.ts';
import type { TalkSource } from '../../../shared/talk/source.ts';
import { t } from './texts.ts';

/** Interval of requests of a closed lobby, for the unread count. Milliseconds. */
export const CLOSED_INTERVAL = 30_000;

/** The talk of the lobby. */
export const LOBBY: TalkSource = {
  key: ['lobby', 'messages'],
  list: (before) => api.listLobby({ query: before === undefined ? {} : { before } }),
  say: (content) => api.sayInLobby({ body: { content } }),
  follow(add) {
    realtime.watchLobby(true);
    const stop = realtime.onPersonal('lobbyMessage', add);
    return () => {
      realtime.watchLobby(false);
      stop();
    };
  },
  logIn: () => session.requestLogin(null, { why: 'lobby' }),
  words: {
    list: t('list'),
    loading: t('loading'),
    empty: t('empty'),
    emptyHint: t('emptyHint'),
    away: { title: t('away.title'), hint: t('away.hint'), note: t('away.note') },
    placeholder: t('placeholder'),
    closed: t('closed'),
  },
};

/** Local storage key: time of the newest message that this browser has shown, epoch ms. */
const READ_KEY = 'lobbyRead';

/** Stores that all messages up to the last one were shown. */
export function markRead(items: readonly LobbyItem[]): void {
  const last = items.at(-1)?.message.timestamp ?? 0;
  if (last > Number(storage.getItem(READ_KEY))) storage.setItem(READ_KEY, String(last));
}

/** Returns the number of newer messages by others. The first visit counts all messages as read. */
export function countUnread(items: readonly LobbyItem[]): number {
  if (storage.getItem(READ_KEY) === null) markRead(items);
  const read = Number(storage.getItem(READ_KEY));
  return items.filter(({ message, mine }) => !mine && message.timestamp > read).length;
}
