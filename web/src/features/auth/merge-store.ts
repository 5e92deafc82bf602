import type { RecordTotals, User } from '@doushouqi/protocol';
import { createStore } from 'zustand/vanilla';

/** What became of the games: they moved to the account, or were deleted. */
export type Ending = 'bring' | 'leave';

/** The question what becomes of the guest's games when an account logs in on the device. */
interface MergeRequest {
  guest: Pick<User, 'nickname' | 'avatar'>;
  account: Pick<User, 'nickname' | 'avatar'>;
  guestGames: RecordTotals;
  accountGames: number;
  /** Ends the guest; the games move to the account, or are deleted. Rejects with `ApiError`. */
  merge: (bring: boolean) => Promise<void>;
  /** What was done; null stays a guest. */
  resolve: (done: Ending | null) => void;
}

/** The open question, or null. */
export const mergeStore = createStore<{ current: MergeRequest | null }>(() => ({ current: null }));

/** Asks, and resolves to null if the user stays a guest. */
export function askAboutGames(request: Omit<MergeRequest, 'resolve'>): Promise<Ending | null> {
  return new Promise((resolve) => {
    const answer = (done: Ending | null): void => {
      mergeStore.setState({ current: null });
      resolve(done);
    };
    mergeStore.setState({ current: { ...request, resolve: answer } });
  });
}
