import type { Access, AccessChange, Way } from '@doushouqi/protocol';
import { errorOf, type VerifiedToken } from '@doushouqi/service-kit';
import type { PasskeyRecord } from '../access-models.ts';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import type { PlaceOf } from '../places.ts';
import {
  codesWay,
  deviceWayId,
  emailWay,
  isFresh,
  isRecent,
  isSuspended,
  maskEmail,
  passkeyWay,
  pendingReview,
  waysOf,
} from '../policies/access.ts';
import type { Origin } from '../policies/origin.ts';
import { MOST_CHANGES, type Noting, noteChanges } from './access-changes.ts';
import { namesOf } from './access-events.ts';
import { endListed, validSessions } from './devices.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

type Parts = Pick<AuthContext, 'users' | 'passkeys' | 'devices' | 'now'>;
type Sessions = Awaited<ReturnType<typeof validSessions>>;

/** Everything that opens an account. */
interface Opening {
  user: UserRecord;
  passkeys: Omit<PasskeyRecord, 'publicKey'>[];
  sessions: Sessions;
}

async function load(context: Parts, session: VerifiedToken): Promise<Opening> {
  const { userId } = session;
  const user = await context.users.findById(userId).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const passkeys = await context.passkeys.find({ userId }, { publicKey: 0 }).sort({ since: 1 }).lean();
  return { user, passkeys, sessions: await validSessions(context, user, session) };
}

/** Presents the ways into an account. `now` in epoch ms. Pure. */
function presentWays({ user, passkeys, sessions }: Opening, placeOf: PlaceOf, now: number): Way[] {
  const { createdAt, email, emailAddition, recoveryHashes, codesAddition, accessReview } = user;
  const common = (at: Date, network: string | null | undefined) => ({
    at: at.getTime(),
    network: network ?? null,
    place: placeOf(network ?? null),
    isRecent: isRecent(at, user, now),
    isThis: false,
  });
  const codesLeft = recoveryHashes?.length ?? 0;
  const codes = {
    ...common(codesAddition?.at ?? createdAt, codesAddition?.network),
    id: 'codes',
    kind: 'codes',
    name: '',
    codesLeft,
    isSuspended: isSuspended(codesWay(user), accessReview),
  } as const;
  const address = email !== undefined && {
    ...common(emailAddition?.at ?? createdAt, emailAddition?.network),
    id: 'email',
    kind: 'email' as const,
    name: maskEmail(email),
    isSuspended: isSuspended(emailWay(user), accessReview),
  };
  return [
    ...(codesLeft > 0 ? [codes] : []),
    ...(address ? [address] : []),
    ...passkeys.map((passkey) => ({
      ...common(passkey.since, passkey.network),
      id: passkeyWay(passkey).id,
      kind: 'passkey' as const,
      name: passkey.name,
      isSuspended: isSuspended(passkeyWay(passkey), accessReview),
    })),
    ...sessions.map(({ _id, name, since, seenAt, network, isThis }) => ({
      ...common(since, network),
      id: deviceWayId(_id),
      kind: 'device' as const,
      name,
      seenAt: seenAt.getTime(),
      isSuspended: false,
      isThis,
    })),
  ];
}

/** Returns what opens the account of a session, the pending review, and the latest changes. */
export async function getAccess(
  context: Parts & Pick<AuthContext, 'accessChanges' | 'places'>,
  session: VerifiedToken,
): Promise<Access> {
  const { accessChanges, now } = context;
  const { userId, sessionId } = session;
  const opening = await load(context, session);
  const placeOf = await context.places();
  const review = pendingReview(opening.user, opening.passkeys);
  const changes = await accessChanges
    .find({ userId, expiresAt: { $gt: new Date(now()) } })
    .sort({ at: -1 })
    .limit(MOST_CHANGES)
    .lean();
  return {
    ways: presentWays(opening, placeOf, now()),
    review: review && { reason: review.reason, at: review.at.getTime() },
    changes: changes.map(({ what, at, device, network, sessionId: by }) => ({
      what,
      at: at.getTime(),
      device,
      network,
      place: placeOf(network),
      isThis: by === sessionId,
    })),
  };
}

/** Throws PASSWORD_REQUIRED if the session is not fresh and has no password, and as `withPassword`. */
async function authorize(
  context: PasswordContext & Pick<AuthContext, 'now'>,
  { userId, issuedAt }: VerifiedToken,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (password !== undefined) await withPassword(context, userId, password, address, async () => undefined);
  else if (!isFresh(issuedAt, context.now())) throw errorOf('PASSWORD_REQUIRED');
}

function changesOf(ended: ReadonlySet<string>): AccessChange['what'][] {
  return [...ended].map((id) =>
    id === 'codes' ? 'codes-removed' : id === 'email' ? 'email-removed' : 'passkey-removed',
  );
}

/**
 * Ends every way into the account that `keep` does not name, except the calling session and the password, and every link;
 * suspended ones that it names work again. Returns the number of ended ways. A repetition ends nothing more. Throws as
 * `authorize`, and PASSWORD_CHANGED if an event was faster.
 */
export async function reviewAccess(
  context: Parts &
    PasswordContext &
    Noting &
    Pick<AuthContext, 'mailLinks' | 'challenges' | 'sessions' | 'notifier'>,
  session: VerifiedToken,
  { keep, password }: { keep: readonly string[]; password?: string | undefined },
  address: string,
  origin: Origin,
): Promise<number> {
  const { users, mailLinks, challenges } = context;
  const { userId } = session;
  await authorize(context, session, password, address);
  const { user, passkeys, sessions } = await load(context, session);
  const kept = new Set(keep);
  const ended = new Set(
    waysOf(user, passkeys)
      .map(({ id }) => id)
      .filter((id) => !kept.has(id)),
  );
  await mailLinks.deleteMany({ userId });
  await challenges.deleteMany({ userId });
  const endedPasskeys = passkeys.filter((passkey) => ended.has(passkeyWay(passkey).id));
  await context.passkeys.deleteMany({ _id: { $in: endedPasskeys.map(({ _id }) => _id) }, userId });
  const { matchedCount } = await users.updateOne(
    { _id: userId, passwordUpdatedAt: user.passwordUpdatedAt },
    {
      $unset: {
        accessReview: 1,
        ...(ended.has('codes') && { recoveryHashes: 1, codesAddition: 1 }),
        ...(ended.has('email') && { email: 1, emailAddition: 1 }),
      },
    },
  );
  if (matchedCount === 0) throw errorOf('PASSWORD_CHANGED');
  const others = sessions.filter(({ _id, isThis }) => !isThis && !kept.has(deviceWayId(_id)));
  for (const other of others) await endListed(context, other);
  const names = namesOf(user, passkeys, ended);
  if (ended.size > 0)
    await noteChanges(context, user, changesOf(ended), { kind: 'review', ended: names }, origin);
  return ended.size + others.length;
}
