import { ApiError } from '@doushouqi/protocol';
import { toast } from '../../ui/toast-store.ts';
import { t } from './texts.ts';

/** Why a call failed, in words meant for the person; null where there is no more to say than that it did. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.status === 500 || error.status === 401 || error.status === 403 ? null : error.message;
}

/** What to say of a failed call: what did not happen, and why if that is known. */
export function failureText(error: unknown, what: string): string {
  const why = reasonOf(error);
  return why === null ? t('failedRetry', { what }) : t('failed', { what, why });
}

/** Runs a call and says so when it failed; undefined then. */
export async function tried<T>(call: Promise<T>, what: string): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    toast.error(failureText(error, what));
    return undefined;
  }
}
