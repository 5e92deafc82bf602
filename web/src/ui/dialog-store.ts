import type { ReactElement } from 'react';
import { createStore } from 'zustand/vanilla';

/** The dialog that `showDialog` opened, or null. */
export const dialogStore = createStore<{ dialog: ReactElement | null }>(() => ({ dialog: null }));

/** Shows a dialog over the page, instead of the last one. It closes with the page, or by `closeDialog`. */
export function showDialog(dialog: ReactElement): void {
  dialogStore.setState({ dialog });
}

export function closeDialog(): void {
  dialogStore.setState({ dialog: null });
}
