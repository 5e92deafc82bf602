import { useEffect, useState } from 'react';
import { lastFromOthers } from './chat-items.ts';
import { type OpenRoom, useRoom } from './use-open-room.ts';

/** Whether somebody else said something since the chat was last in sight. */
export function useUnread({ game }: OpenRoom, inSight: boolean): boolean {
  const last = useRoom(game, ({ chat }) => lastFromOthers(chat, game.userId)?.id ?? null);
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (inSight) setSeen(last);
  }, [inSight, last]);
  return !inSight && last !== null && last !== seen;
}
