import {
  formatProgress,
  type Level,
  type Progress,
  parseProgress,
  type Stars,
  withStars,
} from '@doushouqi/endgames';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { KEYS, storage } from '../../client/storage.ts';

/** The user's stars. They are stored on this device; this module alone reads and writes them. */
const progressStore = createStore<{ progress: Progress }>(() => ({ progress: read() }));

function read(): Progress {
  return parseProgress(storage.getItem(KEYS.endgames));
}

/** Reads what other windows stored. */
function refresh(): void {
  progressStore.setState({ progress: read() });
}

/** Stores the stars of a solved level, if they are more than before. */
export function addStars(level: Level, stars: Stars): void {
  const progress = withStars(read(), level, stars);
  storage.setItem(KEYS.endgames, formatProgress(progress));
  progressStore.setState({ progress });
}

/** Returns the stars of all levels, also after changes in other windows. */
export function useProgress(): Progress {
  useEffect(() => {
    const listen = ({ key }: StorageEvent): void => {
      if (key === KEYS.endgames || key === null) refresh();
    };
    refresh();
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, []);
  return useStore(progressStore, ({ progress }) => progress);
}
