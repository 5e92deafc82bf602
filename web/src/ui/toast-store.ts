import { createStore } from 'zustand/vanilla';

export type ToastType = 'success' | 'warning' | 'error' | 'info';

interface Toast {
  /** Increases with each toast, so that the same text twice is two toasts. */
  id: number;
  type: ToastType;
  text: string;
}

/** Milliseconds. */
const DEFAULT_DURATION = 3000;

/** The current toast, or null; the number of toasts shown so far. */
export const toastStore = createStore<{ current: Toast | null; shown: number }>(() => ({
  current: null,
  shown: 0,
}));

/** Hides the current toast; with an id, only if it is the current one. */
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
 * Shows a toast, which replaces the previous one. It hides after `duration` ms, 3000 by default; 0: it stays until
 * replaced or hidden. Returns the id for `hideToast`.
 */
export const toast: Record<ToastType, Show> = {
  success: shower('success'),
  warning: shower('warning'),
  error: shower('error'),
  info: shower('info'),
};
