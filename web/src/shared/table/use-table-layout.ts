import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
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

/** One value for all parts of a table, which must not be laid out half in one way and half in another. */
const layoutStore = createStore<{ layout: TableLayout }>(() => ({ layout: measure() }));
for (const [, query] of QUERIES)
  window.matchMedia(query).addEventListener('change', () => layoutStore.setState({ layout: measure() }));

/** The way in which tables lie on this screen now. */
export function useTableLayout(): TableLayout {
  return useStore(layoutStore, ({ layout }) => layout);
}
