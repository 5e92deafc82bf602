import { type ComponentType, lazy } from 'react';
import { createStore } from 'zustand/vanilla';
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
  /** The same, but the page is useful before it. */
  isNext?: true;
  /** The part works offline, so the service worker stores its files. */
  worksOffline?: true;
}

type WhenMissing = (error: unknown) => Promise<void>;
const missingStore = createStore<{ handle: WhenMissing | null }>(() => ({ handle: null }));

/** Sets what is done about a part that the server no longer has; the page goes on without it when that resolves. */
export function onMissingPart(handle: WhenMissing | null): void {
  missingStore.setState({ handle });
}

/** Loads a part of a page later. Without a network it waits for the reconnect; the rest of the page stays. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  _options?: PartOptions,
) {
  return lazy(() =>
    loaded(load).catch(async (error: unknown) => {
      const { handle } = missingStore.getState();
      if (!handle) throw error;
      await handle(error);
      return { default: () => null };
    }),
  );
}
