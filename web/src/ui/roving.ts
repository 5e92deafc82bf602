/** A grid of choices in reading order, as the eye sees it. */
interface Grid {
  count: number;
  columns: number;
}

/** Where a key leads from one choice of a grid; null for keys that lead nowhere. Pure. */
export function nextChoice(key: string, from: number, { count, columns }: Grid): number | null {
  const to = (target: number) => (target >= 0 && target < count ? target : from);
  switch (key) {
    case 'ArrowLeft':
      return to(from - 1);
    case 'ArrowRight':
      return to(from + 1);
    case 'ArrowUp':
      return to(from - columns);
    case 'ArrowDown':
      return to(from + columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
