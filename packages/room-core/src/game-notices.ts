import { plyOf, type Room } from '@doushouqi/room';
import type { PushNotifications } from './push-notifications.ts';
import type { Commit } from './room-commands.ts';

/** Notifies the players of a correspondence game whose entry in their lists a commit changes. Does not wait. */
export type GameNotices = (commit: Pick<Commit, 'before' | 'after'>) => void;

/** Returns what the lists of the players show of a room, as text; null unless it is one of correspondence games. */
function entryOf(room: Room | null): string | null {
  if (!room || room.header.daysPerMove === null) return null;
  const { status, gameId, players } = room.header;
  return [status, gameId, plyOf(room), ...players].join(' ');
}

export function createGameNotices(pushNotifications: Pick<PushNotifications, 'gamesChanged'>): GameNotices {
  return ({ before, after }) => {
    if (entryOf(before) === entryOf(after)) return;
    pushNotifications.gamesChanged([
      ...new Set([...(before?.header.players ?? []), ...after.header.players]),
    ]);
  };
}
