import type { LobbyMessage } from '@doushouqi/protocol';
import { useMemo } from 'react';
import { useSession } from '../../../client/session.ts';
import { useBlocked } from '../../../shared/people/queries.ts';
import { type LobbyItem, lobbyItems } from './messages.ts';
import { useMuted } from './use-muted.ts';

/** The messages as this person sees them: without those whom they muted or blocked. */
export function useItems(messages: readonly LobbyMessage[] | undefined): readonly LobbyItem[] {
  const userId = useSession((state) => state.user?._id ?? null);
  const { muted } = useMuted();
  const blocked = useBlocked().data;
  return useMemo(() => {
    const hidden = new Set([...muted.map((user) => user.userId), ...(blocked ?? []).map(({ _id }) => _id)]);
    return lobbyItems(messages ?? [], hidden, userId);
  }, [messages, muted, blocked, userId]);
}
