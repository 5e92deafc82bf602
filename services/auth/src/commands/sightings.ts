import {
  type AccountRole,
  ORIGIN_USE_DAYS,
  type PublicUser,
  type RouteReply,
  type Routes,
  type SanctionOrigin,
} from '@doushouqi/protocol';
import { rangeText, relatedBeginning, relatedBits, retryUpsert } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { prefixRange } from '../policies/names.ts';
import { presentPublicUser } from './people.ts';

const DAY_MS = 86_400_000;
/** Devices and address ranges of a person in which related accounts are looked for, the last used first, and accounts of each. */
const MOST_ORIGINS = 5;
const MOST_RELATED = 20;
/** Sightings of an origin that are counted. */
const MOST_COUNTED = 5_000;

type Sightings = Pick<AuthContext, 'sightings'>;

/** Stores from where a user comes. A failure is only logged: nothing that the user wants depends on it. */
export async function noteSighting(
  { sightings, logger, now }: Sightings & Pick<AuthContext, 'logger' | 'now'>,
  { userId, role, device }: { userId: string; role: AccountRole; device?: string | undefined },
  address: string,
): Promise<void> {
  if (role !== 'guest' && role !== 'player') return;
  const from = { userId, device: device ?? null, range: relatedBits(address) };
  const seen = { isGuest: role === 'guest', at: new Date(now()) };
  await retryUpsert(() => sightings.updateOne(from, { $set: seen }, { upsert: true })).catch(
    (error: unknown) => logger.warn({ err: error, userId }, 'the origin of a session is not noted'),
  );
}

interface Seen {
  userId: string;
  isGuest: boolean;
  at: Date;
}

/** Returns the accounts of an origin, each once, the last seen first. */
async function accountsOf({ sightings }: Sightings, filter: object): Promise<Seen[]> {
  const found: (Omit<Seen, 'userId'> & { _id: string })[] = await sightings.aggregate([
    { $match: filter },
    { $sort: { at: -1 } },
    { $limit: MOST_COUNTED },
    { $group: { _id: '$userId', at: { $max: '$at' }, isGuest: { $last: '$isGuest' } } },
    { $sort: { at: -1 } },
  ]);
  return found.map(({ _id, isGuest, at }) => ({ userId: _id, isGuest, at }));
}

/** Returns accounts for operators by id; deleted ones are missing. */
async function peopleOf({ users }: Pick<AuthContext, 'users'>, ids: readonly string[]) {
  const found = await users.find({ _id: { $in: ids }, deletedAt: null }).lean();
  return new Map<string, { person: PublicUser; createdAt: number }>(
    found.map((user) => [
      user._id.toString(),
      { person: presentPublicUser(user), createdAt: user.createdAt.getTime() },
    ]),
  );
}

type Related = RouteReply<Routes['showFile']>['related'];
type Origins = RouteReply<Routes['showFile']>['origins'];

/** Returns the last devices and address ranges of a user, the last used first, and the other accounts that they have had. */
export async function relatedTo(
  context: Sightings & Pick<AuthContext, 'users' | 'inner'>,
  userId: string,
): Promise<{ origins: Origins; related: Related }> {
  const { sightings, inner } = context;
  const own = await sightings.find({ userId }).sort({ at: -1 }).limit(50).lean();
  const first = (values: readonly (string | null)[]) =>
    [...new Set(values.flatMap((value) => value ?? []))].slice(0, MOST_ORIGINS);
  const devices = first(own.map(({ device }) => device));
  const ranges = first(own.map(({ range }) => range));
  const ofDevices = await Promise.all(devices.map((device) => accountsOf(context, { device })));
  const ofRanges = await Promise.all(ranges.map((range) => accountsOf(context, { range })));
  const related = new Map<string, Omit<Related[number], 'person' | 'createdAt'>>();
  const add = (seen: readonly Seen[], common: { device: true } | { range: string }): void => {
    for (const { userId: id, at } of seen.filter((one) => one.userId !== userId).slice(0, MOST_RELATED)) {
      const known = related.get(id);
      // The range in which fewest accounts are says most.
      const isRarer = 'range' in common && (known?.network == null || seen.length < known.accounts);
      related.set(id, {
        seenAt: Math.max(at.getTime(), known?.seenAt ?? 0),
        sameDevice: 'device' in common || (known?.sameDevice ?? false),
        network: isRarer ? rangeText(common.range) : (known?.network ?? null),
        accounts: isRarer ? seen.length : (known?.accounts ?? seen.length),
      });
    }
  };
  for (const seen of ofDevices) add(seen, { device: true });
  for (const [n, seen] of ofRanges.entries()) add(seen, { range: ranges[n]! });
  const people = await peopleOf(context, [...related.keys()]);
  return {
    origins: { devices, ranges: ranges.map(rangeText).filter((range) => !inner.meets(range)) },
    related: [...related]
      .flatMap(([id, one]) => {
        const person = people.get(id);
        return person === undefined ? [] : [{ ...person, ...one }];
      })
      .toSorted((a, b) => Number(b.sameDevice) - Number(a.sameDevice) || b.seenAt - a.seenAt),
  };
}

/** Counts the accounts of an address range or a device in the last days, and lists the last seen ones. */
export async function countAccounts(
  context: Sightings & Pick<AuthContext, 'users' | 'now'>,
  { of, value }: SanctionOrigin,
): Promise<RouteReply<Routes['countAccounts']>> {
  const since = new Date(context.now() - ORIGIN_USE_DAYS * DAY_MS);
  const origin = of === 'device' ? { device: value } : { range: prefixRange(relatedBeginning(value) ?? '') };
  const seen = await accountsOf(context, { ...origin, at: { $gt: since } });
  const shown = seen.slice(0, MOST_RELATED);
  const people = await peopleOf(
    context,
    shown.map(({ userId }) => userId),
  );
  const guests = seen.filter(({ isGuest }) => isGuest).length;
  return {
    ...{ guests, members: seen.length - guests },
    accounts: shown.flatMap(({ userId, at }) => {
      const person = people.get(userId);
      return person === undefined ? [] : [{ ...person, seenAt: at.getTime() }];
    }),
  };
}
