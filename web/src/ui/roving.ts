/** A grid of choices in reading order. */
interface Grid {
  count: number;
  columns: number;
}

/** Returns the choice that a key moves to, or null for other keys. Pure. */
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
