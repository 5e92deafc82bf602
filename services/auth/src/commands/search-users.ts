import { SEARCH_RESULTS } from '@doushouqi/protocol';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';
import { searchKey } from '../policies/names.ts';

type Found = Pick<UserRecord, '_id' | 'username' | 'usernameLower' | 'nickname' | 'nicknameLower' | 'avatar'>;

const FIELDS = { username: 1, usernameLower: 1, nickname: 1, nicknameLower: 1, avatar: 1 } as const;
/** No text has this character, and every other one comes before it: the end of whatever begins like a keyword. */
const LAST = '\u{10ffff}';

/**
 * Users whose username or nickname holds the keyword, whatever its case or width, SEARCH_RESULTS at most; the caller is
 * left out. Exact names come first, then those that begin with it, so that no name is hidden behind longer ones.
 */
export async function searchUsers(
  { users }: Pick<AuthContext, 'users'>,
  keyword: string,
  callerId: string,
): Promise<Found[]> {
  const wanted = searchKey(keyword);
  // Ranges of an index, not patterns: every character stands for itself, and the limit bounds what is read.
  const range = { $gte: wanted, $lt: wanted + LAST };
  const others = { _id: { $ne: callerId } };
  const beginningLikeIt = (name: 'usernameLower' | 'nicknameLower') =>
    users
      .find({ ...others, [name]: range }, FIELDS)
      .sort({ [name]: 1 })
      .limit(SEARCH_RESULTS)
      .lean();
  const holdingIt = () =>
    users
      .find({ ...others, nameParts: { $elemMatch: range } }, FIELDS)
      .limit(SEARCH_RESULTS)
      .lean();
  const first = await Promise.all([beginningLikeIt('usernameLower'), beginningLikeIt('nicknameLower')]);
  const found = new Map(first.flat().map((user) => [user._id.toString(), user]));
  if (found.size < SEARCH_RESULTS) {
    for (const user of await holdingIt())
      if (!found.has(user._id.toString())) found.set(user._id.toString(), user);
  }
  const isExact = (user: Found) => user.usernameLower === wanted || user.nicknameLower === wanted;
  return [...found.values()]
    .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
    .slice(0, SEARCH_RESULTS);
}
