import { createPath, type Location } from 'react-router-dom';
import { currentRoom } from '../client/current-room.ts';
import { logFailure } from '../client/log.ts';
import { KEYS, tabStorage } from '../client/storage.ts';
import { t } from '../client/texts.ts';
import { deviceNow } from '../client/time.ts';
import { toast } from '../ui/toast-store.ts';

/**
 * After a deployment the server no longer has the files of an open page. One reload brings the new version, but never
 * during a game, and not again soon: then the failure has another cause.
 */

/** Milliseconds. */
const NOT_AGAIN = 60_000;

/** Reloads, at a page to open, if that may help; the page stays as it is until the browser leaves it. Otherwise returns null. */
function reload(to?: Location): Promise<never> | null {
  const now = deviceNow();
  if (currentRoom.getState().playing || Math.abs(now - Number(tabStorage.getItem(KEYS.reloaded))) < NOT_AGAIN)
    return null;
  tabStorage.setItem(KEYS.reloaded, String(now));
  if (to) window.history.pushState({ usr: to.state, key: to.key }, '', createPath(to));
  window.location.reload();
  return new Promise(() => {});
}

/** Reloads the page, or lets it go on without a part that did not load. */
export async function partMissing(error: unknown): Promise<void> {
  logFailure('A part did not load', error);
  await reload();
  toast.info(t('error.part'));
}

/** Opens a page whose module did not load by a reload, with its history state. @throws the error if that is no use. */
export function pageMissing(error: unknown, to: Location | undefined): Promise<never> {
  const reloading = reload(to);
  if (reloading) return reloading;
  throw error;
}
