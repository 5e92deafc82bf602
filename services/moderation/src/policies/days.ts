export const DAY_MS = 86_400_000;
/** China has one zone, without summer time. */
const CHINA_MS = 8 * 3_600_000;

/** Returns the midnight of China before a time. Pure; epoch ms. */
export function startOfDay(now: number): number {
  return Math.floor((now + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS;
}
