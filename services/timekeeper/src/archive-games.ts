import type { FinishedGame } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { RoomStore } from '@doushouqi/room-core';
import { AppError, type InternalClient } from '@doushouqi/service-kit';

export interface ArchiveOptions {
  store: Pick<RoomStore, 'unarchived' | 'archived'>;
  record: InternalClient;
  /** The record service will never take this game; it stays in the outbox for a person to look at. */
  onRefused: (game: FinishedGame, error: AppError) => void;
}

/** Refusals that asking again cannot change. */
function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'RATE_LIMITED'
  );
}

/**
 * Hands a room's finished games to the record service, and takes each off the outbox once it is there. The archive
 * is keyed by game, so doing this twice is harmless. Rejects where it must be tried again.
 */
export async function archiveGames(
  { store, record, onRefused }: ArchiveOptions,
  roomId: string,
): Promise<void> {
  for (const game of await store.unarchived(roomId)) {
    try {
      await record.call(ROUTES.archiveGame, { body: game }, { requestId: game.gameId });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      onRefused(game, error);
      continue;
    }
    await store.archived(roomId, game.gameId);
  }
}
