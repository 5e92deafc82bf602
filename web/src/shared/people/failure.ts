import { ApiError } from '@doushouqi/protocol';
import { toast } from '../../ui/toast-store.ts';
import { t } from './texts.ts';

/** Returns the reason of a failed call as a text for the user; null if none is known. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.status === 500 || error.status === 401 || error.status === 403 ? null : error.message;
}

/** Returns the text of a failed call: what failed, and the reason if it is known. */
export function failureText(error: unknown, what: string): string {
  const why = reasonOf(error);
  return why === null ? t('failedRetry', { what }) : t('failed', { what, why });
}

/** Runs a call. On failure it shows a toast and resolves to undefined. */
export async function tried<T>(call: Promise<T>, what: string): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    toast.error(failureText(error, what));
    return undefined;
  }
}
