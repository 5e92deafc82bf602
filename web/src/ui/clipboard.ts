import { i18n } from '../i18n/setup.ts';
import { toast } from './toast-store.ts';

/** Copies a text and says `done`, or that it must be done by hand: then it answers false. */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
    return true;
  } catch {
    toast.error(i18n.t('ui.copyFailed'));
    return false;
  }
}
