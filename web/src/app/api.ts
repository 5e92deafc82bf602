import { type ApiError, createApiClient } from '@doushouqi/protocol';
import { i18n } from '../i18n/setup.ts';
import { toast } from '../ui/toast-store.ts';
import { needsLogin, sessionVerdict } from './guard.ts';
import { session } from './session.ts';

function onRefused(error: ApiError): void {
  const verdict = sessionVerdict(error);
  if (verdict === 'keep' || !session.store.getState().user) return;
  const { pathname, search } = window.location;
  session.logout();
  if (verdict !== 'expired') return;
  toast.warning(i18n.t('auth.login.expired'));
  session.requestLogin(needsLogin(pathname) ? pathname + search : null);
}

/** The typed client of the server's routes; every refused call passes the rules of the session first. */
export const api = createApiClient({ baseUrl: '/api', token: session.token, onRefused });
