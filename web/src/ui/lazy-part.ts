import { type ComponentType, lazy } from 'react';
import { hasNetwork } from './use-network.ts';

/** Between two tries where the browser does not know that the network is gone. Milliseconds. */
const TRY_AGAIN = 5_000;

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await hasNetwork()) throw error;
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { once: true });
        if (navigator.onLine) setTimeout(resolve, TRY_AGAIN);
      });
    }
  }
}

/** A part of a page that comes later. Without a network it is waited for: what stands already is not lost for it. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loaded(load));
}
