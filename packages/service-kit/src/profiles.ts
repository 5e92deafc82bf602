import type { RouteReply } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { InternalClient } from './internal.ts';

/** Most ids of one call. */
const CALL_IDS = 100;

/** A user as auth shows it to other services; `publicUser` removes what other users do not see. */
type Profile = RouteReply<(typeof ROUTES)['listProfiles']>['profiles'][number];

/** Fetches users by id, any number; unknown users are missing. `presence` adds who is online. Rejects without auth. */
export type FetchProfiles = (
  ids: readonly string[],
  options?: { requestId?: string; presence?: boolean },
) => Promise<Map<string, Profile>>;

/** Creates the client of the profiles of auth. It makes as many calls as needed, none for no ids. */
export function createFetchProfiles(auth: InternalClient): FetchProfiles {
  return async (ids, { presence = false, ...options } = {}) => {
    const own = [...new Set(ids)];
    const calls = Array.from({ length: Math.ceil(own.length / CALL_IDS) }, (_, n) =>
      auth.call(
        ROUTES.listProfiles,
        { body: { ids: own.slice(n * CALL_IDS, (n + 1) * CALL_IDS), presence } },
        options,
      ),
    );
    const replies = await Promise.all(calls);
    return new Map(replies.flatMap(({ profiles }) => profiles.map((one) => [one._id, one] as const)));
  };
}
