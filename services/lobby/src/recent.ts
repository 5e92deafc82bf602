import type { LobbyMessage } from '@doushouqi/protocol';
import { type Cached, createCached } from '@doushouqi/service-kit';

/** Maximum age of cached messages; another process may add some. Milliseconds. */
const CACHE_MS = 1_000;
/** Chats of tournaments whose messages are cached. */
const MOST_CHATS = 200;

/** A chat: the one of a tournament, or the lobby without an id. */
export interface Chat {
  tournamentId?: string | undefined;
}

export interface Recent {
  /** Returns the last messages of a chat. */
  get(chat: Chat): Promise<LobbyMessage[]>;
  forget(chat: Chat): void;
  forgetAll(): void;
}

export function createRecent(ask: (chat: Chat) => Promise<LobbyMessage[]>, now: () => number): Recent {
  const chats = new Map<string, Cached<LobbyMessage[]>>();
  const keyOf = ({ tournamentId = '' }: Chat): string => tournamentId;
  return {
    get(chat) {
      const key = keyOf(chat);
      const known = chats.get(key) ?? createCached({ ask: () => ask(chat), ttlMs: CACHE_MS, now });
      if (!chats.has(key) && chats.size >= MOST_CHATS) chats.delete(chats.keys().next().value!);
      chats.set(key, known);
      return known.get();
    },
    forget: (chat) => chats.get(keyOf(chat))?.forget(),
    forgetAll: () => chats.clear(),
  };
}
