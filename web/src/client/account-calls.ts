import { type ApiClient, ApiError, type Session } from '@doushouqi/protocol';
import { createStore } from 'zustand/vanilla';
import { api, clientOf } from './api.ts';
import { renewal } from './end-session.ts';
import { made } from './made.ts';
import { showCodes } from './new-codes.ts';
import { session } from './session.ts';

/**
 * Calls that the server makes once: they end tokens and return what no second call returns. If their reply gets lost,
 * a login by the credentials that hold afterwards tells whether the server made them.
 */

interface Credentials {
  username: string;
  password: string;
}

/** Pauses before the attempts to log in after a lost reply. Milliseconds. */
const PAUSES = [500, 1_500, 3_000, 6_000, 9_000];

function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The account of a call whose reply is still missing: a later refusal may be the effect of that call. */
const unansweredStore = createStore<{ username: string | null }>(() => ({ username: null }));

/** Returns the login, or null if the credentials do not hold or the network stays away. */
async function tryLogIn({ username, password }: Credentials): Promise<Session | null> {
  for (const pause of PAUSES) {
    await sleep(pause);
    try {
      return await clientOf(null).login({ body: { username, password } });
    } catch (error) {
      if (!isLost(error)) return null;
    }
  }
  return null;
}

/** Returns the reply, or after a lost one the login by `credentials`. @throws the error of the call. */
async function answered<Reply>(
  call: () => Promise<Reply>,
  credentials: Credentials,
): Promise<Reply | Session> {
  try {
    return await call();
  } catch (error) {
    const { username } = credentials;
    if (isLost(error)) unansweredStore.setState({ username });
    else if (unansweredStore.getState().username !== username) throw error;
    const found = await tryLogIn(credentials);
    if (found === null) throw error;
    unansweredStore.setState({ username: null });
    return found;
  }
}

/** Returns new recovery codes instead of lost ones, or null: the settings offer them again. */
async function newCodes({ access_token }: Session, { password }: Credentials): Promise<string[] | null> {
  const call = clientOf(access_token).renewRecoveryCodes({ body: { password } });
  return call.then(({ recoveryCodes }) => recoveryCodes).catch(() => null);
}

type Registration = Parameters<ApiClient['register']>[0]['body'];

/**
 * Registers a visitor, or a guest, who keeps id, games and settings, and logs in. `isHeld`: the codes are shown later.
 * Throws `ApiError`.
 */
export function register(body: Registration, isGuest: boolean, isHeld = false): Promise<Session> {
  return renewal.during(async () => {
    const call = isGuest ? api.registerGuest : api.register;
    const reply = await answered(() => call({ body }), body);
    const codes = 'recoveryCodes' in reply ? reply.recoveryCodes : await newCodes(reply, body);
    // Before the login, after which the page would be left.
    if (codes) showCodes({ userId: reply.user._id, codes, ...(isHeld && { isHeld }) });
    session.login(reply);
    return reply;
  });
}

/** Sets a new password by a recovery code, which counts once. Throws `ApiError`. */
export function recover(body: Parameters<ApiClient['recover']>[0]['body']): Promise<Session> {
  return answered(() => clientOf(null).recover({ body }), body);
}

/** Continues with the new token of a call that ends all sessions. */
function renewed(call: () => Promise<{ access_token: string }>, password: string): Promise<void> {
  return renewal.during(async () => {
    const username = session.store.getState().user?.username ?? '';
    const reply = await answered(call, { username, password });
    session.replaceToken(reply.access_token);
  });
}

/** Changes the password, which ends all other sessions. Throws `ApiError`. */
export function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  return renewed(() => made(api.setPassword({ body: { oldPassword, newPassword } })), newPassword);
}

/** Ends all other sessions. Throws `ApiError`. */
export function endOtherDevices(password: string): Promise<void> {
  return renewed(() => made(api.endOtherDevices({ body: { password } })), password);
}

/** Asks for the deletion of the account, which ends all sessions. Returns its time (epoch ms). Throws `ApiError`. */
export function deleteAccount(password: string): Promise<number> {
  return renewal.during(async () => {
    const { deletesAt } = await api.deleteAccount({ body: { password } });
    session.logout();
    return deletesAt;
  });
}
