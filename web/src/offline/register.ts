import art from 'virtual:art';
import { session } from '../client/session.ts';
import { resolveTheme } from '../client/theme.ts';

/** A page has everything that it shows by then, on a slow phone too. Milliseconds. */
const AFTER_LOAD = 12_000;

/** What a board of the theme needs at the least; the pictures of the default theme come with the worker. */
const PICTURES = ['board-768.webp', 'pieces-96.webp', 'background-pe.webp'];

/** Fetched through the worker, which keeps them. */
function keepTheme(): void {
  const folder = art[resolveTheme(session.store.getState().currentTheme)];
  for (const picture of PICTURES) {
    fetch(`${folder}/${picture}`).catch(() => {
      // It is kept when it is shown the next time.
    });
  }
}

function keepThemes(): void {
  keepTheme();
  session.store.subscribe((state, before) => {
    if (state.currentTheme !== before.currentTheme) keepTheme();
  });
}

async function install(workers: ServiceWorkerContainer): Promise<void> {
  if (workers.controller) keepThemes();
  else workers.addEventListener('controllerchange', keepThemes, { once: true });
  await workers.register('/sw.js', { updateViaCache: 'none' });
}

/** Installs the service worker, once the page is loaded and has nothing else to do. */
export function installWhenIdle(): void {
  // Browsers have it on secure addresses only.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return;
  const begin = (): void => {
    install(workers).catch(() => {
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
