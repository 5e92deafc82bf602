import { ApiError } from '@doushouqi/protocol';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, clientOf } from '../../client/api.ts';
import { session } from '../../client/session.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { enter } from './enter.ts';
import { keepingAccount } from './keep-account.ts';
import { t } from './texts.ts';
import { useWays } from './use-ways.ts';

/** Logs in by a passkey, where the product and the browser have them. */
export default function PasskeyLogin() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const ways = useWays();
  if (!ways?.passkey || !('PublicKeyCredential' in window)) return null;
  const logIn = async () => {
    setBusy(true);
    try {
      const optionsJSON = await api.askPasskey();
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const response = await startAuthentication({ optionsJSON: optionsJSON as never });
      const reply = await keepingAccount((restore) =>
        clientOf(null).logInByPasskey({ body: { response: response as never, restore } }),
      );
      if (!(await enter(reply, t('login.success')))) {
        session.closeLogin();
        return setBusy(false);
      }
      await navigate(...session.takeRedirect());
    } catch (error) {
      const message = (error instanceof ApiError && error.message) || t('passkey.failed');
      const isClosed = error instanceof ApiError && error.code === 'ACCOUNT_CLOSED';
      toast.warning(isClosed ? t('closed.how', { why: message }) : message);
      setBusy(false);
    }
  };
  return (
    <Button wide icon="lock-key" busy={busy} onClick={() => void logIn()}>
      {t('passkey.logIn')}
    </Button>
  );
}
