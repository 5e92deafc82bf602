import type { GameInvite } from '@doushouqi/protocol';
import type { SocialContext } from '../context.ts';
import { roomOfPath, roomPath } from '../room-path.ts';

type Parts = Pick<SocialContext, 'online' | 'invitations' | 'tellFriends'>;

/**
 * A window of the user shows this page. Called more often than everything else together, so it asks Redis alone, for
 * all at once, and what friends see is told only when it changed.
 */
export async function heartbeat(
  { online, invitations, tellFriends }: Parts,
  userId: string,
  currentPath: string,
): Promise<{ gameInvite: GameInvite | null; redirect: string | null }> {
  const roomId = roomOfPath(currentPath);
  const [changed, { invite, redirect }] = await Promise.all([
    online.beat(userId, roomId),
    invitations.waiting(userId),
  ]);
  if (changed) tellFriends(userId);
  if (redirect === null || redirect !== roomId) {
    return { gameInvite: invite, redirect: redirect === null ? null : roomPath(redirect) };
  }
  await invitations.arrive(userId, redirect);
  return { gameInvite: invite, redirect: null };
}

/** The user entered a room, or left the one that he was in. */
export async function enterRoom(
  { online, invitations, tellFriends }: Parts,
  userId: string,
  roomId: string | null,
): Promise<void> {
  const [changed] = await Promise.all([
    online.enter(userId, roomId),
    roomId === null ? undefined : invitations.arrive(userId, roomId),
  ]);
  if (changed) tellFriends(userId);
}
