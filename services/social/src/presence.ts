import { type GameInvite, roomId } from '@doushouqi/protocol';
import type { Online } from '@doushouqi/room-core/presence';
import { type Logger, type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import type { SocialNotifier } from './notifier.ts';

const ROOM_PATH = /^\/play\/room\/([^/?#]+)\/?(?:[?#]|$)/;

/** Returns the path of a room's page. */
export function roomPath(id: string): string {
  return `/play/room/${id}`;
}

/** Returns the room of a page, or null. */
export function roomOfPath(path: string): string | null {
  const encoded = ROOM_PATH.exec(path)?.[1];
  if (encoded === undefined) return null;
  try {
    return roomId.safeParse(decodeURIComponent(encoded)).data ?? null;
  } catch {
    return null;
  }
}

type Parts = Pick<SocialContext, 'online' | 'invitations' | 'notifyFriendsOf'>;

/**
 * Records the page of a window. The most frequent call, so it uses one Redis call, and friends are notified
 * only of changes.
 */
export async function heartbeat(
  { online, invitations, notifyFriendsOf }: Parts,
  userId: string,
  currentPath: string,
  isVisible: boolean,
): Promise<{ gameInvite: GameInvite | null; redirect: string | null }> {
  const roomId = roomOfPath(currentPath);
  const [changed, { invite, redirect }] = await Promise.all([
    online.beat(userId, roomId, isVisible),
    invitations.waiting(userId),
  ]);
  if (changed) notifyFriendsOf(userId);
  if (redirect === null || redirect !== roomId) {
    return { gameInvite: invite, redirect: redirect === null ? null : roomPath(redirect) };
  }
  await invitations.arrive(userId, redirect);
  return { gameInvite: invite, redirect: null };
}

/** Records the room of the user; null for none. */
export async function enterRoom(
  { online, invitations, notifyFriendsOf }: Parts,
  userId: string,
  roomId: string | null,
): Promise<void> {
  const [changed] = await Promise.all([
    online.enter(userId, roomId),
    roomId === null ? undefined : invitations.arrive(userId, roomId),
  ]);
  if (changed) notifyFriendsOf(userId);
}

/** Interval of the check for offline users. Milliseconds. */
const LOOK_MS = 1_000;

/** Notifies friends of users who went offline, which is found by polling. */
export function watchDepartures(options: {
  redis: Pick<RedisClient, 'status'>;
  online: Pick<Online, 'departed'>;
  notifyFriendsOf: SocialNotifier['notifyFriendsOf'];
  logger: Logger;
}): Repeated {
  const { redis, online, notifyFriendsOf, logger } = options;
  let restMs = LOOK_MS;
  return repeat(
    () => restMs,
    async () => {
      restMs = LOOK_MS;
      // A check during an outage of Redis would log a failure each time.
      if (redis.status !== 'ready') return;
      const { userIds, nextInMs } = await online.departed();
      for (const userId of userIds) notifyFriendsOf(userId);
      restMs = Math.max(LOOK_MS, nextInMs);
    },
    (error) => logger.warn({ err: error }, 'could not look for who went offline'),
  );
}
