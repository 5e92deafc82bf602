import type { Notice } from '@doushouqi/protocol';
import type { Redis } from 'ioredis';

/**
 * Personal events on their way from a service to the realtime nodes (design §5): each user has a sharded channel, to
 * which a node subscribes while it holds a connection of theirs, and the lobby has one for all who watch it. So a
 * notice reaches only the nodes that it concerns, as a room's commits do; nothing is kept for who is not there.
 */

/** Beside what users are told, what only nodes need to know. */
export type NodeNotice =
  | Notice
  /** Sessions of the user with a token issued before `before` (epoch ms) are over. */
  | { event: 'endSessions'; payload: { before: number } };

const [BEFORE, AFTER] = ['{user:', '}:notices'] as const;
/** The channel of one user. */
export const userChannel = (userId: string): string => BEFORE + userId + AFTER;
export const LOBBY_CHANNEL = '{lobby}:notices';
/** The user of a channel made by `userChannel`, or null for another channel; asked for every message of a node. */
export const userOfChannel = (channel: string): string | null =>
  channel.startsWith(BEFORE) && channel.endsWith(AFTER) ? channel.slice(BEFORE.length, -AFTER.length) : null;

/** Tells people something at once. Each resolves when Redis has it, and rejects while Redis is away. */
export interface Notifier {
  tell(userIds: readonly string[], notice: NodeNotice): Promise<void>;
  tellLobby(notice: Notice): Promise<void>;
}

export const createNotifier = (redis: Redis): Notifier => ({
  async tell(userIds, notice) {
    const text = JSON.stringify(notice);
    await Promise.all(userIds.map((userId) => redis.spublish(userChannel(userId), text)));
  },
  async tellLobby(notice) {
    await redis.spublish(LOBBY_CHANNEL, JSON.stringify(notice));
  },
});

/** The notice of a message on one of these channels: nobody but `createNotifier` writes there. */
export const parseNotice = (message: string): NodeNotice => JSON.parse(message) as NodeNotice;
