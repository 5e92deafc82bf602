import '../ui/base.css';
import '../ui/display-font.css';
import '../i18n/setup.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { installWhenIdle } from '../offline/register.ts';
import { needsLogin } from './guard.ts';
import { followMode } from './mode.ts';
import { createRouter } from './router.tsx';
import { followOtherTabs, session, whenLoggedIn } from './session.ts';

// The display face is the heaviest thing of a page, and the page that wants it is not made yet: it is on its way meanwhile.
document.fonts.load('700 1em "LXGW WenKai"', '斗兽棋').catch(() => {
  // The system's Kaiti stands in.
});

const queries = new QueryClient();
const router = createRouter();

// Whoever ends the session, here or in another tab: nobody stays on a page that needs one, and nothing that
// was loaded for one person is shown to the next.
session.store.subscribe(({ user }, previous) => {
  if (user?._id === previous.user?._id) return;
  queries.clear();
  if (!user && needsLogin(router.state.location.pathname)) void router.navigate('/');
});
followOtherTabs();
followMode();

/** The page comes first, on a slow network too, but nobody waits for it for ever. Milliseconds. */
const AFTER_LOAD = 300;
const LATEST = 5_000;
const LOAD_AGAIN = 5_000;

function whenLoaded(run: () => void): void {
  let begun = false;
  const begin = (): void => {
    if (!begun) run();
    begun = true;
  };
  setTimeout(begin, LATEST);
  const loaded = () => void setTimeout(begin, AFTER_LOAD);
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded, { once: true });
}

function accompany(): void {
  import('./member.ts').then(
    (member) => member.accompany((path, state) => void router.navigate(path, { state })),
    () => setTimeout(accompany, LOAD_AGAIN),
  );
}
whenLoaded(() => whenLoggedIn(accompany));
installWhenIdle();

// From here on every page names itself; a second title in the document would be ignored.
document.querySelector('title')?.remove();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
