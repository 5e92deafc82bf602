import { Activity, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import {
  type Location,
  ScrollRestoration,
  useLocation,
  useMatch,
  useNavigation,
  useOutlet,
} from 'react-router-dom';
import { useStore } from 'zustand';
import { useWaitingCodes } from '../client/new-codes.ts';
import { tournamentCall } from '../client/own-tournament.ts';
import { pairingCall } from '../client/pairing-call.ts';
import { useSession } from '../client/session.ts';
import { mergeStore } from '../features/auth/merge-store.ts';
import { inviteStore } from '../shared/pairing/invite-store.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { answerConfirm } from '../ui/confirm-store.ts';
import { closeDialog, dialogStore } from '../ui/dialog-store.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { ToastHost } from '../ui/ToastHost.tsx';
import { useIsVisible } from '../ui/use-browser.ts';
import { Background } from './Background.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';
import { useSiteNotice } from './use-site-notice.ts';

const InvitePrompt = lazyPart(() => import('../shared/pairing/InvitePrompt.tsx'));
const GuestDialog = lazyPart(() => import('../features/auth/GuestDialog.tsx'));
const MergeDialog = lazyPart(() => import('../features/auth/MergeDialog.tsx'));
const LoginModal = lazyPart(() => import('../features/auth/LoginModal.tsx'));
const RegisterDialog = lazyPart(() => import('../features/auth/RegisterDialog.tsx'));
const NewCodes = lazyPart(() => import('./NewCodes.tsx'));
const SiteSlip = lazyPart(() => import('./SiteSlip.tsx'));
const TurnTitle = lazyPart(() => import('../shared/correspondence/TurnTitle.tsx'));
const PairingHost = lazyPart(() => import('../shared/pairing/PairingHost.tsx'));
const TournamentHost = lazyPart(() => import('../shared/tournament/TournamentHost.tsx'));

/** Path of the page that stays mounted, with its state, while another page is shown. */
const PERSISTENT_PATH = '/play';

/** Key of a stored scroll position: one per visit, and one for the persistent page. */
function placeOf({ pathname, key }: Location): string {
  return pathname === PERSISTENT_PATH ? pathname : key;
}

/** The current page. The persistent page stays behind it, hidden, after its first visit. */
function Pages() {
  const page = useOutlet();
  const isCurrent = useMatch(PERSISTENT_PATH) !== null;
  const persistentPage = useRef<ReactNode>(null);
  if (isCurrent) persistentPage.current = page;
  return (
    <>
      <Activity mode={isCurrent ? 'visible' : 'hidden'}>{persistentPage.current}</Activity>
      {!isCurrent && page}
    </>
  );
}

/** What can wait loads after this time, so that it does not delay the page. Milliseconds. */
const SETTLED_AFTER = 3_000;

function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** The frame of every page: background, banner, confirmation, login dialog, search, progress. */
export function Shell() {
  const { pathname } = useLocation();
  const home = pathname === '/';
  // A question belongs to the page that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other page closes it
  useEffect(
    () => () => {
      answerConfirm(false);
      closeDialog();
    },
    [pathname],
  );
  const isSettled = useIsSettled();
  const hasNotice = useSiteNotice(isSettled);
  const waiting = useNavigation().state === 'loading';
  const dialog = useSession((state) => (state.loginModalVisible ? state.loginStep : null));
  const loginAsked = useRef(false);
  loginAsked.current ||= dialog === 'login';
  const guestAsked = useRef(false);
  guestAsked.current ||= dialog === 'guest';
  const mergeAsked = useStore(mergeStore, ({ current }) => current !== null);
  const registerAsked = useRef(false);
  registerAsked.current ||= dialog === 'register';
  const hasCodes = useWaitingCodes() !== null;
  const invited = useStore(inviteStore, (state) => state.current !== null);
  const promptNeeded = useRef(false);
  promptNeeded.current ||= invited;
  const hasUser = useSession(({ user }) => user !== null);
  const isVisible = useIsVisible();
  // The title counts only in a hidden window.
  const titled = useRef(false);
  titled.current = hasUser && (titled.current || !isVisible);
  const pairingNeeded = useStore(pairingCall, ({ needed }) => needed);
  const tournamentNeeded = useStore(tournamentCall, ({ needed }) => needed);
  return (
    <>
      <Background calm={!home} />
      {waiting && <div className={styles.progress} aria-hidden="true" />}
      <Suspense>{hasNotice && <SiteSlip />}</Suspense>
      <Suspense>{tournamentNeeded && <TournamentHost />}</Suspense>
      <Pages />
      <ScrollRestoration getKey={placeOf} />
      <Suspense>{guestAsked.current && <GuestDialog open={dialog === 'guest'} />}</Suspense>
      <Suspense>{loginAsked.current && <LoginModal open={dialog === 'login'} />}</Suspense>
      <Suspense>{mergeAsked && <MergeDialog />}</Suspense>
      <Suspense>{registerAsked.current && <RegisterDialog open={dialog === 'register'} />}</Suspense>
      <Suspense>{hasCodes && <NewCodes />}</Suspense>
      <Suspense>{promptNeeded.current && <InvitePrompt />}</Suspense>
      <Suspense>{titled.current && <TurnTitle />}</Suspense>
      <Suspense>{pairingNeeded && <PairingHost />}</Suspense>
      {useStore(dialogStore, (state) => state.dialog)}
      <ConfirmHost />
      <ToastHost />
      <OfflineBanner />
    </>
  );
}
