import type { RouteReply, Routes } from '@doushouqi/protocol';
import { errorOf, sanctionsOf, skeletonOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import { officeOf, roleOf, type UserRecord } from '../models.ts';
import { prefixRange, searchKey } from '../policies/names.ts';
import { presentPublicUser } from './people.ts';
import { relatedTo } from './sightings.ts';

/** Most accounts that a search of operators finds. */
const MOST_FOUND = 50;
/** Sessions in a file. */
const MOST_DEVICES = 50;

const ID = /^[0-9a-f]{24}$/;

/** Returns the role of an account as operators see it. */
function shownRole(user: UserRecord): string {
  return officeOf(user) ?? roleOf(user);
}

/**
 * Finds accounts by id, a part of username or nickname, a former nickname, or a nickname that looks like this one; exact
 * names first.
 */
export async function findPeople(
  { users, nicknames, redis, now }: Pick<AuthContext, 'users' | 'nicknames' | 'redis' | 'now'>,
  name: string,
): Promise<RouteReply<Routes['findPeople']>> {
  const key = searchKey(name);
  const owner = await nicknames.findById(skeletonOf(name)).lean();
  const ids = [...(ID.test(name) ? [new Types.ObjectId(name)] : []), ...(owner ? [owner.userId] : [])];
  // One after the other, so that accounts with a part of the name never hide the exact ones. Each uses an index.
  const filters = [
    { _id: { $in: ids } },
    { usernameLower: key },
    { nicknameLower: key },
    { 'formerNicknames.nickname': name },
    { nameParts: { $elemMatch: prefixRange(key) } },
  ];
  const found = new Map<string, UserRecord>();
  for (const filter of filters) {
    const more = await users.find(filter).limit(MOST_FOUND).lean();
    for (const user of more) if (found.size < MOST_FOUND) found.set(user._id.toString(), user);
  }
  return Promise.all(
    [...found].map(async ([id, user]) => {
      const sanctions = await sanctionsOf(redis, id, now());
      return {
        person: presentPublicUser(user),
        username: user.username,
        role: shownRole(user),
        createdAt: user.createdAt.getTime(),
        sanctions: Object.keys(sanctions) as (keyof typeof sanctions)[],
      };
    }),
  );
}

/**
 * Returns what operators may know of an account. Throws USER_NOT_FOUND.
 */
export async function showFile(
  context: Pick<AuthContext, 'users' | 'devices' | 'sightings' | 'inner' | 'now'>,
  userId: string,
): Promise<RouteReply<Routes['showFile']>> {
  const { users, devices, now } = context;
  const user = await users.findById(userId).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const sessions = await devices
    .find({ userId, expiresAt: { $gt: new Date(now()) } })
    .sort({ since: -1 })
    .limit(MOST_DEVICES)
    .lean();
  const recent = sessions.toSorted((a, b) => b.seenAt.getTime() - a.seenAt.getTime());
  return {
    username: user.username,
    role: shownRole(user),
    createdAt: user.createdAt.getTime(),
    formerNicknames: (user.formerNicknames ?? []).map(({ nickname, until }) => ({
      nickname,
      until: until.getTime(),
    })),
    devices: recent.map(({ name, network, since, seenAt }) => ({
      name,
      network: network ?? null,
      since: since.getTime(),
      seenAt: seenAt.getTime(),
    })),
    ...(await relatedTo(context, userId)),
  };
}
