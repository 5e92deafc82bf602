import { type PublicUser, unknownUser } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';
import { isInForce } from '../policies/sanctions.ts';

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

/** Returns an operator with the name. Throws USER_NOT_FOUND for an unknown one. */
export async function operatorOf({ fetchProfiles }: Parts, { userId, requestId }: Actor) {
  const operator = (await fetchProfiles([userId], { requestId })).get(userId);
  if (operator === undefined) throw errorOf('USER_NOT_FOUND');
  return { byId: userId, by: operator.nickname };
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

/** Returns those of the persons whose accounts are closed now. */
export async function closedAmong(
  { sanctions, now }: Pick<ModerationContext, 'sanctions' | 'now'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const closures = await sanctions.find({ userId: { $in: ids }, kind: 'close', state: 'active' }).lean();
  return new Set(closures.filter((one) => isInForce(one, now())).flatMap(({ userId }) => userId ?? []));
}
