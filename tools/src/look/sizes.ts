import type { BrowserContextOptions } from 'playwright-core';

/** A window that every screen must look good in. */
export interface Size {
  /** `390x844`, as on the command line. */
  name: string;
  width: number;
  height: number;
  /** Fingers and no mouse. */
  touch: boolean;
  /** A phone, upright or lying: every target is 44 px at least. */
  phone: boolean;
  /** How large its picture is on a contact sheet. */
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

/** What a browser window of this kind has; its size is set later. */
export function deviceOf(touch: boolean): BrowserContextOptions {
  return touch ? { hasTouch: true, isMobile: true } : {};
}
