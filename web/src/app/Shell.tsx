import { Activity, type ReactNode, Suspense, useEffect, useRef } from 'react';
import {
  type Location,
  ScrollRestoration,
  useLocation,
  useMatch,
  useNavigation,
  useOutlet,
} from 'react-router-dom';
import { useStore } from 'zustand';
import { pairingCall } from '../client/pairing-call.ts';
import { useSession } from '../client/session.ts';
import { inviteStore } from '../shared/pairing/invite-store.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { answerConfirm } from '../ui/confirm-store.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { ToastHost } from '../ui/ToastHost.tsx';
import { Background } from './Background.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';

const InvitePrompt = lazyPart(() => import('../shared/pairing/InvitePrompt.tsx'));
const LoginModal = lazyPart(() => import('../features/auth/LoginModal.tsx'));
const PairingHost = lazyPart(() => import('../shared/pairing/PairingHost.tsx'));

/** The page that is kept while another one is shown, so that it is as it was left. */
const KEPT = '/play';

/** How far a page was scrolled is remembered for each visit, and for the kept page from visit to visit. */
function placeOf({ pathname, key }: Location): string {
  return pathname === KEPT ? pathname : key;
}

/** The page of the address; the kept one stays behind it, out of sight, once it was there. */
function Pages() {
  const page = useOutlet();
  const isCached = useMatch(KEPT) !== null;
  const cached = useRef<ReactNode>(null);
  if (isCached) cached.current = page;
  return (
    <>
      <Activity mode={isCached ? 'visible' : 'hidden'}>{cached.current}</Activity>
      {!isCached && page}
    </>
  );
}

/** What every page has around it: background, banner, confirmation box, login dialog, search, signs of waiting. */
export function Shell() {
  const { pathname } = useLocation();
  const home = pathname === '/';
  // A question belongs to the page that asked it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other page closes it
  useEffect(() => () => answerConfirm(false), [pathname]);
  const waiting = useNavigation().state === 'loading';
  const loginVisible = useSession((state) => state.loginModalVisible);
  const loginAsked = useRef(false);
  loginAsked.current ||= loginVisible;
  const invited = useStore(inviteStore, (state) => state.current !== null);
  const promptNeeded = useRef(false);
  promptNeeded.current ||= invited;
  const pairingNeeded = useStore(pairingCall, ({ needed }) => needed);
  return (
    <>
      <Background calm={!home} />
      {waiting && <div className={styles.progress} aria-hidden="true" />}
      <Pages />
      <ScrollRestoration getKey={placeOf} />
      <Suspense>{loginAsked.current && <LoginModal open={loginVisible} />}</Suspense>
      <Suspense>{promptNeeded.current && <InvitePrompt />}</Suspense>
      <Suspense>{pairingNeeded && <PairingHost />}</Suspense>
      <ConfirmHost />
      <ToastHost />
      <OfflineBanner />
    </>
  );
}
