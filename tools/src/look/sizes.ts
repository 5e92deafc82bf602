import type { BrowserContextOptions } from 'playwright';

/** A window size that every screen supports. */
export interface Size {
  /** `390x844`, as on the command line. */
  name: string;
  width: number;
  height: number;
  /** Touch without a mouse. */
  touch: boolean;
  /** A phone in either orientation: every target is at least 44 px. */
  phone: boolean;
  /** Scale of its picture on a contact sheet. */
  scale: number;
}

function size(width: number, height: number, scale: number, kind: 'phone' | 'tablet' | 'desktop'): Size {
  const name = `${width}x${height}`;
  return { name, width, height, scale, touch: kind !== 'desktop', phone: kind === 'phone' };
}

export const SIZES: readonly Size[] = [
  size(320, 568, 0.8, 'phone'),
  size(390, 664, 0.8, 'phone'),
  size(390, 844, 0.8, 'phone'),
  size(844, 390, 0.8, 'phone'),
  size(768, 1024, 0.4, 'tablet'),
  size(1024, 768, 0.4, 'tablet'),
  size(1440, 900, 0.36, 'desktop'),
  size(1920, 1080, 0.27, 'desktop'),
];

export const MODES = ['light', 'dark'] as const;
export type Mode = (typeof MODES)[number];

/** Returns the browser context options of a device; the size is set later. */
export function deviceOf(touch: boolean): BrowserContextOptions {
  return touch ? { hasTouch: true, isMobile: true } : {};
}
