import { ApiError, type GuestName, type ProofChallenge, type Session } from '@doushouqi/protocol';
import { api } from './api.ts';
import { session } from './session.ts';
import { issuedAt } from './token-time.ts';

/** A guest's token is renewed at a visit once it is older than this. Milliseconds. */
const RENEW_AFTER = 86_400_000;

/** Solves a challenge in a worker; rejects if the worker fails. */
function solve(challenge: ProofChallenge): Promise<number> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.onerror = () => reject(new Error('The proof of work failed'));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Creates a guest, with a proof of work if the server demands one. Throws `ApiError`. */
export async function createGuest({ nickname, avatar }: GuestName): Promise<Session> {
  const body = { nickname, avatar };
  try {
    return await api.createGuest({ body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.challenge === null) throw error;
    const { challenge } = error;
    const nonce = await solve(challenge);
    return api.createGuest({ body: { ...body, proof: { ...challenge, nonce } } });
  }
}

/** Renews a guest's token once a day, so that the guest does not expire. A failed call is repeated at the next visit. */
export async function renewGuest(now: number): Promise<void> {
  const { user } = session.store.getState();
  const at = issuedAt(session.token());
  if (!user?.isGuest || at === null || now - at < RENEW_AFTER) return;
  const renewed = await api.renewGuest().catch(() => null);
  if (renewed === null || session.store.getState().user?._id !== renewed.user._id) return;
  session.replaceToken(renewed.access_token);
  session.updateUser(renewed.user);
}
