import { ApiError, roomId } from '@doushouqi/protocol';

/** A field for the number of a room, which no keyboard is to improve. */
export const NUMBER_FIELD = {
  maxLength: 20,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;

/** The message under a room number that cannot be, or undefined. */
export function roomNumberError(text: string): string | undefined {
  return roomId.safeParse(text).error?.issues[0]?.message;
}

/** What to say when a room did not open (spec §8): a text of the catalogue, or the server's own. */
type JoinFailure = { key: 'needLogin' | 'full' | 'joinFailed' | 'failed' } | { message: string };

export function joinFailure(error: unknown): JoinFailure {
  if (!(error instanceof ApiError)) return { key: 'failed' };
  if (error.status === 0) return { message: error.message };
  if (error.status === 401) return { key: 'needLogin' };
  if (error.status !== 400) return { key: 'failed' };
  if (error.code === 'ROOM_FULL') return { key: 'full' };
  return error.message ? { message: error.message } : { key: 'joinFailed' };
}
