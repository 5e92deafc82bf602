import { KEYS, storage } from './storage.ts';

/** Remembers on this device whether the user has correspondence games, so that their place is known while they load. */
export function rememberGames(userId: string, hasGames: boolean): void {
  if (hasGames) storage.setItem(KEYS.hasGames, userId);
  else storage.removeItem(KEYS.hasGames);
}

/** Returns whether the user had correspondence games at the last request of this device. */
export function hadGames(userId: string | undefined): boolean {
  return userId !== undefined && storage.getItem(KEYS.hasGames) === userId;
}
