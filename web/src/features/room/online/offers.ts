import type { RoomHeader } from '@doushouqi/protocol';
import { cooldownSince, type OfferKind, requesterOf } from '@doushouqi/room';
import { actionSince } from './room-log.ts';

/** Draw, undo and reset as one player sees them (spec §4, lessons A9). Pure. */

const OFFER_KINDS: readonly OfferKind[] = ['draw', 'undo', 'reset'];

/** What an offer is called: a reset after the end of the game is a rematch. */
export function offerName(kind: OfferKind, over: boolean): OfferKind | 'rematch' {
  return kind === 'reset' && over ? 'rematch' : kind;
}

/** The opponent's question, waiting for an answer. */
export interface Prompt {
  /** Names the offer: the same kind in another position is another offer. */
  id: string;
  kind: OfferKind;
  by: string;
}

/** Whether anybody asks for anything. */
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
 * The prompts in the order in which they came: the first is on the screen and stays there until it is answered or
 * lapses; a later one never takes its place under the finger (lessons A9).
 */
export function promptQueue(queue: readonly Prompt[], header: RoomHeader, userId: string): readonly Prompt[] {
  const open = openPrompts(header, userId);
  const kept = queue.filter(({ id }) => open.some((prompt) => prompt.id === id));
  const fresh = open.filter(({ id }) => !queue.some((prompt) => prompt.id === id));
  return kept.length === queue.length && fresh.length === 0 ? queue : [...kept, ...fresh];
}

/** Seconds, rounded up, until an offer made at `askedAt` may be made again; 0 when at once (spec §5). */
export function cooldownSeconds(askedAt: number | undefined, now: number): number {
  return Math.ceil(cooldownSince(askedAt, now) / 1000);
}

/** What a requester is told about his offer once the other side has answered. */
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
