import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';
import { hashPassword } from '../passwords.ts';

interface Registration {
  username: string;
  nickname: string;
  password: string;
}

/**
 * Creates an account; `now` in epoch ms. Throws IMPROPER_NICKNAME, which does not count, REGISTRATION_LOCKED, and
 * USERNAME_TAKEN also when another registration of the same name wins the race.
 */
export async function register(
  context: Pick<AuthContext, 'users' | 'moderator' | 'attempts' | 'hashing'>,
  form: Registration,
  address: string,
  now: number,
): Promise<UserRecord> {
  const { users, moderator, attempts, hashing } = context;
  if ((await moderator.moderate(form.nickname)) !== null) throw errorOf('IMPROPER_NICKNAME');
  await attempts.countRegistration(address);
  const usernameLower = form.username.toLowerCase();
  if (await users.exists({ usernameLower })) throw errorOf('USERNAME_TAKEN');
  const passwordHash = await hashing.run([address], () => hashPassword(form.password));
  const { username, nickname } = form;
  const at = new Date(now);
  try {
    const user = await users.create({
      username,
      usernameLower,
      nickname,
      nicknameLower: nickname.toLowerCase(),
      passwordHash,
      passwordUpdatedAt: at,
      createdAt: at,
    });
    await attempts.rememberOwner(usernameLower, address);
    return user.toObject();
  } catch (error) {
    throw isDuplicate(error) ? errorOf('USERNAME_TAKEN', { cause: error }) : error;
  }
}
