/** Returns the season of a time (epoch ms), a quarter in UTC: `2026-4` is October to December. */
export function seasonOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}-${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

/** Returns the end of the season of a time. Both in epoch ms. */
export function seasonEnd(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), 3 * Math.floor(date.getUTCMonth() / 3) + 3);
}
