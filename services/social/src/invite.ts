import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import { fetchProfile } from './people.ts';
import { assertFriends } from './relations.ts';

type Parts = Pick<
  SocialContext,
  'friendships' | 'blocks' | 'online' | 'invitations' | 'fetchProfiles' | 'notify' | 'pushNotifications'
>;

interface Invitation {
  userId: string;
  friendId: string;
  roomId: string;
  requestId: string;
}

/**
 * Invites a friend, by an event and every heartbeat for one minute or until the reply. Throws NOT_YOURSELF,
 * NOT_FRIENDS, YOU_BLOCKED, FRIEND_OFFLINE, and INVITE_PENDING while another user's invitation is pending.
 */
export async function inviteFriend(
  context: Parts,
  { userId, friendId, roomId, requestId }: Invitation,
  now: number,
): Promise<void> {
  const { online, invitations, fetchProfiles, notify, pushNotifications } = context;
  await assertFriends(context, userId, friendId);
  if (!(await online.of([friendId])).get(friendId)?.online) throw errorOf('FRIEND_OFFLINE');
  const { nickname, avatar } = await fetchProfile(fetchProfiles, userId, requestId);
  const invite: GameInvite = { from: userId, nickname, avatar, roomId, expiresAt: now + INVITE_LIFE };
  if (!(await invitations.offer(friendId, invite))) throw errorOf('INVITE_PENDING');
  try {
    // Checked again: a friendship that ended meanwhile did not remove this invitation.
    await assertFriends(context, userId, friendId);
  } catch (error) {
    await invitations.take(friendId, userId);
    throw error;
  }
  notify([friendId], { event: 'gameInvite', payload: invite });
  pushNotifications.send({ kind: 'invitation', userId: friendId, roomId, fromId: userId });
}

/**
 * Accepts or declines the pending invitation and returns its room. Notifies the sender, and directs the
 * sender there if accepted. Throws NO_INVITE, also if another window was faster.
 */
export async function answerInvite(
  { invitations, fetchProfiles, notify }: Parts,
  answer: {
    userId: string;
    accept: boolean;
    fromId: string | undefined;
    isFull: true | undefined;
    requestId: string;
  },
): Promise<string> {
  const { userId, accept, fromId, isFull, requestId } = answer;
  // Before the removal: without auth the invitation stays pending.
  const { nickname } = await fetchProfile(fetchProfiles, userId, requestId);
  const invite = await invitations.take(userId, fromId);
  if (invite === null) throw errorOf('NO_INVITE');
  const { from, roomId } = invite;
  if (accept) await invitations.lead(from, roomId);
  const payload = { by: userId, nickname, accept, roomId, ...(!accept && isFull && { isFull }) };
  notify([from], { event: 'inviteAnswered', payload });
  return roomId;
}
