/** The season of a time (epoch ms): three months of UTC, `2026-4` from October to December. */
export function seasonOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}-${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

/** When the season of a time ends. Both in epoch ms. */
export function seasonEnd(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), 3 * Math.floor(date.getUTCMonth() / 3) + 3);
}
