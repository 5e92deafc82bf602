import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Phones, as the layout knows them (spec §9). */
export const PHONE = '(max-width: 768px)';

/** Screens with a column on both sides of the board (look §7). */
export const WIDE = '(min-width: 1200px)';
