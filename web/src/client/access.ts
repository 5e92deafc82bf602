import type { Access, AccessChange } from '@doushouqi/protocol';
import { createStore } from 'zustand/vanilla';
import { api } from './api.ts';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/** The page that shows what opens the account. */
export const ACCESS_PATH = '/settings/access';

/** Changes of the account by other sessions that this browser has not shown, newest first. */
export const accessNews = createStore<{ changes: readonly AccessChange[] }>(() => ({ changes: [] }));

/**
 * Returns whether the user has to review what opens the account before anything else. The storage holds it, so that
 * every window and every reload knows it before the server answers.
 */
export function isReviewDue(): boolean {
  const userId = session.store.getState().user?._id;
  return userId !== undefined && storage.getItem(KEYS.review) === userId;
}

/** Stores whether the user has to review the account. */
export function setReviewDue(userId: string, isDue: boolean): void {
  if (isDue) storage.setItem(KEYS.review, userId);
  else if (storage.getItem(KEYS.review) === userId) storage.removeItem(KEYS.review);
}

function seenKey(userId: string): string {
  return `${KEYS.seenChange} ${userId}`;
}

/** Returns the changes that this browser has to show: newer than the last shown one, by other sessions. Pure. */
export function newsIn(changes: readonly AccessChange[], seenAt: number): AccessChange[] {
  return changes.filter(({ at, isThis }) => at > seenAt && !isThis);
}

/** Loads what opens the account, and follows it: a pending review after a recovery or a reset, and the news. */
export async function loadAccess(): Promise<Access> {
  const userId = session.store.getState().user?._id;
  const access = await api.getAccess();
  if (userId === undefined || userId !== session.store.getState().user?._id) return access;
  const reason = access.review?.reason;
  setReviewDue(userId, reason === 'recovery' || reason === 'reset');
  const news = newsIn(access.changes, Number(storage.getItem(seenKey(userId))));
  accessNews.setState({ changes: news });
  // The user's own changes are no news later either, under another session.
  if (news.length === 0) markShown(access.changes);
  return access;
}

/** Stores that changes, newest first, have been shown. */
export function markShown([newest]: readonly AccessChange[]): void {
  const userId = session.store.getState().user?._id;
  if (userId === undefined || newest === undefined) return;
  storage.setItem(seenKey(userId), String(newest.at));
  accessNews.setState(({ changes }) => ({ changes: newsIn(changes, newest.at) }));
}
