import { MAX_SPECTATORS } from '@doushouqi/protocol';
import type { CommandResult } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';

/** Spectators who come within this long of one another come in one event (lessons F, lila-ws). Milliseconds. */
const WINDOW_MS = 300;

/** Lets `userIds` watch, in one command. */
type Admit = (roomId: string, userIds: readonly string[]) => Promise<CommandResult>;

/** The next batch of a room; `result` is shared by everybody in it. */
interface Batch {
  userIds: Set<string>;
  result: Promise<CommandResult>;
  close: () => void;
}

/**
 * Takes spectators together: the first goes in at once, those who come while its window is open go in when it
 * closes. Resolves to the result of the batch that the user was in; throws ROOM_FULL where a batch alone would
 * fill a room.
 */
export function createSpectatorBatches(
  admit: Admit,
): (roomId: string, userId: string) => Promise<CommandResult> {
  const windows = new Map<string, Batch | null>();

  const openWindow = (roomId: string): void => {
    windows.set(roomId, null);
    setTimeout(() => {
      const batch = windows.get(roomId);
      windows.delete(roomId);
      if (!batch) return;
      openWindow(roomId);
      batch.close();
    }, WINDOW_MS);
  };

  const openBatch = (roomId: string): Batch => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const userIds = new Set<string>();
    const batch = { userIds, close, result: closed.then(() => admit(roomId, [...userIds])) };
    windows.set(roomId, batch);
    return batch;
  };

  return async (roomId, userId) => {
    if (!windows.has(roomId)) {
      openWindow(roomId);
      return admit(roomId, [userId]);
    }
    const batch = windows.get(roomId) ?? openBatch(roomId);
    if (batch.userIds.size >= MAX_SPECTATORS) throw errorOf('ROOM_FULL');
    batch.userIds.add(userId);
    return batch.result;
  };
}
