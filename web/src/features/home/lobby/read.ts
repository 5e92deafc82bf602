import { storage } from '../../../client/storage.ts';
import type { LobbyItem } from './messages.ts';

/** When the newest message was said that this browser has shown, epoch ms. */
const READ_KEY = 'lobbyRead';

/** Everything up to the last of these messages was in sight. */
export function markRead(items: readonly LobbyItem[]): void {
  const last = items.at(-1)?.message.timestamp ?? 0;
  if (last > Number(storage.getItem(READ_KEY))) storage.setItem(READ_KEY, String(last));
}

/** How many of these messages others said since. Whoever never looked in has missed nothing yet. */
export function countUnread(items: readonly LobbyItem[]): number {
  if (storage.getItem(READ_KEY) === null) markRead(items);
  const read = Number(storage.getItem(READ_KEY));
  return items.filter(({ message, mine }) => !mine && message.timestamp > read).length;
}
