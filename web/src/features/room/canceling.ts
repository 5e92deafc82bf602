import { POLICIES } from '@doushouqi/protocol';
import { mayAbort, type RoomView } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import { t } from './texts.ts';

/** Canceling a game before it counts. */

/**
 * Returns whether a side may still cancel the game, which then has no result. In a tournament a game without a first move is
 * lost. Pure.
 */
export function mayCancel(room: RoomView, own: Side | null): boolean {
  return own !== null && POLICIES[room.header.kind].returnsTo !== 'context' && mayAbort(room, own);
}

/** Returns what canceling means before the game counts: often doing so to people pauses the pairing. Pure. */
export function abortWarning({ header: { kind } }: RoomView): string {
  return t(`abort.message.${POLICIES[kind].yields ? 'bot' : 'person'}`);
}
