import { ApiError } from '@doushouqi/protocol';
import { confirm } from '../../ui/confirm-store.ts';
import { t } from './texts.ts';

/**
 * Logs in. If the account waits for its deletion, it asks the user whether to keep it. `send` makes the call; it throws
 * `ApiError`, also after the user declined.
 */
export async function keepingAccount<T>(send: (restore: boolean) => Promise<T>): Promise<T> {
  try {
    return await send(false);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ACCOUNT_LEAVING') throw error;
    const agreed = await confirm({
      title: t('leaving.title'),
      message: t('leaving.question', { when: error.message }),
      confirmText: t('leaving.keep'),
      cancelText: t('leaving.decline'),
    });
    if (!agreed) throw error;
    return send(true);
  }
}
