import type { RoomHeader } from '@doushouqi/protocol';
import { cooldownSince, type OfferKind, requesterOf } from '@doushouqi/room';
import { actionSince } from '@doushouqi/room-client';

const OFFER_KINDS: readonly OfferKind[] = ['draw', 'undo', 'reset'];

/** Returns the name of an offer: a reset after the end of the game is a rematch. */
export function offerName(kind: OfferKind, over: boolean): OfferKind | 'rematch' {
  return kind === 'reset' && over ? 'rematch' : kind;
}

/** The opponent's offer that waits for an answer. */
export interface Prompt {
  /** Identifies the offer: the same kind in another position is another offer. */
  id: string;
  kind: OfferKind;
  by: string;
}

/** Returns whether any offer is open. */
export function hasOffer(header: RoomHeader): boolean {
  return OFFER_KINDS.some((kind) => requesterOf(header, kind) !== null);
}

/** The offers that a player has to answer. */
function openPrompts(header: RoomHeader, userId: string): Prompt[] {
  return OFFER_KINDS.flatMap((kind) => {
    const by = requesterOf(header, kind);
    return by === null || by === userId ? [] : [{ id: `${header.gameId}-${header.ply}-${kind}`, kind, by }];
  });
}

/**
 * Returns the prompts in order of arrival. The first is visible and stays until it is answered or lapses; a later one
 * never replaces it while the user may be pressing it. Pure.
 */
export function promptQueue(queue: readonly Prompt[], header: RoomHeader, userId: string): readonly Prompt[] {
  const open = openPrompts(header, userId);
  const remaining = queue.filter(({ id }) => open.some((prompt) => prompt.id === id));
  const fresh = open.filter(({ id }) => !queue.some((prompt) => prompt.id === id));
  return remaining.length === queue.length && fresh.length === 0 ? queue : [...remaining, ...fresh];
}

/** Returns the seconds, rounded up, until an offer made at `askedAt` may be repeated; 0 if now. Pure. */
export function cooldownSeconds(askedAt: number | undefined, now: number): number {
  return Math.ceil(cooldownSince(askedAt, now) / 1000);
}

/** Returns the opponent's answer to an offer of this user, or null. Pure. */
export function answerFor(
  before: RoomHeader,
  after: RoomHeader,
  userId: string,
): { kind: OfferKind; over: boolean; accepted: boolean } | null {
  const action = actionSince(before, after);
  if (!action || action.by === userId || requesterOf(before, action.offer) !== userId) return null;
  if (action.kind !== 'accepted' && action.kind !== 'rejected') return null;
  return { kind: action.offer, over: action.over, accepted: action.kind === 'accepted' };
}
