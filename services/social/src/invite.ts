import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import { fetchProfile } from './people.ts';
import { assertFriends } from './relations.ts';

type Parts = Pick<
  SocialContext,
  'friendships' | 'blocks' | 'online' | 'invitations' | 'fetchProfiles' | 'tell'
>;

interface Invitation {
  userId: string;
  friendId: string;
  roomId: string;
  requestId: string;
}

/**
 * Invites a friend, who hears it at once and by every heartbeat until it is answered or a minute has passed. Throws
 * NOT_YOURSELF, NOT_FRIENDS, YOU_BLOCKED, FRIEND_OFFLINE, and INVITE_PENDING while somebody else's waits.
 */
export async function inviteFriend(
  context: Parts,
  { userId, friendId, roomId, requestId }: Invitation,
  now: number,
): Promise<void> {
  const { online, invitations, fetchProfiles, tell } = context;
  await assertFriends(context, userId, friendId);
  if (!(await online.of([friendId])).get(friendId)?.online) throw errorOf('FRIEND_OFFLINE');
  const { nickname, avatar } = await fetchProfile(fetchProfiles, userId, requestId);
  const invite: GameInvite = { from: userId, nickname, avatar, roomId, expiresAt: now + INVITE_LIFE };
  if (!(await invitations.offer(friendId, invite))) throw errorOf('INVITE_PENDING');
  try {
    // Again, as a friendship that ended meanwhile took no invitation with it.
    await assertFriends(context, userId, friendId);
  } catch (error) {
    await invitations.take(friendId, userId);
    throw error;
  }
  tell([friendId], { event: 'gameInvite', payload: invite });
}

/**
 * Answers the invitation that waits and returns its room; who invited hears it, and is led there if it was accepted.
 * Throws NO_INVITE, also when another window was faster.
 */
export async function answerInvite(
  { invitations, fetchProfiles, tell }: Parts,
  answer: { userId: string; accept: boolean; fromId: string | undefined; requestId: string },
): Promise<string> {
  const { userId, accept, fromId, requestId } = answer;
  // Before the invitation is gone: without auth it goes on waiting.
  const { nickname } = await fetchProfile(fetchProfiles, userId, requestId);
  const invite = await invitations.take(userId, fromId);
  if (invite === null) throw errorOf('NO_INVITE');
  const { from, roomId } = invite;
  if (accept) await invitations.lead(from, roomId);
  tell([from], { event: 'inviteAnswered', payload: { by: userId, nickname, accept, roomId } });
  return roomId;
}
