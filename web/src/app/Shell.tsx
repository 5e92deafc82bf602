import { lazy, Suspense, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { ToastHost } from '../ui/ToastHost.tsx';
import { Background } from './Background.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';
import { useSession } from './session.ts';

const LoginModal = lazy(() => import('../features/auth/LoginModal.tsx'));

/** What every page has around it: background, banner, confirmation box, login dialog, signs of waiting. */
export function Shell() {
  const home = useLocation().pathname === '/';
  const waiting = useNavigation().state === 'loading';
  const loginVisible = useSession((state) => state.loginModalVisible);
  const loginAsked = useRef(false);
  loginAsked.current ||= loginVisible;
  return (
    <>
      <Background calm={!home} />
      {waiting && <div className={styles.progress} aria-hidden="true" />}
      <Outlet />
      <ScrollRestoration />
      <Suspense>{loginAsked.current && <LoginModal open={loginVisible} />}</Suspense>
      <ConfirmHost />
      <ToastHost />
      <OfflineBanner />
    </>
  );
}
