/** Themes on one page. */
export function pageSize(wide: boolean): number {
  return wide ? 12 : 4;
}

/** The page, counted from 1, on which the item with this index is. */
export function pageWith(index: number, size: number): number {
  return Math.floor(Math.max(0, index) / size) + 1;
}
