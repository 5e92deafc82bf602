import { ApiError } from '@doushouqi/protocol';
import { toast } from '../ui/toast-store.ts';

/** Statuses whose message is written for users; others get the generic message. */
const SPOKEN: readonly number[] = [400, 409, 429, 503];

/** Runs a command; after a failure it shows a message and returns false. */
export async function attempt(command: Promise<void>, fallback: string): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (error instanceof ApiError && SPOKEN.includes(error.status)) toast.warning(error.message);
    else toast.error(fallback);
    return false;
  }
}
