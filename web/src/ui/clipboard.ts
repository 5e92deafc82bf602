import { t } from './texts.ts';
import { toast } from './toast-store.ts';

/** Copies a text and says `done`, or that it must be done by hand: then false. */
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
