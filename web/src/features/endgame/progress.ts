import {
  formatProgress,
  type Level,
  type Progress,
  parseProgress,
  type Stars,
  withStars,
} from '@doushouqi/endgames';
import { KEYS } from '../../client/storage.ts';
import { createStoredValue } from '../../client/stored-value.ts';

/** The user's stars, stored on this device. Only this module reads and writes them: an account that stores them too belongs here. */
const stars = createStoredValue<Progress>(KEYS.endgames, { parse: parseProgress, format: formatProgress });

export const useProgress = stars.useValue;

/** Stores the stars of a solved level, if they are more than before. */
export function addStars(level: Level, earned: Stars): void {
  stars.update((progress) => withStars(progress, level, earned));
}
