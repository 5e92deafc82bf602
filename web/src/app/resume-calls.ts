import { session } from '../client/session.ts';
import { KEYS, storage } from '../client/storage.ts';

/**
 * Returns a function that continues the calls of this device by Web Push. It does so once for each login session, to
 * which the server's subscription belongs: a new password or the registration of a guest begins another one.
 */
export function createCallsResumer(userId: string): () => void {
  let resumed: string | null = null;
  return () => {
    const token = session.token();
    if (token === resumed) return;
    resumed = token;
    if (!storage.getItem(KEYS.push)) return;
    import('../client/push-device.ts')
      .then(({ resumePush }) => resumePush(userId))
      // Without network or push service the next page tries again.
      .catch(() => undefined);
  };
}
