import { createStore } from 'zustand/vanilla';

export type ToastType = 'success' | 'warning' | 'error' | 'info';

interface Toast {
  /** Grows with every banner, so that the same text twice is two banners. */
  id: number;
  type: ToastType;
  text: string;
}

/** Milliseconds. */
const DEFAULT_DURATION = 3000;

/** The one banner that is up, or null; how many were shown so far. */
export const toastStore = createStore<{ current: Toast | null; shown: number }>(() => ({
  current: null,
  shown: 0,
}));

/** Takes the banner away; with an id only if that one is still up. */
export function hideToast(id?: number): void {
  if (id !== undefined && toastStore.getState().current?.id !== id) return;
  toastStore.setState({ current: null });
}

function show(
  type: ToastType,
  text: string,
  { duration = DEFAULT_DURATION }: { duration?: number } = {},
): number {
  const id = toastStore.getState().shown + 1;
  toastStore.setState({ current: { id, type, text }, shown: id });
  if (duration > 0) setTimeout(() => hideToast(id), duration);
  return id;
}

type Show = (text: string, options?: { duration?: number }) => number;
function shower(type: ToastType): Show {
  return (text, options) => show(type, text, options);
}

/**
 * Shows the message banner: one at a time, a new one replaces the old. Hides after `duration` ms, 3000 by default; 0
 * stays until replaced or hidden. Returns the id for `hideToast`.
 */
export const toast: Record<ToastType, Show> = {
  success: shower('success'),
  warning: shower('warning'),
  error: shower('error'),
  info: shower('info'),
};
