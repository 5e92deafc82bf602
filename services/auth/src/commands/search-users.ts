import { SEARCH_RESULTS } from '@doushouqi/protocol';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';

type Found = Pick<UserRecord, '_id' | 'username' | 'usernameLower' | 'nickname' | 'nicknameLower' | 'avatar'>;

const FIELDS = { username: 1, usernameLower: 1, nickname: 1, nicknameLower: 1, avatar: 1 } as const;
/** No text has this character, and every other one comes before it: the end of whatever begins like a keyword. */
const LAST = '\u{10ffff}';

/**
 * Users whose username or nickname begins with the keyword, whatever its case, SEARCH_RESULTS at most; the caller is
 * left out. Who is called exactly that comes first, so that nobody is hidden behind others with a longer name.
 */
export async function searchUsers(
  { users }: Pick<AuthContext, 'users'>,
  keyword: string,
  callerId: string,
): Promise<Found[]> {
  const wanted = keyword.toLowerCase();
  // Ranges of an index, not patterns: every character stands for itself, and no search reads all users.
  const beginningLikeIt = (name: 'usernameLower' | 'nicknameLower') =>
    users
      .find({ [name]: { $gte: wanted, $lt: wanted + LAST }, _id: { $ne: callerId } }, FIELDS)
      .sort({ [name]: 1 })
      .limit(SEARCH_RESULTS)
      .lean();
  const found = (
    await Promise.all([beginningLikeIt('usernameLower'), beginningLikeIt('nicknameLower')])
  ).flat();
  const once = [...new Map(found.map((user) => [user._id.toString(), user])).values()];
  const isExact = (user: Found) => user.usernameLower === wanted || user.nicknameLower === wanted;
  return once.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a))).slice(0, SEARCH_RESULTS);
}
