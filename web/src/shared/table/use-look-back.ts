import { type Game, gameAfter, plyCount } from '@doushouqi/rules';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GameController, GameState } from '../../game/controller.ts';
import { useGame } from './use-game.ts';

/** The position that the user looks at. Stable while the game continues in the present. */
export interface LookBack {
  /** Plies of the shown earlier position; null in the present. */
  back: number | null;
  /** Whether a move was made during the look back. */
  hasNews: boolean;
  /** Shows the position after this many plies; the last one is the present. */
  show: (ply: number) => void;
}

interface Past {
  key: string;
  ply: number;
  /** Plies of the game when the look back began. */
  since: number;
}

/** Names the game and its status: the end of a game returns a user who looks back to the present. */
function keyOf({ gameId, status }: GameState): string {
  return `${gameId} ${status === 'over'}`;
}

/**
 * Looks back at the moves of a game that may continue: new moves leave the shown position unchanged. Escape and End
 * return to the present. Another game starts in its present.
 */
export function useLookBack(controller: GameController): LookBack {
  const [past, setPast] = useState<Past | null>(null);
  // Another game, or an undo to the shown position, returns to the present.
  const isBack = useGame(
    controller,
    (state) => past !== null && past.key === keyOf(state) && past.ply < plyCount(state.game),
  );
  const hasNews = useGame(controller, ({ game }) => past !== null && plyCount(game) > past.since);
  if (past && !isBack) setPast(null);
  const show = useCallback(
    (to: number): void => {
      const state = controller.store.getState();
      const plies = plyCount(state.game);
      const begin = { key: keyOf(state), ply: Math.max(0, to) };
      setPast((before) => (to >= plies ? null : { ...begin, since: before?.since ?? plies }));
    },
    [controller],
  );
  useReturnKeys(isBack, show);
  return { back: isBack && past ? past.ply : null, hasNews: isBack && hasNews, show };
}

/** Returns the game up to the shown position. */
export function useShownGame({
  controller,
  past: { back },
}: {
  controller: GameController;
  past: LookBack;
}): Game {
  const game = useGame(controller, (state) => state.game);
  return useMemo(() => (back === null ? game : gameAfter(game, back)), [game, back]);
}

/** Elements that handle their own keys. */
const OWN_KEYS = 'input, textarea, [role="dialog"], [role="alertdialog"], [role="menu"]';

function useReturnKeys(isBack: boolean, show: LookBack['show']): void {
  useEffect(() => {
    if (!isBack) return;
    const onKey = (event: KeyboardEvent): void => {
      const isOwn = event.target instanceof Element && event.target.closest(OWN_KEYS);
      if (isOwn || event.defaultPrevented) return;
      if (event.key === 'Escape' || event.key === 'End') show(Number.POSITIVE_INFINITY);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isBack, show]);
}
