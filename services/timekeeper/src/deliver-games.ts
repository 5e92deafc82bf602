import type { FinishedGame, RouteRequest } from '@doushouqi/protocol';
import { type Receiver, ROUTES, SERVICES } from '@doushouqi/protocol/server';
import type { RoomStore } from '@doushouqi/room-core';
import { AppError, type InternalClient } from '@doushouqi/service-kit';

/** Clients of the services that receive finished games. */
export type Receivers = Readonly<Record<Receiver, InternalClient>>;

export interface DeliveryOptions {
  store: Pick<RoomStore, 'undelivered' | 'noteDelivered'>;
  receivers: Receivers;
  /** A receiver refuses this game for good; it stays in the outbox for an operator. */
  onRefused: (game: FinishedGame, receiver: Receiver, error: AppError) => void;
}

/** Returns whether a retry cannot change the refusal. */
function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'RATE_LIMITED'
  );
}

/** Sends a finished game to one of its receivers, once it has not confirmed it. Idempotent. Rejects if a retry is needed. */
export async function deliverGame(
  { store, receivers, onRefused }: DeliveryOptions,
  { roomId, gameId, receiver }: { roomId: string; gameId: string; receiver: Receiver },
): Promise<void> {
  const games = await store.undelivered(roomId);
  const game = games.find((one) => one.gameId === gameId && one.receivers.includes(receiver));
  if (game === undefined) return;
  const route = ROUTES[SERVICES[receiver].receives.route];
  try {
    // A service gets only what its route names.
    const request = { body: route.body.parse(game) } as RouteRequest<typeof route>;
    await receivers[receiver].call(route, request, { requestId: gameId });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return onRefused(game, receiver, error);
  }
  await store.noteDelivered(game, receiver);
}
