import { type FinishedGame, POLICIES } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { RoomStore } from '@doushouqi/room-core';
import { AppError, type InternalClient } from '@doushouqi/service-kit';

/** Those who want to know of finished games. */
export interface Takers {
  record: InternalClient;
  rating: InternalClient;
  pairing: InternalClient;
}

export interface ArchiveOptions extends Takers {
  store: Pick<RoomStore, 'unarchived' | 'archived'>;
  /** Record or rating will never take this game; it stays in the outbox for a person to look at. */
  onRefused: (game: FinishedGame, error: AppError) => void;
  /** Pairing was not told; it finds out by itself. */
  onUntold: (game: FinishedGame, error: unknown) => void;
}

/** Refusals that asking again cannot change. */
function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'RATE_LIMITED'
  );
}

/** The players may look for the next opponent: that waits for nobody else, and nobody waits for it. */
async function tellPairing({ pairing, onUntold }: ArchiveOptions, game: FinishedGame): Promise<void> {
  const { gameId, roomId, players, kind, winner, abortedBy } = game;
  if (!POLICIES[kind].exclusive) return;
  const body = { gameId, roomId, players, kind, winner, ...(abortedBy && { abortedBy }) };
  try {
    await pairing.call(ROUTES.endPairing, { body }, { requestId: gameId });
  } catch (error) {
    onUntold(game, error);
  }
}

/** Rated first, where that is at stake, so that the archive keeps what it did; an aborted game is no game to keep. */
async function keep({ record, rating }: Takers, game: FinishedGame): Promise<void> {
  const requestId = game.gameId;
  const rated = POLICIES[game.kind].rated
    ? await rating.call(ROUTES.rateGame, { body: game }, { requestId })
    : {};
  if (game.abortedBy !== undefined) return;
  await record.call(ROUTES.archiveGame, { body: { ...game, ...rated } }, { requestId });
}

/** False where the game is refused for good. */
async function handedOver(options: ArchiveOptions, game: FinishedGame): Promise<boolean> {
  try {
    await keep(options, game);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    options.onRefused(game, error);
    return false;
  }
}

/**
 * Hands a room's finished games over, and takes each off the outbox once everybody has it who must. All of them go by the
 * game's id, so doing this twice is harmless. Rejects where it must be tried again; no game waits for another one.
 */
export async function archiveGames(options: ArchiveOptions, roomId: string): Promise<void> {
  const { store } = options;
  const failed: unknown[] = [];
  for (const game of await store.unarchived(roomId)) {
    const told = tellPairing(options, game);
    try {
      const done = await handedOver(options, game);
      // A process that is killed here has them all told once more.
      await told;
      if (done) await store.archived(roomId, game.gameId);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}
