import type { LobbyMessage } from '@doushouqi/protocol';

/** A public talk: where its lines come from, and how it is called. */
export interface TalkSource {
  /** Key of its lines in the cache of queries. */
  key: readonly string[];
  /** Returns a page of lines, newest first, sent before `before` (epoch ms). */
  list: (before?: number) => Promise<LobbyMessage[]>;
  say: (content: string) => Promise<LobbyMessage>;
  /** Calls the listener with each pushed line until the returned function is called. */
  follow: (add: (message: LobbyMessage) => void) => () => void;
  /** Opens login or registration for a visitor or guest. */
  logIn: () => void;
  words: {
    /** Label of the list. */
    list: string;
    loading: string;
    empty: string;
    emptyHint: string;
    /** Titles and hints while the server or the network is away; `note`: beside earlier lines. */
    away: { title: string; hint: string; note: string };
    placeholder: string;
    closed: string;
  };
}
