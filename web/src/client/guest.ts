import { api } from './api.ts';
import { session } from './session.ts';
import { issuedAt } from './token-time.ts';

/** A guest's token is renewed at a visit once it is older than this. Milliseconds. */
const RENEW_AFTER = 86_400_000;

/** Renews a guest's token once a day, so that the guest does not expire. A failed call is repeated at the next visit. */
export async function renewGuest(now: number): Promise<void> {
  const { user } = session.store.getState();
  const at = issuedAt(session.token());
  if (!user?.isGuest || at === null || now - at < RENEW_AFTER) return;
  const renewed = await api.renewGuest().catch(() => null);
  if (renewed === null || session.store.getState().user?._id !== renewed.user._id) return;
  session.replaceToken(renewed.access_token);
  session.updateUser(renewed.user);
}
