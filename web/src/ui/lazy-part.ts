import { type ComponentType, lazy } from 'react';
import { hasNetwork } from './use-browser.ts';

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

/** What the build does for a part, which it reads out of the call of `lazyPart`. */
interface PartOptions {
  /** The pages of the part's feature show it from the start: the browser fetches it with the page. */
  isFirst?: true;
  /** The part works without a network: the service worker stores what it needs. */
  worksOffline?: true;
}

/** A part of a page that comes later. Without a network it is waited for: what stands already is not lost for it. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  _options?: PartOptions,
) {
  return lazy(() => loaded(load));
}
