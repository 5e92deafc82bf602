import routes from 'virtual:api-routes';
import { type ApiClient, type ApiError, createApiClient } from '@doushouqi/protocol';
import { endSession, renewal } from './end-session.ts';
import { sessionVerdict } from './guard.ts';
import { session } from './session.ts';

function onRefused(error: ApiError, token: string | null): void {
  const verdict = sessionVerdict(error);
  if (verdict !== 'keep') endSession(verdict, token);
}

const place = { routes, baseUrl: '/api' };
const client = createApiClient({ ...place, token: session.token, onRefused });

/** The typed client of the server's routes; every refused call passes the rules of the session first. */
export const api: ApiClient = {
  ...client,
  setPassword: (request) =>
    renewal.during(async () => {
      const reply = await client.setPassword(request);
      session.replaceToken(reply.access_token);
      return reply;
    }),
};

/** Ends the session of a token that is no longer this browser's. */
export async function endToken(token: string | null): Promise<void> {
  await createApiClient({ ...place, token: () => token }).logout();
}
