import { HOUSE_BOTS } from '@doushouqi/protocol';
import { AppError, isDuplicate, skeletonOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { namePartsOf, searchKey } from '../policies/names.ts';
import { claimNickname } from './nicknames.ts';

/**
 * Returns the account of the house bot of a level (1 to 5), and creates it at the first call; `now` in epoch ms. It has
 * no password, so that it cannot be used by hand.
 */
export async function ensureBot(
  { users, nicknames, logger }: Pick<AuthContext, 'users' | 'nicknames' | 'logger'>,
  level: number,
  now: number,
): Promise<UserRecord> {
  const { _id, username, nickname, avatar } = HOUSE_BOTS[level - 1]!;
  const known = await users.findById(_id).lean();
  if (known !== null) return known;
  const userId = new Types.ObjectId(_id);
  const at = new Date(now);
  // An older account may have the name; the bot's mark distinguishes the two.
  await claimNickname({ users, nicknames }, { nickname, userId, at }).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    // Every process of the bot service asks at its start.
    if (await nicknames.exists({ _id: skeletonOf(nickname), userId })) return;
    logger.warn({ nickname }, 'the nickname of a bot is taken by an account');
  });
  try {
    const created = await users.create({
      _id: userId,
      username,
      usernameLower: username.toLowerCase(),
      nickname,
      nicknameLower: searchKey(nickname),
      nameParts: namePartsOf(username, nickname),
      avatar,
      role: 'bot',
      isBot: true,
      passwordUpdatedAt: at,
      createdAt: at,
    });
    return created.toObject();
  } catch (error) {
    // Another process created it.
    const other = isDuplicate(error) ? await users.findById(_id).lean() : null;
    if (other === null) throw error;
    return other;
  }
}
