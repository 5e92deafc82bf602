import { useSyncExternalStore } from 'react';

function listen(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the window is in sight: not minimized, and its tab in front. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(listen, () => !document.hidden);
}
