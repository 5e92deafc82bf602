import { type FinishedGame, POLICIES, ratingClassOf } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { RoomStore } from '@doushouqi/room-core';
import { AppError, type InternalClient } from '@doushouqi/service-kit';

/** Services that receive finished games. */
export interface Receivers {
  record: InternalClient;
  rating: InternalClient;
  pairing: InternalClient;
}

export interface ArchiveOptions extends Receivers {
  store: Pick<RoomStore, 'unarchived' | 'archived'>;
  /** Record or rating refuses this game for good; it stays in the outbox for an operator. */
  onRefused: (game: FinishedGame, error: AppError) => void;
  /** Pairing was not notified; it checks the game later. */
  onNotifyFailed: (game: FinishedGame, error: unknown) => void;
}

/** Returns whether a retry cannot change the refusal. */
function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'RATE_LIMITED'
  );
}

/** Notifies pairing that the players are free, independent of the other receivers. */
async function notifyPairing({ pairing, onNotifyFailed }: ArchiveOptions, game: FinishedGame): Promise<void> {
  const { gameId, roomId, players, kind, winner, abortedBy } = game;
  if (!POLICIES[kind].exclusive) return;
  const body = { gameId, roomId, players, kind, winner, ...(abortedBy && { abortedBy }) };
  try {
    await pairing.call(ROUTES.endPairing, { body }, { requestId: gameId });
  } catch (error) {
    onNotifyFailed(game, error);
  }
}

/** Rates the game first, so that the archive stores the rating change; aborted games are not archived. */
async function archive({ record, rating }: Receivers, game: FinishedGame): Promise<void> {
  const requestId = game.gameId;
  const rated =
    ratingClassOf(game.kind, game.timeControl) === null
      ? {}
      : await rating.call(ROUTES.rateGame, { body: game }, { requestId });
  if (game.abortedBy !== undefined || !POLICIES[game.kind].archived) return;
  await record.call(ROUTES.archiveGame, { body: { ...game, ...rated } }, { requestId });
}

/** Returns false if the game is refused for good. */
async function delivered(options: ArchiveOptions, game: FinishedGame): Promise<boolean> {
  try {
    await archive(options, game);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    options.onRefused(game, error);
    return false;
  }
}

/**
 * Archives a room's finished games, and removes each from the outbox once all required receivers have it. Idempotent by
 * game id. Rejects if a retry is needed; games do not wait for each other.
 */
export async function archiveGames(options: ArchiveOptions, roomId: string): Promise<void> {
  const { store } = options;
  const failed: unknown[] = [];
  for (const game of await store.unarchived(roomId)) {
    const notified = notifyPairing(options, game);
    try {
      const done = await delivered(options, game);
      // If the process dies here, all receivers are notified again.
      await notified;
      if (done) await store.archived(roomId, game.gameId);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}
