import { useEffect, useState, useSyncExternalStore } from 'react';

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
}

function listen(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Returns whether the page is visible: the window is not minimized, and its tab is in front. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(listen, () => !document.hidden);
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Returns whether the server answers. `navigator.onLine` is also true for networks that do not reach it. */
export async function hasNetwork(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** Returns whether the server answers, checked once after a failure. */
export function useNetworkTried(): boolean {
  const online = useNetwork();
  const [isReached, setReached] = useState(true);
  useEffect(() => {
    void hasNetwork().then(setReached);
  }, []);
  return online && isReached;
}

/** Returns whether the browser has a network. */
export function useNetwork(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
