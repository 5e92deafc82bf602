/** The season of a time (epoch ms): three months of UTC, `2026-4` from October to December. */
export function seasonOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}-${Math.floor(date.getUTCMonth() / 3) + 1}`;
}
