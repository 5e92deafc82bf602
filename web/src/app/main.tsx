import '../ui/base.css';
import '../ui/display-font.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { currentAddress } from '../client/address.ts';
import { followMode } from '../client/mode.ts';
import { followOtherTabs, session, whenLoggedIn } from '../client/session.ts';
import { t } from '../client/texts.ts';
import { installWhenIdle } from '../offline/register.ts';
import { guardComposition } from '../ui/composing.ts';
import { onMissingPart } from '../ui/lazy-part.ts';
import { toast } from '../ui/toast-store.ts';
import { partMissing } from './missing.ts';
import { loginReason } from './pages.ts';
import { createRouter } from './router.tsx';

// The display font is the largest file of a page. Its load starts before the page renders.
document.fonts.load('700 1em "LXGW WenKai"', '斗兽棋').catch(() => {
  // The system's Kaiti is the fallback.
});

const queries = new QueryClient();
const router = createRouter();

// When a session ends, here or in another tab, the window leaves a page that needs a login, and cached data of the
// previous user is removed.
session.store.subscribe(({ user, isExpired, closedText }, previous) => {
  if (user?._id === previous.user?._id) return;
  queries.clear();
  if (user) return;
  const address = currentAddress();
  const why = loginReason(window.location.pathname);
  if (why) void router.navigate('/');
  const { isGuest = false } = previous.user ?? {};
  // The login dialog shows the text; a guest has no login.
  if (closedText !== null && isGuest) toast.warning(closedText, { duration: 0 });
  else if (closedText !== null) session.requestLogin();
  if (!isExpired) return;
  toast.warning(t(isGuest ? 'session.guestExpired' : 'session.expired'));
  if (isGuest) return;
  if (why) session.requestLogin(address, { why });
  else session.requestLogin();
});
followOtherTabs();
onMissingPart(partMissing);
followMode();
guardComposition();

/** Milliseconds after the page's load event, also on a slow network. */
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

// From here on every page sets the title; browsers ignore a second title element.
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
