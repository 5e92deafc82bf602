import type { FoundUser } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, type InternalClient } from '@doushouqi/service-kit';
import type { FetchProfiles } from './context.ts';

/** What one call may ask for. */
const CALL_IDS = 100;

/** Asks the auth service, in as many calls as it takes. Rejects with UNAVAILABLE while it is away. */
export function createFetchProfiles(auth: InternalClient): FetchProfiles {
  return async (ids, requestId) => {
    const chunks = Array.from({ length: Math.ceil(ids.length / CALL_IDS) }, (_, i) =>
      ids.slice(i * CALL_IDS, (i + 1) * CALL_IDS),
    );
    const replies = await Promise.all(
      chunks.map((chunk) => auth.call(ROUTES.listProfiles, { body: { ids: chunk } }, { requestId })),
    );
    return new Map(replies.flatMap(({ profiles }) => profiles.map((one) => [one._id, one] as const)));
  };
}

/** One user's name and face. Throws USER_NOT_FOUND. */
export async function fetchProfile(
  fetchProfiles: FetchProfiles,
  userId: string,
  requestId: string,
): Promise<FoundUser> {
  const profile = (await fetchProfiles([userId], requestId)).get(userId);
  if (profile === undefined) throw errorOf('USER_NOT_FOUND');
  return profile;
}
