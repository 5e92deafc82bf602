/** Returns the number of themes on a page. */
export function pageSize(wide: boolean): number {
  return wide ? 12 : 4;
}

/** Returns the page, from 1, that contains the item at `index`. */
export function pageWith(index: number, size: number): number {
  return Math.floor(Math.max(0, index) / size) + 1;
}
