import { ANIMAL_AVATARS, DEFAULT_AVATAR, type Proof } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { namePartsOf, searchKey } from '../policies/names.ts';
import { additionOf, type Origin } from '../policies/origin.ts';
import { assertOwnUsername, assertProper, claimNickname, releaseNickname } from './nicknames.ts';
import { newRecovery } from './recovery.ts';
import { admitRegistration, type NewAccounts } from './strangers.ts';

interface Registration {
  username: string;
  nickname: string;
  password: string;
  proof?: Proof | undefined;
}

/** A new member. `recoveryCodes` are stored as hashes only. */
export interface Registered {
  user: UserRecord;
  recoveryCodes: string[];
}

/**
 * Creates an account with a random avatar; `now` in epoch ms. Throws USERNAME_RESERVED, IMPROPER_NICKNAME and
 * NICKNAME_RESERVED (not counted), as `admitRegistration`, and USERNAME_TAKEN or NICKNAME_TAKEN, also if a concurrent registration wins.
 */
export async function register(
  context: NewAccounts & Pick<AuthContext, 'hashing' | 'random'>,
  form: Registration,
  origin: Origin,
  now: number,
): Promise<Registered> {
  const { address } = origin;
  const { users, moderator, attempts, hashing, random } = context;
  assertOwnUsername(form.username);
  await assertProper(moderator, form.nickname, 'member');
  await admitRegistration(context, form.proof, origin);
  const usernameLower = form.username.toLowerCase();
  if (await users.exists({ usernameLower })) throw errorOf('USERNAME_TAKEN');
  const passwordHash = await hashing.run([address], () => hashPassword(form.password));
  const { username, nickname } = form;
  const at = new Date(now);
  const claim = { nickname, userId: new Types.ObjectId(), at };
  const { recoveryCodes, recoveryHashes } = newRecovery(claim.userId.toString());
  await claimNickname(context, claim);
  try {
    const user = await users.create({
      _id: claim.userId,
      username,
      usernameLower,
      nickname,
      nicknameLower: searchKey(nickname),
      nameParts: namePartsOf(username, nickname),
      avatar: ANIMAL_AVATARS[Math.floor(random() * ANIMAL_AVATARS.length)] ?? DEFAULT_AVATAR,
      passwordHash,
      recoveryHashes,
      codesUnseen: true,
      codesAddition: additionOf(origin, at),
      passwordUpdatedAt: at,
      createdAt: at,
    });
    await attempts.rememberOwner(usernameLower, address);
    return { user: user.toObject(), recoveryCodes };
  } catch (error) {
    if (isDuplicate(error)) await releaseNickname(context, claim);
    throw isDuplicate(error) ? errorOf('USERNAME_TAKEN', { cause: error }) : error;
  }
}
