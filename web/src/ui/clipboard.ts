import { t } from './texts.ts';
import { toast } from './toast-store.ts';

/**
 * Copies a text and shows `done` as a toast. If the browser refuses, a toast asks the user to copy; then returns
 * false.
 */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
    return true;
  } catch {
    toast.error(t('copyFailed'));
    return false;
  }
}
