import { KEYS, storage } from './storage.ts';

const NONE = 'none ';

/**
 * Remembers on this device whether the user has correspondence games or news of them, so that their place is known while
 * they load.
 */
export function rememberGames(userId: string, hasGames: boolean): void {
  storage.setItem(KEYS.hasGames, hasGames ? userId : NONE + userId);
}

/** Forgets it, as a game begins whose list has not been loaded. */
export function forgetGames(): void {
  storage.removeItem(KEYS.hasGames);
}

/** Returns whether the user had correspondence games at the last request of this device. */
export function hadGames(userId: string | undefined): boolean {
  return userId !== undefined && storage.getItem(KEYS.hasGames) === userId;
}

/** Returns whether the user had none then; false also on a device that has not requested them. */
export function hadNoGames(userId: string): boolean {
  return storage.getItem(KEYS.hasGames) === NONE + userId;
}
