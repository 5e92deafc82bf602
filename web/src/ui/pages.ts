/** A page number, or `gap` for those left out. */
type PageItem = number | 'gap';

/** What a pager of `total` pages shows: the first, the last, the current one and its neighbors. Pure. */
export function pageItems(current: number, total: number): PageItem[] {
  const shown = [1, current - 1, current, current + 1, total].filter(
    (page, index, all) => page >= 1 && page <= total && all.indexOf(page) === index,
  );
  return shown.flatMap((page, index) => {
    const skipped = page - (shown[index - 1] ?? 0) - 1;
    // An ellipsis that hides one page is no shorter than that page.
    return skipped === 0 ? [page] : skipped === 1 ? [page - 1, page] : ['gap' as const, page];
  });
}

/** The items of one page, and the page itself, kept within what there is. */
export function pageOf<T>(items: readonly T[], wanted: number, size: number) {
  const total = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(1, wanted), total);
  return { page, total, shown: items.slice((page - 1) * size, page * size) };
}
