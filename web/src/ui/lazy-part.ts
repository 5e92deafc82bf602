import { type ComponentType, lazy } from 'react';
import { hasNetwork } from './use-browser.ts';

/** Milliseconds between two attempts if the browser does not report that the network is gone. */
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

/** Options for the build, which reads them from the call of `lazyPart`. */
interface PartOptions {
  /** Every page of the feature shows the part at once, so the browser loads it with the page. */
  isFirst?: true;
  /** The part works offline, so the service worker stores its files. */
  worksOffline?: true;
}

/** Loads a part of a page later. Without a network it waits for the reconnect; the rest of the page stays. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  _options?: PartOptions,
) {
  return lazy(() => loaded(load));
}
