import type { RouteReply, Routes } from '@doushouqi/protocol';
import type { AuthContext } from '../context.ts';

/**
 * Counts accounts that began at `since` (epoch ms) or later: those that are guests, and those that are members, among them
 * guests who have registered. Returns also what the file of the operators allows strangers.
 */
export async function countNewcomers(
  { users, accessFile }: Pick<AuthContext, 'users' | 'accessFile'>,
  since: number,
): Promise<RouteReply<Routes['countNewcomers']>> {
  const createdAt = { $gte: new Date(since) };
  const [guests, all, { registration, guests: mayEnter }] = await Promise.all([
    users.countDocuments({ createdAt, guestSeenAt: { $ne: null } }),
    users.countDocuments({ createdAt }),
    accessFile(),
  ]);
  return { guests, registrations: all - guests, file: { registration, guests: mayEnter } };
}
