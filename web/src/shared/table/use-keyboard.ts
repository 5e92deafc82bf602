import { useSyncExternalStore } from 'react';

/** Bars of a browser that come and go are lower than this, keyboards on a screen are higher. Px. */
const BAR = 90;

/** The height of the page that a keyboard on the screen covers, 0 without one. Px. */
function read(): number {
  const view = window.visualViewport;
  if (!view) return 0;
  const hidden = Math.round(window.innerHeight - view.height * view.scale);
  return hidden > BAR ? hidden : 0;
}

function subscribe(notify: () => void): () => void {
  window.visualViewport?.addEventListener('resize', notify);
  return () => window.visualViewport?.removeEventListener('resize', notify);
}

export function useKeyboard(): number {
  return useSyncExternalStore(subscribe, read);
}
