import type { PublicUser, RouteReply, Routes } from '@doushouqi/protocol';
import { errorOf, sanctionsOf, skeletonOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import { officeOf, roleOf, type UserRecord } from '../models.ts';
import { prefixRange, searchKey } from '../policies/names.ts';
import { presentPublicUser } from './people.ts';

/** Most accounts that a search of operators finds. */
const MOST_FOUND = 50;
/** Sessions in a file. */
const MOST_DEVICES = 50;
/** Address ranges in which related accounts are looked for, the last used first, and accounts of each. */
const MOST_NETWORKS = 5;
const MOST_RELATED = 20;
/** Sessions of an address range that are counted. */
const MOST_COUNTED = 2_000;

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

type Related = RouteReply<Routes['showFile']>['related'];

/** Returns the other accounts with stored sessions from an address range, the last seen first, and how many it has. */
async function accountsAt(
  { users, devices }: Pick<AuthContext, 'users' | 'devices'>,
  network: string,
  userId: string,
): Promise<Related> {
  const seen: { _id: string }[] = await devices.aggregate([
    { $match: { network } },
    { $sort: { seenAt: -1 } },
    { $limit: MOST_COUNTED },
    { $group: { _id: '$userId', seenAt: { $max: '$seenAt' } } },
    { $sort: { seenAt: -1 } },
  ]);
  const others = seen.map(({ _id }) => _id).filter((id) => id !== userId);
  const shown = others.slice(0, MOST_RELATED);
  const accounts = await users.find({ _id: { $in: shown } }).lean();
  const people = new Map<string, PublicUser>(
    accounts.map((user) => [user._id.toString(), presentPublicUser(user)]),
  );
  return shown.flatMap((id) => {
    const person = people.get(id);
    return person === undefined ? [] : [{ person, network, accounts: seen.length }];
  });
}

/**
 * Returns what operators may know of an account. Sessions are stored until their tokens expire, so what is related by
 * address is of the last days (TOKEN_DAYS). Throws USER_NOT_FOUND.
 */
export async function showFile(
  context: Pick<AuthContext, 'users' | 'devices' | 'now'>,
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
  const networks = [...new Set(recent.flatMap(({ network }) => network ?? []))].slice(0, MOST_NETWORKS);
  const related = await Promise.all(networks.map((network) => accountsAt(context, network, userId)));
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
    related: related.flat(),
  };
}
