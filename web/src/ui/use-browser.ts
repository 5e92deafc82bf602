import { useEffect, useState, useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
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

/** Whether the window is in sight: not minimized, and its tab in front. */
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

/** Whether the server can be reached: a browser takes any network for one that leads there. */
export async function hasNetwork(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** The same where something has failed that may have to do with it; looked at once. */
export function useNetworkTried(): boolean {
  const online = useNetwork();
  const [isReached, setReached] = useState(true);
  useEffect(() => {
    void hasNetwork().then(setReached);
  }, []);
  return online && isReached;
}

/** Whether the browser has a network. */
export function useNetwork(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
