import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { type PrecacheEntry, PrecacheFallbackPlugin, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { standIns } from './stand-ins.ts';

/**
 * The service worker: with the network gone, the pages of `OFFLINE` (scripts/lib/pages.ts) open as if it were there. It
 * never stands between a page and the server: what is not named here goes its usual way.
 *
 * A new version waits until the last page of the old one is closed and takes its files over then, so that no open page
 * loses the parts that it has not loaded yet. Online nothing waits for that: documents always come from the network.
 */

/** What the build puts here: everything that those pages need. */
declare const PRECACHE: PrecacheEntry[];

/** Longest wait for a document before the kept one is shown. */
const PATIENCE_SECONDS = 3;
/** Boards, pieces and backgrounds of some themes. */
const MOST_PICTURES = 40;

// The library's own plugins do not fit its type of them where absent and undefined differ.
const orKept = new PrecacheFallbackPlugin({ fallbackURL: '/index.html' }) as WorkboxPlugin;
const fewest = new ExpirationPlugin({ maxEntries: MOST_PICTURES, purgeOnQuotaError: true }) as WorkboxPlugin;

/** The first page that is open when the worker is installed has it, too. */
clientsClaim();

precacheAndRoute(PRECACHE, { cleanURLs: false, directoryIndex: '' });

registerRoute(
  new NavigationRoute(
    new NetworkOnly({ networkTimeoutSeconds: PATIENCE_SECONDS, plugins: [orKept] }),
    // The server, and files that somebody opens by their address.
    { denylist: [/^\/(api|socket\.io)([/?]|$)/, /^[^?]*\.[^/?]+(\?|$)/] },
  ),
);

/**
 * The pictures of themes have the hash of their content in their address, and never change. The many emblems of the
 * levels would take their places.
 */
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/art\/(?!levels-)/.test(url.pathname),
  new CacheFirst({
    cacheName: 'art',
    plugins: [fewest, { handlerDidError: ({ request }) => cachedFallback(request.url) }],
  }),
);

async function cachedFallback(url: string): Promise<Response | undefined> {
  for (const other of standIns(url)) {
    const cached = await caches.match(other, { ignoreSearch: true });
    if (cached) return cached;
  }
  return undefined;
}
