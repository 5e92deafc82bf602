import { lazy, Suspense, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { useStore } from 'zustand';
import { inviteStore } from '../features/play/invite-store.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { ToastHost } from '../ui/ToastHost.tsx';
import { Background } from './Background.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';
import { useSession } from './session.ts';

const InvitePrompt = lazy(() => import('../features/play/InvitePrompt.tsx'));
const LoginModal = lazy(() => import('../features/auth/LoginModal.tsx'));

/** What every page has around it: background, banner, confirmation box, login dialog, signs of waiting. */
export function Shell() {
  const home = useLocation().pathname === '/';
  const waiting = useNavigation().state === 'loading';
  const loginVisible = useSession((state) => state.loginModalVisible);
  const loginAsked = useRef(false);
  loginAsked.current ||= loginVisible;
  const invited = useStore(inviteStore, (state) => state.current !== null);
  const promptNeeded = useRef(false);
  promptNeeded.current ||= invited;
  return (
    <>
      <Background calm={!home} />
      {waiting && <div className={styles.progress} aria-hidden="true" />}
      <Outlet />
      <ScrollRestoration />
      <Suspense>{loginAsked.current && <LoginModal open={loginVisible} />}</Suspense>
      <Suspense>{promptNeeded.current && <InvitePrompt />}</Suspense>
      <ConfirmHost />
      <ToastHost />
      <OfflineBanner />
    </>
  );
}
