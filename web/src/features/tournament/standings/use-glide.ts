import { type RefObject, useLayoutEffect, useRef } from 'react';
import { EASE_OUT, motionAllowed } from '../../../board/motion.ts';

const DURATION = 320;

interface Seen {
  view: string;
  order: string;
  /** The rows' places by user id, px. */
  tops: ReadonlyMap<string, number>;
}

/**
 * Returns the ref of the body of a table whose rows have `data-user`. Rows glide to their new places when the order changes; new
 * rows, and those of another `view`, appear at once.
 */
export function useGlide(view: string): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<Seen>(null);
  // Each render may have changed the rows' heights.
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-user]') ?? [])];
    const tops = new Map(rows.map((row) => [row.dataset.user!, row.offsetTop]));
    const before = last.current;
    const order = [...tops.keys()].join();
    last.current = { view, order, tops };
    if (before?.view !== view || before.order === order || !motionAllowed()) return;
    for (const row of rows) {
      const from = (before.tops.get(row.dataset.user!) ?? row.offsetTop) - row.offsetTop;
      if (from === 0) continue;
      // Added to a glide that has not ended, so that the row goes on from where it is seen.
      const move = [{ transform: `translateY(${from}px)` }, { transform: 'none' }];
      row.animate(move, { duration: DURATION, easing: EASE_OUT, composite: 'add' });
    }
  });
  return body;
}
