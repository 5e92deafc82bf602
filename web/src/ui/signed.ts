/** `+12`, `−8`, `±0`; with the minus of numbers. Pure. */
export function signed(points: number): string {
  if (points === 0) return '±0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
