import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';
import type { RedisClient } from '@doushouqi/service-kit';

/** All keys of a user share one hash slot. */
function inviteOf(userId: string): string {
  return `{user:${userId}}:invite`;
}
function redirectOf(userId: string): string {
  return `{user:${userId}}:redirect`;
}

/** KEYS 1 invite · ARGV 1 sender, 2 invitation (JSON), 3 its life (ms). Returns 0 where another sender's waits. */
const OFFER = `
local waiting = redis.call('GET', KEYS[1])
if waiting and cjson.decode(waiting).from ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
`;

/** KEYS 1 invite · ARGV 1 sender, or nothing for any. Returns the invitation, which is gone then, or nil. */
const TAKE = `
local waiting = redis.call('GET', KEYS[1])
if not waiting or (ARGV[1] ~= '' and cjson.decode(waiting).from ~= ARGV[1]) then return false end
redis.call('DEL', KEYS[1])
return waiting
`;

/** KEYS 1 redirect · ARGV 1 room. */
const ARRIVE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`;

interface Scripts {
  offerInvite(key: string, fromId: string, invite: string, life: number): Promise<number>;
  takeInvite(key: string, fromId: string): Promise<string | null>;
  arriveInRoom(key: string, roomId: string): Promise<null>;
}

function define(redis: RedisClient): Scripts {
  redis.defineCommand('offerInvite', { numberOfKeys: 1, lua: OFFER });
  redis.defineCommand('takeInvite', { numberOfKeys: 1, lua: TAKE });
  redis.defineCommand('arriveInRoom', { numberOfKeys: 1, lua: ARRIVE });
  return redis as unknown as Scripts;
}

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

/** Nobody but this module writes it. */
function parse(invite: string | null | undefined): GameInvite | null {
  return invite ? (JSON.parse(invite) as GameInvite) : null;
}

export function createInvitations(redis: RedisClient): Invitations {
  const scripts = define(redis);
  return {
    async offer(toId, invite) {
      return (
        (await scripts.offerInvite(inviteOf(toId), invite.from, JSON.stringify(invite), INVITE_LIFE)) === 1
      );
    },
    async take(toId, fromId = '') {
      return parse(await scripts.takeInvite(inviteOf(toId), fromId));
    },
    async lead(userId, roomId) {
      await redis.set(redirectOf(userId), roomId, 'PX', INVITE_LIFE);
    },
    async arrive(userId, roomId) {
      await scripts.arriveInRoom(redirectOf(userId), roomId);
    },
    async waiting(userId) {
      const [invite, redirect] = await redis.mget(inviteOf(userId), redirectOf(userId));
      return { invite: parse(invite), redirect: redirect ?? null };
    },
  };
}
