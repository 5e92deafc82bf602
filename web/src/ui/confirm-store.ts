import { createStore } from 'zustand/vanilla';

export interface ConfirmOptions {
  /** The question. */
  title?: string;
  /** Consequences of a confirmation. */
  message?: string;
  confirmText?: string;
  cancelText?: string;
  type?: 'warning' | 'error' | 'info';
}

interface ConfirmRequest extends ConfirmOptions {
  resolve: (confirmed: boolean) => void;
}

/** The open question, or null. */
export const confirmStore = createStore<{ current: ConfirmRequest | null }>(() => ({ current: null }));

/** Answers the open question, if any, and closes it. */
export function answerConfirm(confirmed: boolean): void {
  const { current } = confirmStore.getState();
  confirmStore.setState({ current: null });
  current?.resolve(confirmed);
}

/**
 * Opens the confirmation dialog. Resolves to true on confirm, and to false on cancel or Escape; a press on the
 * backdrop
 * does nothing. A second question resolves the first one to false.
 */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  answerConfirm(false);
  return new Promise((resolve) => confirmStore.setState({ current: { ...options, resolve } }));
}
