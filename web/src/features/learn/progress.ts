import { formatProgress, mergeProgress, type Progress, parseProgress, withStep } from '@doushouqi/lessons';
import { api } from '../../client/api.ts';
import { createOwnedValue } from '../../client/owned-value.ts';
import { useSession } from '../../client/session.ts';
import { KEYS } from '../../client/storage.ts';
import { t } from './texts.ts';

/** The user's progress in the lessons, on this device and in the account. Only this module reads and writes it. */
const steps = createOwnedValue<Progress>(KEYS.lessons, {
  parse: parseProgress,
  format: formatProgress,
  merge: mergeProgress,
  async exchange(progress) {
    const stored = await api.getLearnProgress();
    const all = mergeProgress(stored, progress);
    // A visit of the page alone changes nothing.
    if (formatProgress(all) !== formatProgress(stored))
      await api.saveLearnProgress({ body: { done: [...all.done], seconds: all.seconds } });
    return (now) => mergeProgress(now, all);
  },
});

/** Returns the text that says where the progress is stored. */
export function useKept(): string {
  return t(useSession(({ user }) => (user ? 'kept.account' : 'kept.device')));
}

export const { read: readProgress, useValue: useProgress } = steps;

/** Stores that a step is done, and the time that it took. */
export function finishStep(id: string, seconds: number): void {
  steps.update((progress) => withStep(progress, id, seconds));
}
