import { useSyncExternalStore } from 'react';
import { WIDE } from '../../ui/use-media.ts';

/**
 * How a table lies on the screen (look §7, §11): board between two columns, beside one, between two bars with a
 * narrow column (tablets upright), over everything else (phones upright), or as high as a low screen allows.
 */
export type TableLayout = 'wide' | 'columns' | 'upright' | 'phone' | 'landscape';

/** The first that holds; where none does, one column has room. */
const QUERIES: readonly (readonly [TableLayout, string])[] = [
  ['landscape', '(max-height: 500px) and (orientation: landscape)'],
  ['phone', '(max-width: 699px)'],
  ['upright', '(max-width: 1199px) and (orientation: portrait)'],
  ['wide', WIDE],
];

function read(): TableLayout {
  return QUERIES.find(([, query]) => window.matchMedia(query).matches)?.[0] ?? 'columns';
}

function subscribe(notify: () => void): () => void {
  const lists = QUERIES.map(([, query]) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', notify);
  return () => {
    for (const list of lists) list.removeEventListener('change', notify);
  };
}

export function useTableLayout(): TableLayout {
  return useSyncExternalStore(subscribe, read);
}
