import { randomUUID } from 'node:crypto';
import type { RouteReply, Routes, StaffRole } from '@doushouqi/protocol';
import { STAFF_ROLES } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { officeOf } from '../models.ts';
import { endConsoles } from './console.ts';
import type { EndingDevices } from './devices.ts';
import { invite } from './factors.ts';
import { presentPublicUser } from './people.ts';

/** Most moderators and operators that the list shows. */
const MOST_LISTED = 200;

/** Lists moderators and operators. */
export async function listStaff({
  users,
  factors,
}: Pick<AuthContext, 'users' | 'factors'>): Promise<RouteReply<Routes['listStaff']>> {
  const staff = await users
    .find({ role: { $in: STAFF_ROLES } })
    .sort({ _id: 1 })
    .limit(MOST_LISTED)
    .lean();
  const ids = staff.map(({ _id }) => _id.toString());
  const ready = await factors.find({ _id: { $in: ids }, secret: { $ne: null } }, { _id: 1 }).lean();
  const holders = new Set(ready.map(({ _id }) => _id));
  return staff.flatMap((user) => {
    const role = officeOf(user);
    const person = presentPublicUser(user);
    return role === null
      ? []
      : [{ person, username: user.username, role, hasFactor: holders.has(person._id) }];
  });
}

const DEEDS = { operator: '任命为管理员', moderator: '任命为值守' } as const satisfies Record<
  StaffRole,
  string
>;
const DISMISSAL = '解除职务';

/**
 * Gives a member an office, and returns the invitation to a second factor, which replaces the former one; with `role` null
 * ends the office. Ends all sessions of the console of the member. It is logged before it has an effect. A repetition
 * replaces the invitation. Throws NOT_YOUR_OWN, USER_NOT_FOUND for guests, bots and accounts that are being deleted, and
 * UNAVAILABLE without the log.
 */
export async function appointStaff(
  context: EndingDevices & Pick<AuthContext, 'users' | 'factors' | 'moderation'>,
  byId: string,
  { userId, role, reason }: { userId: string; role: StaffRole | null; reason: string },
): Promise<{ invitation: string | null }> {
  const { users, factors, moderation } = context;
  if (userId === byId) throw errorOf('NOT_YOUR_OWN');
  const member = { _id: userId, passwordHash: { $exists: true }, deletesAt: null, deletedAt: null };
  const user = await users.findOne(role === null ? { _id: userId } : member).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  if (role !== null || officeOf(user) !== null) {
    const what = role === null ? DISMISSAL : DEEDS[role];
    await moderation.addToLog({ id: randomUUID(), byId, what, userId, reason });
  }
  if (role === null)
    await users.updateOne({ _id: userId, role: { $in: STAFF_ROLES } }, { $unset: { role: 1 } });
  else if ((await users.updateOne(member, { role })).matchedCount === 0) throw errorOf('USER_NOT_FOUND');
  // The office comes first: a session that begins meanwhile is refused, or is found and ended.
  const invitation = role === null ? null : await invite(context, userId);
  if (role === null) await factors.deleteOne({ _id: userId });
  await endConsoles(context, userId);
  return { invitation };
}
