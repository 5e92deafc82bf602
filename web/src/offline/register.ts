import art from 'virtual:art';
import { session } from '../client/session.ts';
import { resolveTheme } from '../client/theme.ts';

/** Milliseconds until every page has loaded what it shows, also on a slow phone. */
const AFTER_LOAD = 12_000;

/** Minimum pictures of a theme's board; the worker's list contains those of the default theme. */
const PICTURES = ['board-768.webp', 'pieces-96.webp', 'background-pe.webp'];

/** Loads the pictures through the worker, which caches them. */
function cacheTheme(): void {
  const folder = art[resolveTheme(session.store.getState().currentTheme)];
  for (const picture of PICTURES) {
    fetch(`${folder}/${picture}`).catch(() => {
      // The next view of the theme caches them.
    });
  }
}

function cacheThemes(): void {
  cacheTheme();
  session.store.subscribe((state, before) => {
    if (state.currentTheme !== before.currentTheme) cacheTheme();
  });
}

async function install(): Promise<void> {
  // Undefined on insecure addresses.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return;
  if (workers.controller) cacheThemes();
  else workers.addEventListener('controllerchange', cacheThemes, { once: true });
  await workers.register('/sw.js', { updateViaCache: 'none' });
}

/** Installs the service worker when the page is loaded and idle. */
export function installWhenIdle(): void {
  if (!import.meta.env.PROD) return;
  const begin = (): void => {
    install().catch(() => {
      // Refused, or no network: the next visit tries again.
    });
  };
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else begin();
  };
  const wait = (): void => void setTimeout(whenIdle, AFTER_LOAD);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
