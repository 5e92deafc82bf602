import Bowser from 'bowser';

/** Name of a device that does not describe itself. */
export const UNKNOWN_DEVICE = '未知设备';

const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * Returns system and browser of a `User-Agent`, such as `Windows · Chrome`. Only known names: the client writes this
 * header, and the name is part of pages and e-mails. Pure.
 */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE;
  const { os, browser } = Bowser.parse(userAgent);
  const parts = [
    ...(SYSTEMS.has(os.name ?? '') ? [os.name] : []),
    ...(BROWSERS.has(browser.name ?? '') ? [browser.name] : []),
  ];
  return parts.length === 0 ? UNKNOWN_DEVICE : parts.join(' · ');
}
