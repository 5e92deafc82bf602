import { useEffect, useRef } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}
declare global {
  interface Window {
    /** The browser's own word for "close this", such as the way back of a phone. Not in every browser. */
    CloseWatcher?: new () => Watcher;
  }
}

/** An entry of the history on top of the page, for browsers without `CloseWatcher`: the way back takes it off. */
function watchHistory(onClose: () => void): () => void {
  window.history.pushState({ ...window.history.state, layer: true }, '');
  const back = (): void => onClose();
  window.addEventListener('popstate', back);
  return () => {
    window.removeEventListener('popstate', back);
    // Closed in another way; where the page has been left, the entry on top is not ours.
    if (window.history.state?.layer) window.history.back();
  };
}

/** Escape closes what has the focus, and is then no word to the next watcher as well. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

function watch(onClose: () => void): () => void {
  if (!window.CloseWatcher) return watchHistory(onClose);
  const watcher = new window.CloseWatcher();
  watcher.onclose = onClose;
  window.addEventListener('keydown', keepEscape, true);
  return () => {
    watcher.destroy();
    window.removeEventListener('keydown', keepEscape, true);
  };
}

/** While `open`, the phone's way back closes what lies over the page, and does not leave the page. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (open ? watch(() => close.current()) : undefined), [open]);
}
