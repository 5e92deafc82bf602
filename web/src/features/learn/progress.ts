import { formatProgress, type Progress, parseProgress, withStep } from '@doushouqi/lessons';
import { KEYS } from '../../client/storage.ts';
import { createStoredValue } from '../../client/stored-value.ts';

/** The progress in the lessons, stored on this device. Only this module reads and writes it: an account that stores it too belongs here. */
const steps = createStoredValue<Progress>(KEYS.lessons, { parse: parseProgress, format: formatProgress });

export const { read: readProgress, useValue: useProgress } = steps;

/** Stores that a step is done, and the time that it took. */
export function finishStep(id: string, seconds: number): void {
  steps.update((progress) => withStep(progress, id, seconds));
}
