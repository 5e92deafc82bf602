import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { united, withPushedOut } from './messages.ts';

/** A window holds about this many messages at most. */
const MOST = 500;

/** Whether there are messages before the first one that is shown, and what became of asking for them. */
export type OlderState = 'some' | 'loading' | 'failed' | 'none';

/** The messages of the last page after the older ones that were loaded, oldest first. `load` asks for the page before. */
export function useOlder(latest: readonly LobbyMessage[] | undefined) {
  const [older, setOlder] = useState<readonly LobbyMessage[]>([]);
  const [asked, setAsked] = useState<OlderState>('some');
  const [seen, setSeen] = useState(latest);
  // Done while rendering, so that no message is missing between two renderings.
  if (latest !== seen) {
    setSeen(latest);
    if (older.length > 0 && seen && latest) setOlder(withPushedOut(older, seen, latest));
  }
  const messages = latest && (older.length > 0 ? united(older, latest) : latest);
  const state = asked === 'some' && (latest?.length ?? 0) < LOBBY_LINES ? 'none' : asked;
  const load = async (): Promise<void> => {
    const before = messages?.[0]?.timestamp;
    if (before === undefined || state === 'loading' || state === 'none') return;
    setAsked('loading');
    try {
      const page = await api.listLobby({ query: { before } });
      const known = new Set(messages?.map(({ _id }) => _id));
      const more = page.filter(({ _id }) => !known.has(_id));
      setOlder((list) => united(list, more));
      const isLast = page.length < LOBBY_LINES || more.length === 0 || known.size + more.length >= MOST;
      setAsked(isLast ? 'none' : 'some');
    } catch {
      setAsked('failed');
    }
  };
  return { messages, state, load: () => void load() };
}
