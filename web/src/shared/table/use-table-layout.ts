import { useSyncExternalStore } from 'react';
import { MEDIA } from '../../ui/media.ts';

/**
 * How a table lies on the screen (look §7, §11): board between two columns, beside one, between two bars with a
 * narrow column (tablets upright), over everything else (phones upright), or as high as a low screen allows.
 */
export type TableLayout = 'wide' | 'columns' | 'upright' | 'phone' | 'landscape';

/** The first that holds; where none does, one column has room. */
const QUERIES: readonly (readonly [TableLayout, string])[] = [
  ['landscape', `${MEDIA.low} and (orientation: landscape)`],
  ['phone', '(max-width: 699px)'],
  ['upright', `${MEDIA.compact} and (orientation: portrait)`],
  ['wide', `not ${MEDIA.compact}`],
];

function measure(): TableLayout {
  return QUERIES.find(([, query]) => window.matchMedia(query).matches)?.[0] ?? 'columns';
}

/** As it was last measured, while anybody listens to changes; many parts of a table ask at every move. */
let known: TableLayout | null = null;

function read(): TableLayout {
  return known ?? measure();
}

/** Everybody hears of a change at once: a table must not be laid half in the old way and half in the new one. */
const listeners = new Set<() => void>();
let lists: MediaQueryList[] = [];

function tellAll(): void {
  known = measure();
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) {
    lists = QUERIES.map(([, query]) => window.matchMedia(query));
    for (const list of lists) list.addEventListener('change', tellAll);
    known = measure();
  }
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    for (const list of lists) list.removeEventListener('change', tellAll);
    known = null;
  };
}

/** The way in which tables lie on this screen now. */
export function useTableLayout(): TableLayout {
  return useSyncExternalStore(subscribe, read);
}
