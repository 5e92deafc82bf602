import { type Game, gameAfter, plyCount } from '@doushouqi/rules';
import { useEffect, useMemo, useRef, useState } from 'react';

/** Where a person looks in the moves of a game. What shows a game needs nothing else for it. */
export interface LookBack {
  /** The game as far as it is shown: the game itself in the present. */
  shown: Game;
  /** Half-moves of what is shown. */
  ply: number;
  /** An earlier position is shown than the present one. */
  isBack: boolean;
  /** A move was made since the person looks back. */
  hasNews: boolean;
  /** Shows the position after so many half-moves; that after the last is the present. */
  show: (ply: number) => void;
}

interface Past {
  key: string | null;
  ply: number;
  /** Half-moves of the game when the person began to look back. */
  since: number;
}

/**
 * Looking back at the moves of a game that may go on meanwhile: new moves leave the shown position alone.
 * Escape and End return to the present.
 * @param key names the game; another one begins in its present
 */
export function useLookBack(game: Game, key: string | null): LookBack {
  const [past, setPast] = useState<Past | null>(null);
  const plies = plyCount(game);
  // Another game, or moves taken back to where the person looks: that is the present.
  const isBack = past !== null && past.key === key && past.ply < plies;
  if (past && !isBack) setPast(null);
  const ply = isBack ? past.ply : plies;
  const shown = useMemo(() => gameAfter(game, ply), [game, ply]);
  const show = (to: number): void => {
    const since = isBack ? past.since : plies;
    setPast(to >= plies ? null : { key, ply: Math.max(0, to), since });
  };
  useReturnKeys(isBack, () => show(plies));
  return { shown, ply, isBack, hasNews: isBack && plies > past.since, show };
}

/** Keys pressed here are for what has the focus. */
const OWN_KEYS = 'input, textarea, [role="dialog"], [role="alertdialog"], [role="menu"]';

function useReturnKeys(isBack: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!isBack) return;
    const onKey = (event: KeyboardEvent): void => {
      const isOwn = event.target instanceof Element && event.target.closest(OWN_KEYS);
      if (isOwn || event.defaultPrevented) return;
      if (event.key === 'Escape' || event.key === 'End') latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isBack]);
}
