import type { RoomWish } from '@doushouqi/protocol';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * What a user pressed before it could be done: `seek` an opponent in the pool `of`, `accept` the challenge, `save` the
 * local game, `create` the room, `enter` it as a player, or the tournament, `open` a dialog. The intention travels in `history.state`, which
 * only this site can write, and counts once. An address alone never acts: any page may link to any address.
 */
export interface Intention {
  action: 'seek' | 'accept' | 'save' | 'create' | 'enter' | 'open';
  /** What the action is about: a pool, a challenge, a saved game, a room, a tournament or a dialog. */
  of: string;
  /** The choices for a room to create. */
  wish?: RoomWish | undefined;
}

const MARK = 'intention';

/** Returns the state of a navigation that carries the intention. */
export function marked(intention: Intention): Record<typeof MARK, Intention> {
  return { [MARK]: intention };
}

/** Returns the intention with this action that the state carries, or null. Pure. */
function intentionIn(state: unknown, action: Intention['action']): Intention | null {
  if (typeof state !== 'object' || state === null || !(MARK in state)) return null;
  const { [MARK]: found } = state as Record<typeof MARK, Partial<Intention> | null>;
  return found?.action === action && typeof found.of === 'string'
    ? { action, of: found.of, wish: found.wish }
    : null;
}

/**
 * Returns the intention that led to this page, or null, and removes it from the history: neither a reload nor the back
 * button repeats it. The result is stable until the next intention.
 */
export function useIntention(action: Intention['action']): Intention | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const taken = useRef<{ state: unknown; intention: Intention | null }>({ state: null, intention: null });
  const found = intentionIn(state, action);
  if (found && taken.current.state !== state) taken.current = { state, intention: found };
  const isMarked = found !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mark
  useEffect(() => {
    if (isMarked) void navigate({ pathname, search, hash }, { replace: true, state: null });
  }, [isMarked]);
  return taken.current.intention;
}
