import type { Online } from '@doushouqi/presence';
import { type GameInvite, roomId } from '@doushouqi/protocol';
import { type Logger, type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import type { SocialNotifier } from './notifier.ts';

const ROOM_PATH = /^\/play\/room\/([^/?#]+)\/?(?:[?#]|$)/;

/** Where a room is shown. */
export function roomPath(id: string): string {
  return `/play/room/${id}`;
}

/** The room that a page of the web shows, or null for a page without one. */
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
 * A window of the user shows this page. Called more often than everything else together, so it asks Redis alone, for
 * all at once, and what friends see is told only when it changed.
 */
export async function heartbeat(
  { online, invitations, notifyFriendsOf }: Parts,
  userId: string,
  currentPath: string,
): Promise<{ gameInvite: GameInvite | null; redirect: string | null }> {
  const roomId = roomOfPath(currentPath);
  const [changed, { invite, redirect }] = await Promise.all([
    online.beat(userId, roomId),
    invitations.waiting(userId),
  ]);
  if (changed) notifyFriendsOf(userId);
  if (redirect === null || redirect !== roomId) {
    return { gameInvite: invite, redirect: redirect === null ? null : roomPath(redirect) };
  }
  await invitations.arrive(userId, redirect);
  return { gameInvite: invite, redirect: null };
}

/** The user entered a room, or left the one that he was in. */
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

/** Those who go offline within this time are told of together. Milliseconds. */
const LOOK_MS = 1_000;

/** Tells the friends of those who went offline: nobody says that he is going, so they are looked for. */
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
      // A look that waits for a Redis that is away would be told of as a failure each time.
      if (redis.status !== 'ready') return;
      const { userIds, nextInMs } = await online.departed();
      for (const userId of userIds) notifyFriendsOf(userId);
      restMs = Math.max(LOOK_MS, nextInMs);
    },
    (error) => logger.warn({ err: error }, 'could not look for who went offline'),
  );
}
