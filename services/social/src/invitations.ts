import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG, storedJson } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** All keys of a user share one hash slot. */
function keysOf(userId: string) {
  return { invite: `{user:${userId}}:invite`, redirect: `{user:${userId}}:redirect` };
}

/** Returns 0 if an invitation of another sender is pending. `json`: the invitation. */
const OFFER = defineScript<{ fromId: string; json: string; lifeMs: number }>()({
  name: 'offerInvite',
  keys: ['invite'],
  lua: `
    local waiting = redis.call('GET', invite)
    if waiting and cjson.decode(waiting).from ~= arg.fromId then return 0 end
    redis.call('SET', invite, arg.json, 'PX', arg.lifeMs)
    return 1
  `,
  reply: FLAG,
});

/** Removes and returns the invitation of this sender, or any; nil if there is none. */
const TAKE = defineScript<{ fromId?: string | undefined }>()({
  name: 'takeInvite',
  keys: ['invite'],
  lua: `
    local waiting = redis.call('GET', invite)
    if not waiting or (arg.fromId and cjson.decode(waiting).from ~= arg.fromId) then return nil end
    redis.call('DEL', invite)
    return waiting
  `,
  reply: storedJson<GameInvite>(),
});

const ARRIVE = defineScript<{ roomId: string }>()({
  name: 'arriveInRoom',
  keys: ['redirect'],
  lua: `if redis.call('GET', redirect) == arg.roomId then redis.call('DEL', redirect) end`,
  reply: z.null(),
});

/** Pending for a user: an invitation, and the room of an accepted one. */
export interface Waiting {
  invite: GameInvite | null;
  redirect: string | null;
}

/**
 * Invitations and their results, each stored for INVITE_LIFE. Every method rejects while Redis is
 * unavailable.
 */
export interface Invitations {
  /**
   * Stores an invitation and replaces the sender's last one. Returns false if one of another sender is
   * pending.
   */
  offer(toId: string, invite: GameInvite): Promise<boolean>;
  /** Removes and returns the invitation, only of `fromId` if given. One caller gets it. */
  take(toId: string, fromId?: string): Promise<GameInvite | null>;
  /** Directs the user to this room. */
  lead(userId: string, roomId: string): Promise<void>;
  /** Ends the direction to this room: the user has arrived. */
  arrive(userId: string, roomId: string): Promise<void>;
  waiting(userId: string): Promise<Waiting>;
}

export function createInvitations(redis: RedisClient): Invitations {
  return {
    offer(toId, invite) {
      const json = JSON.stringify(invite);
      return OFFER(redis, keysOf(toId), { fromId: invite.from, json, lifeMs: INVITE_LIFE });
    },
    take: (toId, fromId) => TAKE(redis, keysOf(toId), { fromId }),
    async lead(userId, roomId) {
      await redis.set(keysOf(userId).redirect, roomId, 'PX', INVITE_LIFE);
    },
    async arrive(userId, roomId) {
      await ARRIVE(redis, keysOf(userId), { roomId });
    },
    async waiting(userId) {
      const { invite, redirect } = keysOf(userId);
      const [waiting = null, roomId = null] = await redis.mget(invite, redirect);
      return { invite: storedJson<GameInvite>().parse(waiting), redirect: roomId };
    },
  };
}
