import Bowser from 'bowser';

/** Name of a device that does not describe itself. */
export const UNKNOWN_DEVICE = '未知设备';

/** Returns system and browser of a `User-Agent`, such as `Windows · Chrome`. Pure. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE;
  const { os, browser } = Bowser.parse(userAgent);
  const parts = [os.name, browser.name].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? UNKNOWN_DEVICE : parts.join(' · ').slice(0, 60);
}
