import { ApiError, roomId } from '@doushouqi/protocol';

/** Attributes of a field for a room number, without autocorrection. */
export const NUMBER_FIELD = {
  maxLength: 20,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;

/** Returns the error of a room number, or undefined if it is valid. */
export function roomNumberError(text: string): string | undefined {
  return roomId.safeParse(text).error?.issues[0]?.message;
}

/** Message of a room that did not open: a text of the catalog, or the server's own. */
type JoinFailure = { key: 'needLogin' | 'full' | 'joinFailed' | 'failed' } | { message: string };

export function joinFailure(error: unknown): JoinFailure {
  if (!(error instanceof ApiError)) return { key: 'failed' };
  if (error.status === 0) return { message: error.message };
  if (error.status === 401) return { key: 'needLogin' };
  if (error.status !== 400) return { key: 'failed' };
  if (error.code === 'ROOM_FULL') return { key: 'full' };
  return error.message ? { message: error.message } : { key: 'joinFailed' };
}
