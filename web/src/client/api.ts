import routes from 'virtual:api-routes';
import { type ApiClient, type ApiError, createApiClient } from '@doushouqi/protocol';
import { endSession, renewal, sessionVerdict } from './end-session.ts';
import { session } from './session.ts';

function onRefused(error: ApiError, token: string | null): void {
  const verdict = sessionVerdict(error);
  if (verdict !== 'keep') endSession(verdict, token);
}

const place = { routes, baseUrl: '/api' };
const client = createApiClient({ ...place, token: session.token, onRefused });

/** Resolves if the reply reports success. @throws otherwise. */
async function made<Reply extends { success: boolean }>(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.success !== true) throw new Error('The server did not make the change');
  return reply;
}

/** Continues with the new token of a call that ends all sessions. */
function renewed<Reply extends { success: boolean; access_token: string }>(
  call: Promise<Reply>,
): Promise<Reply> {
  return renewal.during(async () => {
    const reply = await made(call);
    session.replaceToken(reply.access_token);
    return reply;
  });
}

/** The typed client of the server's routes; each refused call first passes `sessionVerdict`. */
export const api: ApiClient = {
  ...client,
  setTheme: (request) => made(client.setTheme(request)),
  setAvatar: (request) => made(client.setAvatar(request)),
  registerGuest: (request) =>
    renewal.during(async () => {
      const reply = await client.registerGuest(request);
      session.login(reply);
      return reply;
    }),
  deleteAccount: (request) =>
    renewal.during(async () => {
      const reply = await client.deleteAccount(request);
      session.logout();
      return reply;
    }),
  setPassword: (request) => renewed(client.setPassword(request)),
  endOtherDevices: (request) => renewed(client.endOtherDevices(request)),
};

/** Ends the session of a token that this browser has replaced. */
export async function endToken(token: string | null): Promise<void> {
  await createApiClient({ ...place, token: () => token }).logout();
}
