import { formatProgress, mergeProgress, type Progress, parseProgress, withStep } from '@doushouqi/lessons';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { KEYS, storage } from '../../client/storage.ts';

/**
 * The progress in the lessons, stored on this device and shared by its windows. Only this module reads and writes it:
 * an account that stores it too belongs here.
 */

function stored(): Progress {
  return parseProgress(storage.getItem(KEYS.lessons));
}

const progressStore = createStore<Progress>(stored);

export function useProgress(): Progress {
  return useStore(progressStore);
}

export function currentProgress(): Progress {
  return progressStore.getState();
}

/** Reads what is stored, also by other windows, and returns it. */
export function readProgress(): Progress {
  progressStore.setState(stored(), true);
  return currentProgress();
}

/** Stores that a step is done, and the time that it took; what another window has done stays. */
export function finishStep(id: string, seconds: number): void {
  const progress = withStep(mergeProgress(currentProgress(), stored()), id, seconds);
  storage.setItem(KEYS.lessons, formatProgress(progress));
  progressStore.setState(progress, true);
}

/** Follows the changes of other windows; returns a function that stops this. A removed value starts the course again. */
export function followWindows(): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === KEYS.lessons || event.key === null) readProgress();
  };
  window.addEventListener('storage', listen);
  // A page that the browser had suspended received no events.
  window.addEventListener('pageshow', readProgress);
  return () => {
    window.removeEventListener('storage', listen);
    window.removeEventListener('pageshow', readProgress);
  };
}
