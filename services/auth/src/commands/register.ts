import { ANIMAL_AVATARS, DEFAULT_AVATAR } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';
import { hashPassword } from '../passwords.ts';
import { isReservedNickname, namePartsOf, searchKey } from '../policies/names.ts';
import { claimNickname, releaseNickname } from './claim-nickname.ts';

interface Registration {
  username: string;
  nickname: string;
  password: string;
}

/**
 * Creates an account with a random animal as its avatar; `now` in epoch ms. Throws IMPROPER_NICKNAME and
 * NICKNAME_RESERVED, which do not count, REGISTRATION_LOCKED, and USERNAME_TAKEN or NICKNAME_TAKEN also when another
 * registration of the same name wins the race.
 */
export async function register(
  context: Pick<AuthContext, 'users' | 'nicknames' | 'moderator' | 'attempts' | 'hashing' | 'random'>,
  form: Registration,
  address: string,
  now: number,
): Promise<UserRecord> {
  const { users, moderator, attempts, hashing, random } = context;
  if ((await moderator.moderate(form.nickname)) !== null) throw errorOf('IMPROPER_NICKNAME');
  if (isReservedNickname(form.nickname)) throw errorOf('NICKNAME_RESERVED');
  await attempts.countRegistration(address);
  const usernameLower = form.username.toLowerCase();
  if (await users.exists({ usernameLower })) throw errorOf('USERNAME_TAKEN');
  const passwordHash = await hashing.run([address], () => hashPassword(form.password));
  const { username, nickname } = form;
  const at = new Date(now);
  const claim = { nickname, userId: new Types.ObjectId(), at };
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
      passwordUpdatedAt: at,
      createdAt: at,
    });
    await attempts.rememberOwner(usernameLower, address);
    return user.toObject();
  } catch (error) {
    if (isDuplicate(error)) await releaseNickname(context, claim);
    throw isDuplicate(error) ? errorOf('USERNAME_TAKEN', { cause: error }) : error;
  }
}
