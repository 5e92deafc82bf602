import { useSyncExternalStore } from 'react';
import { MEDIA } from '../../ui/media.ts';

/**
 * Layout of a table: board between two columns, beside one, between two bars with a narrow column (upright tablets),
 * above all other parts (upright phones), or as high as a low screen allows.
 */
export type TableLayout = 'wide' | 'columns' | 'upright' | 'phone' | 'landscape';

const PHONE = '(max-width: 699px)';
/** The layout of the table that the build writes into the document, and windows that have it. */
export const FIRST_PAINT = { layout: 'phone', media: `${PHONE} and (orientation: portrait)` } as const;

/** The first match wins; without one, one column fits. */
const QUERIES: readonly (readonly [TableLayout, string])[] = [
  ['landscape', `${MEDIA.low} and (orientation: landscape)`],
  ['phone', PHONE],
  ['upright', `${MEDIA.compact} and (orientation: portrait)`],
  ['wide', `not ${MEDIA.compact}`],
];

function measure(): TableLayout {
  return QUERIES.find(([, query]) => window.matchMedia(query).matches)?.[0] ?? 'columns';
}

/** Follows the layout while components use it. All of them change at once. */
class LayoutWatch {
  /** Cached: many parts read it at every move, and it is measured once per change. */
  #known: TableLayout | null = null;
  readonly #listeners = new Set<() => void>();
  #lists: readonly MediaQueryList[] = [];

  readonly read = (): TableLayout => this.#known ?? measure();

  readonly subscribe = (notify: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#lists = QUERIES.map(([, query]) => window.matchMedia(query));
      for (const list of this.#lists) list.addEventListener('change', this.#change);
      this.#known = measure();
    }
    this.#listeners.add(notify);
    return () => {
      this.#listeners.delete(notify);
      if (this.#listeners.size > 0) return;
      for (const list of this.#lists) list.removeEventListener('change', this.#change);
      this.#known = null;
    };
  };

  readonly #change = (): void => {
    this.#known = measure();
    for (const notify of this.#listeners) notify();
  };
}

const watch = new LayoutWatch();

/** Returns the current layout of tables. */
export function useTableLayout(): TableLayout {
  return useSyncExternalStore(watch.subscribe, watch.read, () => FIRST_PAINT.layout);
}
