import { ApiError } from '@doushouqi/protocol';
import { toast } from '../ui/toast-store.ts';

/** Refusals whose word is meant for the person; others get the generic message. */
const SPOKEN: readonly number[] = [400, 409, 429, 503];

/** Runs a command and says what went wrong; false when it did. */
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
