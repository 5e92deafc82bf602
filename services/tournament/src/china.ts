/** China has one time zone, without daylight saving time. */
export const CHINA_MS = 8 * 3_600_000;

/** Returns the time in China as `2026-11-30T20:00:00.000Z`. `at`: epoch ms. */
export function chinaTime(at: number): string {
  return new Date(at + CHINA_MS).toISOString();
}
