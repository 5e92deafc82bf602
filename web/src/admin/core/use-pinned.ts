import { useEffect } from 'react';

/**
 * Opens the first entry of a list if the address names none. From then on the address names it: a later entry at the top
 * does not take its place on the screen.
 */
export function usePinned(
  selected: string | undefined,
  first: string | undefined,
  open: (id: string) => void,
): void {
  useEffect(() => {
    if (selected === undefined && first !== undefined) open(first);
  });
}

/** Returns the neighbor of an entry in a list: the next one, else the one before. Pure. */
export function neighborOf(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id);
  return ids[at + 1] ?? ids[at - 1];
}
