import { type PublicUser, unknownUser } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';

type Parts = Pick<ModerationContext, 'fetchProfiles'>;

/** Returns users for the console by id; those that auth does not know are shown as unknown. */
export async function peopleOf(
  { fetchProfiles }: Parts,
  ids: readonly string[],
  requestId: string,
): Promise<(id: string) => PublicUser> {
  const profiles = await fetchProfiles(ids, { requestId });
  return (id) => profiles.get(id) ?? unknownUser(id);
}

/** Returns the operator and a person with their names. Throws USER_NOT_FOUND for an unknown person. */
export async function namesOf({ fetchProfiles }: Parts, { userId, requestId }: Actor, personId: string) {
  const profiles = await fetchProfiles([userId, personId], { requestId });
  const [operator, person] = [profiles.get(userId), profiles.get(personId)];
  if (operator === undefined || person === undefined) throw errorOf('USER_NOT_FOUND');
  return {
    operator: { byId: userId, by: operator.nickname },
    person: { id: personId, nickname: person.nickname },
  };
}
