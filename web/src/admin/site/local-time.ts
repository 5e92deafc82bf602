/** Times of the fields of a form, in local time. */

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/** Returns a time (epoch ms) as the value of a field: `2026-11-30T20:00`. Pure. */
export function fieldOf(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Returns the time of a field's value, epoch ms, or null for an empty one. Pure. */
export function timeOf(value: string): number | null {
  const at = new Date(value).getTime();
  return value === '' || Number.isNaN(at) ? null : at;
}
