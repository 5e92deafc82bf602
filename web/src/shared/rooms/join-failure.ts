import { ApiError } from '@doushouqi/protocol';

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
