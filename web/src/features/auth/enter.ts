import { ApiError, type Session } from '@doushouqi/protocol';
import { clientOf } from '../../client/api.ts';
import { session } from '../../client/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { askAboutGames, type Ending } from './merge-store.ts';
import { t } from './texts.ts';

/** Whether the guest has ended, so that nothing is left to bring along. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NOT_A_GUEST' || error.status === 401);
}

/** Asks in place of the login dialog. */
function asked(request: Parameters<typeof askAboutGames>[0]): Promise<Ending | null> {
  session.closeLogin({ keepRedirect: true });
  return askAboutGames(request);
}

/**
 * Logs in by a reply. On the device of a guest it first asks what becomes of the guest's games, and resolves to false if
 * the user stays a guest. `success`: what a login says. @throws `ApiError`; the guest stays.
 */
export async function enter(reply: Session, success: string): Promise<boolean> {
  let said = success;
  const { user: guest } = session.store.getState();
  const token = session.token();
  if (token !== null && guest?.isGuest && guest._id !== reply.user._id) {
    const account = clientOf(reply.access_token);
    const merge = async (bring: boolean): Promise<void> => {
      await account.mergeGuest({ body: { token, bring } }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    };
    const newest = { query: { limit: 1 } };
    const known = await Promise.all([clientOf(token).listRecords(newest), account.listRecords(newest)]).catch(
      (error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      },
    );
    const [guestGames, accountGames] = known?.map(({ totals }) => totals) ?? [];
    if (guestGames?.games === 0) await merge(true);
    else if (guestGames && accountGames) {
      const request = { guest, account: reply.user, guestGames, accountGames: accountGames.games, merge };
      const done = await asked(request);
      if (done === 'bring') said = t('merge.brought', { count: guestGames.games });
      if (done === null) {
        await account.logout().catch(() => undefined);
        return false;
      }
    }
  }
  session.login(reply);
  toast.success(said);
  return true;
}
