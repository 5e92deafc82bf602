import { ApiError } from '@doushouqi/protocol';
import { attempt } from '../../client/attempt.ts';

/**
 * Runs a command that the server refuses during a pause of rated play. On failure it shows the reason, for a pause
 * with
 * its end, and resolves to false.
 */
export async function attemptRated(command: Promise<void>, fallback: string): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    const isPause = error instanceof ApiError && error.code === 'PAIRING_PAUSED';
    const part = isPause ? await import('./notify-pause.ts').catch(() => null) : null;
    if (!part || !isPause) return attempt(Promise.reject(error), fallback);
    await part.notifyPause(error.message);
    return false;
  }
}
