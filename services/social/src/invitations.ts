import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG, storedJson } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** All keys of a user share one hash slot. */
function keysOf(userId: string) {
  return { invite: `{user:${userId}}:invite`, redirect: `{user:${userId}}:redirect` };
}

/** Returns 0 where another sender's invitation waits. `json`: the invitation. */
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

/** Removes the invitation, by this sender or by any, and returns it; nil where there is none. */
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

/** What waits for a user: an invitation to answer, and the room to go to because a friend accepted one. */
export interface Waiting {
  invite: GameInvite | null;
  redirect: string | null;
}

/** Invitations and their outcome, each for INVITE_LIFE. Every method rejects while Redis is away. */
export interface Invitations {
  /** False where somebody else's invitation waits; the sender's own is replaced. */
  offer(toId: string, invite: GameInvite): Promise<boolean>;
  /** Takes what waits, if it is by `fromId` where that is given: one caller gets it. */
  take(toId: string, fromId?: string): Promise<GameInvite | null>;
  /** The user is to go to this room. */
  lead(userId: string, roomId: string): Promise<void>;
  /** The user is in this room, so nobody needs to lead there any more. */
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
