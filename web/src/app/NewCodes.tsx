import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { closeCodes, codesKept, releaseCodes, useNewCodes, useWaitingCodes } from '../client/new-codes.ts';
import { session, useSession } from '../client/session.ts';
import { ACCOUNT_KEY } from '../features/settings/account/queries.ts';
import { RecoveryCodes } from '../shared/account/RecoveryCodes.tsx';
import { t } from '../shared/account/texts.ts';
import { useSearch } from '../shared/pairing/use-search.ts';
import { Dialog, DialogTitle } from '../ui/Dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './NewCodes.module.css';

/** Held codes are shown after this time: between registration and search, nothing goes on for a moment. Milliseconds. */
const RELEASE_PAUSE = 2_000;

/** Releases held codes when neither a search nor its game goes on, also after a reload. */
function useRelease(isHeld: boolean, pathname: string): void {
  const search = useSearch();
  const { phase } = search;
  const isSought = phase === 'joining' || phase === 'searching' || (phase === 'found' && search.fresh);
  const isBusy = isSought || pathname.startsWith('/play/room/');
  useEffect(() => {
    if (!isHeld || isBusy) return;
    const timer = setTimeout(releaseCodes, RELEASE_PAUSE);
    return () => clearTimeout(timer);
  }, [isHeld, isBusy]);
}

/**
 * New recovery codes on every page but that of registration, which shows them itself; closes only when the user has
 * stored them. A reload shows them again.
 */
export default function NewCodes() {
  const codes = useNewCodes();
  const isHeld = useWaitingCodes()?.isHeld === true;
  const username = useSession(({ user }) => user?.username ?? '');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isKept, setKept] = useState(false);
  useRelease(isHeld, pathname);
  const keep = (): void => {
    setKept(true);
    void codesKept().then(() => queries.invalidateQueries({ queryKey: ACCOUNT_KEY }));
  };
  const done = (): void => {
    closeCodes();
    // The review of an account leads on itself.
    if (pathname !== '/settings/access' && session.store.getState().redirectPath !== null)
      void navigate(...session.takeRedirect());
  };
  return (
    <Dialog
      className={styles.dialog}
      open={codes !== null && pathname !== '/register'}
      onClose={isKept ? done : () => void toast.info(t('keepFirst'))}
    >
      <DialogTitle>{t('title')}</DialogTitle>
      {codes && <RecoveryCodes codes={codes} username={username} onKept={keep} onDone={done} />}
    </Dialog>
  );
}
