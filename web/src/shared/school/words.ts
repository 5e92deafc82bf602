const DIGITS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'] as const;

/** Returns a number up to 99 in Chinese, as an ordinal. Pure. */
export function ordinal(count: number): string {
  if (count <= 10) return DIGITS[count] ?? String(count);
  const tens = Math.floor(count / 10);
  const rest = count % 10;
  return `${tens === 1 ? '' : DIGITS[tens]}十${rest === 0 ? '' : DIGITS[rest]}`;
}

/** The same before a noun of measure: 两步, 十二步. Pure. */
export function counted(count: number): string {
  return count === 2 ? '两' : ordinal(count);
}

/** `0:52`, up to hours in minutes. Pure. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
