import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { type PrecacheEntry, PrecacheFallbackPlugin, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { attendPushes, type PushScope } from './push.ts';
import { standIns } from './stand-ins.ts';

/**
 * The service worker: without a network, the pages of `OFFLINE` (scripts/lib/pages.ts) open as usual. Requests that
 * are
 * not listed here go to the server.
 *
 * A new version waits until the last page of the previous one is closed, and then replaces its files, so that an open
 * page
 * keeps the parts that it has not loaded yet. Online nothing waits for that: documents always come from the network.
 */

/** The build inserts the files that the pages need. */
declare const PRECACHE: PrecacheEntry[];

/** Maximum wait for a document before the cached one is shown. */
const PATIENCE_SECONDS = 3;
/** Boards, pieces and backgrounds of some themes. */
const MOST_PICTURES = 40;

// The type of the library's own plugins does not fit under `exactOptionalPropertyTypes`.
const orCached = new PrecacheFallbackPlugin({ fallbackURL: '/index.html' }) as WorkboxPlugin;
const limited = new ExpirationPlugin({ maxEntries: MOST_PICTURES, purgeOnQuotaError: true }) as WorkboxPlugin;

/** The worker also controls the page that installed it. */
clientsClaim();
attendPushes(self as unknown as PushScope);

precacheAndRoute(PRECACHE, { cleanURLs: false, directoryIndex: '' });

registerRoute(
  new NavigationRoute(
    new NetworkOnly({ networkTimeoutSeconds: PATIENCE_SECONDS, plugins: [orCached] }),
    // Requests to the server, the console, and files opened by their address.
    { denylist: [/^\/(api|socket\.io|admin)([/?]|$)/, /^[^?]*\.[^/?]+(\?|$)/] },
  ),
);

/**
 * The URLs of theme pictures contain a content hash, so the pictures never change. The many emblems of the levels are
 * excluded, because they would displace them.
 */
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/art\/(?!levels-)/.test(url.pathname),
  new CacheFirst({
    cacheName: 'art',
    plugins: [limited, { handlerDidError: ({ request }) => cachedFallback(request.url) }],
  }),
);

async function cachedFallback(url: string): Promise<Response | undefined> {
  for (const other of standIns(url)) {
    const cached = await caches.match(other, { ignoreSearch: true });
    if (cached) return cached;
  }
  return undefined;
}
