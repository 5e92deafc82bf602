import routes from 'virtual:api-routes';
import { type ApiClient, type ApiError, createApiClient } from '@doushouqi/protocol';
import { endSession, sessionVerdict } from './end-session.ts';
import { noteRefusal } from './sanctions.ts';
import { session } from './session.ts';
import { observeServerTime } from './time.ts';

function onRefused(error: ApiError, token: string | null): void {
  const verdict = sessionVerdict(error);
  if (verdict !== 'keep') endSession(verdict, token, error.message);
  noteRefusal(error.code);
}

const place = { routes, baseUrl: '/api' };
type SiteClient = ApiClient<keyof typeof routes>;

/**
 * The typed client of the server's routes; each refused call first passes `sessionVerdict`. Calls that end tokens are
 * made by `account-calls.ts`.
 */
export const api: SiteClient = createApiClient({
  ...place,
  token: session.token,
  onRefused,
  onTime: observeServerTime,
});

/**
 * Returns a client with another token than the session's, whose refusals do not concern the session: a guest stays one
 * when the login to a closed account is refused.
 */
export function clientOf(token: string | null): SiteClient {
  return createApiClient({ ...place, token: () => token });
}
