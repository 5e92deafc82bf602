import { toast } from '../ui/toast-store.ts';
import { api } from './api.ts';
import { t } from './operators-texts.ts';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/** Milliseconds. */
const SHOWN = 8_000;

/** Notes that the user reported something from this device: visits ask for the outcome until it is known. */
export function expectOutcome(): void {
  storage.setItem(KEYS.reported, session.store.getState().user?._id ?? '');
}

async function ask(userId: string): Promise<void> {
  if (storage.getItem(KEYS.reported) !== userId) return;
  const reports = await api.listOwnReports();
  const [news] = reports.filter(({ isSeen }) => !isSeen);
  if (news && news.state !== 'open') {
    toast.info(t(`outcome.${news.state}`, { name: news.nickname }), { duration: SHOWN });
    await api.readOwnReports();
  }
  if (reports.every(({ state }) => state !== 'open')) storage.removeItem(KEYS.reported);
}

async function askReturns(): Promise<void> {
  // Guests have no rating.
  if (session.store.getState().user?.isGuest) return;
  const points = (await api.listReturns())
    .filter(({ isSeen }) => !isSeen)
    .reduce((sum, one) => sum + one.points, 0);
  if (points === 0) return;
  toast.info(t('returned', { points }), { duration: SHOWN });
  await api.readReturns();
}

/** Tells the user, once, of rating points that came back; the page of letters lists them. After a failure the next visit does. */
export function notifyReturns(): void {
  askReturns().catch(() => undefined);
}

/** Tells the user, once, what became of a report; the page of letters lists all. After a failure the next visit does. */
export function notifyOutcomes(userId: string): void {
  ask(userId).catch(() => undefined);
}
