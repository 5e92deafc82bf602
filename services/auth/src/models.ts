import { type AccountRole, DEFAULT_AVATAR, DEFAULT_THEME } from '@doushouqi/protocol';
import { ACCOUNT_ROLES, access, STAFF_ROLES, type StaffRole } from '@doushouqi/protocol/server';
import {
  type DocumentOf,
  defineCollection,
  type ModelsOf,
  openCollections,
  retryUpsert,
  skeletonOf,
} from '@doushouqi/service-kit';
import { type Connection, Types } from 'mongoose';
import { z } from 'zod';
import { ACCESS_COLLECTIONS } from './access-models.ts';
import { namePartsOf, searchKey } from './policies/names.ts';

const objectId = z.instanceof(Types.ObjectId);
/** Time and origin of a way in; `network`: address range, null if unknown. */
const addition = z.object({ at: z.date(), device: z.string(), network: z.string().nullable() });

const COLLECTIONS = {
  /** Accounts. */
  users: defineCollection(
    'users',
    z.object({
      _id: objectId.default(() => new Types.ObjectId()),
      /** Empty for guests. */
      username: z.string().default(''),
      /** Unique key: the username in lower case, or the key of a guest (`guestKey`) or of a deleted account. */
      usernameLower: z.string(),
      nickname: z.string(),
      nicknameChangedAt: z.date().exactOptional(),
      /** Oldest first. The account also holds the claim of the last one, so that no other user takes it. */
      formerNicknames: z.array(z.object({ nickname: z.string(), until: z.date() })).exactOptional(),
      /** Skeletons of nicknames that operators removed: the account holds them, so that no user takes them. */
      removedNicknames: z.array(z.string()).exactOptional(),
      /** `searchKey(nickname)`; absent for guests. */
      nicknameLower: z.string().exactOptional(),
      /** `namePartsOf(username, nickname)`; empty for guests, who cannot be found. */
      nameParts: z.array(z.string()),
      /** Absent for guests. */
      passwordHash: z.string().exactOptional(),
      /** Verified address. */
      email: z.string().exactOptional(),
      /** Absent for an address of an older version. */
      emailAddition: addition.exactOptional(),
      /** Hashes of unused recovery codes (`policies/recovery.ts`). */
      recoveryHashes: z.array(z.string()).exactOptional(),
      /** Absent for codes of an older version, or of the registration of a guest. */
      codesAddition: addition.exactOptional(),
      /** The owner has not stored the codes yet: their reply may be lost. */
      codesUnseen: z.literal(true).exactOptional(),
      /** The latest event that suspended ways in, until the owner has reviewed them. */
      accessReview: z
        .object({
          reason: access.shape.review.unwrap().shape.reason,
          at: z.date(),
          since: z.date(),
          earlier: z.array(z.string()),
          keep: z.array(z.string()),
        })
        .exactOptional(),
      /** Passkeys that were ever added: each addition writes it, so that two at once do not both count the same ten. */
      passkeysAdded: z.number().exactOptional(),
      avatar: z.string().default(DEFAULT_AVATAR),
      settings: z.object({ theme: z.string() }).default({ theme: DEFAULT_THEME }),
      /** Absent for guests, players, and bots of 1.0: see `roleOf` and `officeOf`. */
      role: z.enum(ACCOUNT_ROLES).exactOptional(),
      /** The mark of a bot in 1.0. */
      isBot: z.literal(true).exactOptional(),
      /** Time of the last password change or logout of all other devices. Redis mirrors it to end older sessions. */
      passwordUpdatedAt: z.date(),
      createdAt: z.date(),
      /** Of an account that began as a guest: when it was registered. */
      memberSince: z.date().exactOptional(),
      /** The owner asked for the deletion at this time. */
      deletesAt: z.date().exactOptional(),
      /** The deletion began at this time. Once it is complete, only the id is left. */
      deletedAt: z.date().exactOptional(),
      /** The member who logged in on the device of this guest and took the games along. */
      mergedInto: z.string().exactOptional(),
      /** Last activity of a guest; absent for members. */
      guestSeenAt: z.date().exactOptional(),
    }),
    [
      [{ usernameLower: 1 }, { unique: true }],
      [{ nicknameLower: 1 }],
      [{ nameParts: 1 }],
      [{ 'formerNicknames.nickname': 1 }],
      [{ role: 1 }],
      [{ createdAt: 1 }],
      [{ passwordUpdatedAt: 1 }],
      [{ guestSeenAt: 1 }],
      [{ deletesAt: 1 }],
    ],
  ),
  /**
   * Owners of all nicknames of one skeleton (`skeletonOf(nickname)`). The unique key decides between concurrent
   * registrations. `at`: time of the claim.
   */
  nicknames: defineCollection('nicknames', z.object({ _id: z.string(), userId: objectId, at: z.date() })),
  ...ACCESS_COLLECTIONS,
};

export type AuthModels = ModelsOf<typeof COLLECTIONS>;
/** A stored account. */
export type UserRecord = DocumentOf<typeof COLLECTIONS.users>;

/** Returns the office of an account in the console, or null. */
export function officeOf({ role }: Pick<UserRecord, 'role'>): StaffRole | null {
  return STAFF_ROLES.find((one) => one === role) ?? null;
}

/**
 * Returns the role of an account on the site, where staff are players. A guest is one while `guestSeenAt` is set:
 * registration removes only that.
 */
export function roleOf(user: Pick<UserRecord, 'role' | 'isBot' | 'guestSeenAt'>): AccountRole {
  if (user.guestSeenAt != null) return 'guest';
  if (officeOf(user) !== null) return 'player';
  return user.role ?? (user.isBot ? 'bot' : 'player');
}

/** Returns since when an account is a member, epoch ms; undefined for guests. */
export function memberSinceOf(
  user: Pick<UserRecord, 'role' | 'isBot' | 'guestSeenAt' | 'memberSince' | 'createdAt'>,
): number | undefined {
  return roleOf(user) === 'guest' ? undefined : (user.memberSince ?? user.createdAt).getTime();
}

/** Adds the search fields and the nickname claim to accounts of older versions. */
async function completeNames({ users, nicknames }: AuthModels): Promise<void> {
  const old = users.find({ nameParts: null }, { username: 1, nickname: 1, createdAt: 1 }).lean();
  for await (const { _id, username, nickname, createdAt } of old.cursor()) {
    // The first account of a skeleton owns it; others stay unchanged.
    const claim = { userId: _id, at: createdAt };
    await retryUpsert(() =>
      nicknames.updateOne({ _id: skeletonOf(nickname) }, { $setOnInsert: claim }, { upsert: true }),
    );
    await users.updateOne(
      { _id, nickname },
      { nicknameLower: searchKey(nickname), nameParts: namePartsOf(username, nickname) },
    );
  }
}

/** Opens the collections of a connection, with complete fields and indexes. */
export async function openModels(connection: Connection): Promise<AuthModels> {
  const models = await openCollections(connection, COLLECTIONS);
  await completeNames(models);
  return models;
}
