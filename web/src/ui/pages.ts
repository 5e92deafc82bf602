/** A page number, or `gap` for skipped ones. */
type PageItem = number | 'gap';

/** Returns the items of a pager for `total` pages: the first, last, current and neighboring pages. Pure. */
export function pageItems(current: number, total: number): PageItem[] {
  const shown = [1, current - 1, current, current + 1, total].filter(
    (page, index, all) => page >= 1 && page <= total && all.indexOf(page) === index,
  );
  return shown.flatMap((page, index) => {
    const skipped = page - (shown[index - 1] ?? 0) - 1;
    // A gap of one page shows that page, which is as short as the ellipsis.
    return skipped === 0 ? [page] : skipped === 1 ? [page - 1, page] : ['gap' as const, page];
  });
}

/** Returns the items of a page and its number, limited to existing pages. */
export function pageOf<T>(items: readonly T[], wanted: number, size: number) {
  const total = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(1, wanted), total);
  return { page, total, shown: items.slice((page - 1) * size, page * size) };
}
