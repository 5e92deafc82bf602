import { DAY_MS, DAYS_PER_MOVE, gamesPerUser } from '@doushouqi/protocol';
import { type Room, type Seat, seatsTaken } from '@doushouqi/room';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * The seats in numbered rooms that each user and each address has. A seat is taken before the room commits it and freed
 * after the commit that ends the game. The rooms are the truth: a refusal first drops the oldest entries without a seat
 * in their room, so an entry that a crash left is no lasting loss.
 *
 * {places}:user:ID:KIND   zset   room → time of entry or of the last check (epoch ms), by kind of game
 * {places}:address:TEXT   zset   kind, room and user → the same
 * {places}:from:ID        string the user's last address and whether the user is a guest (JSON), for rematches
 */
const SET_LIFE_MS = 30 * DAY_MS;
/** Longer than a turn of a correspondence game, at which it is renewed. */
const ADDRESS_LIFE_MS = (Math.max(...DAYS_PER_MOVE) + 1) * DAY_MS;
/** A younger entry may belong to a room that is not committed yet. */
const ON_ITS_WAY_MS = 10_000;
/** Entries that a refused user checks. */
const CHECKED = 10;

type Kind = 'timed' | 'untimed';

function kindOf({ isUntimed }: { isUntimed: boolean }): Kind {
  return isUntimed ? 'untimed' : 'timed';
}
function userKey(userId: string, kind: Kind): string {
  return `{places}:user:${userId}:${kind}`;
}
/** Returns the rooms in which a user has a seat in a game of this kind, entered last first. */
export function seatedRooms(redis: RedisClient, userId: string, kind: Kind): Promise<string[]> {
  return redis.zrange(userKey(userId, kind), '0', '-1', 'REV');
}
function addressKey(address: string): string {
  return `{places}:address:${address}`;
}
function fromKey(userId: string): string {
  return `{places}:from:${userId}`;
}
function addressEntry(kind: Kind, roomId: string, userId: string): string {
  return `${kind} ${roomId} ${userId}`;
}

/** Takes all seats or none. Returns the key of a full set, or nil. */
const TAKE = defineScript<{
  roomId: string;
  now: number;
  perAddress: number;
  users: readonly { entry: string; most: number; address: boolean }[];
}>()({
  name: 'takePlaces',
  keys: ['user1', 'user2', 'address1', 'address2'],
  lua: `
    local sets, addresses, added = {user1, user2}, {address1, address2}, {}
    for i, user in ipairs(arg.users) do
      if not redis.call('ZSCORE', sets[i], arg.roomId) and redis.call('ZCARD', sets[i]) >= user.most then
        return sets[i]
      end
      local address = addresses[i]
      if user.address and not redis.call('ZSCORE', address, user.entry) then
        added[address] = (added[address] or 0) + 1
        if redis.call('ZCARD', address) + added[address] > arg.perAddress then return address end
      end
    end
    for i, user in ipairs(arg.users) do
      redis.call('ZADD', sets[i], arg.now, arg.roomId)
      redis.call('PEXPIRE', sets[i], ${SET_LIFE_MS})
      if user.address then
        redis.call('ZADD', addresses[i], arg.now, user.entry)
        redis.call('PEXPIRE', addresses[i], ${ADDRESS_LIFE_MS})
      end
    end
    return nil
  `,
  reply: z.string().nullable(),
});

/** Removes an entry that is not younger than `latest` from the set of the user and of the address. */
const FREE = defineScript<{ roomId: string; entry: string; latest: number }>()({
  name: 'freePlace',
  keys: ['user', 'address'],
  lua: `
    local at = redis.call('ZSCORE', user, arg.roomId)
    if at and tonumber(at) <= arg.latest then redis.call('ZREM', user, arg.roomId) end
    at = redis.call('ZSCORE', address, arg.entry)
    if at and tonumber(at) <= arg.latest then redis.call('ZREM', address, arg.entry) end
  `,
  reply: z.null(),
});

/** Where a user comes from. */
export interface Origin {
  /** As limits count it (`networkOf`). */
  address: string;
  isGuest: boolean;
}

/** `index` of the user without a free seat; null if the address of one has none. */
export type Taken = { ok: true } | { ok: false; index: number | null };

/** Every method rejects if Redis is unavailable. */
export interface Places {
  /** Records where the user comes from, before `take`. */
  noteOrigin(userId: string, origin: Origin): Promise<void>;
  /** Takes seats in a room for up to two users, all or none. Idempotent. */
  take(roomId: string, seats: readonly Seat[]): Promise<Taken>;
  /** Notes a seat that a user got from another, whatever the limits. */
  note(roomId: string, seat: Seat): Promise<void>;
  /** Frees a seat taken until `until`, epoch ms. */
  free(roomId: string, seat: Seat, until: number): Promise<void>;
  /** Renews the expiry of seats: correspondence games outlast it. */
  renew(seats: readonly Seat[]): Promise<void>;
  /** Returns the rooms in which the user has a seat in a game of this kind, entered last first. */
  roomsOf(userId: string, kind: Kind): Promise<string[]>;
}

interface PlacesOptions {
  load: (roomId: string) => Promise<Room | null>;
  /** Maximum number of seats of an address. */
  perAddress: number;
  /** Epoch ms. */
  now: () => number;
}

/** Returns the room and the seat of an entry in the set `key`; `from` is the key if it is that of an address. */
function seatOfEntry(key: string, entry: string): { roomId: string; seat: Seat; from?: string } {
  const isAddress = key.startsWith(addressKey(''));
  const [kind, roomId, userId] = isAddress
    ? entry.split(' ')
    : [key.split(':').at(-1), entry, key.split(':').at(-2)];
  const seat = { userId: userId!, isUntimed: kind === 'untimed' };
  return { roomId: roomId!, seat, ...(isAddress && { from: key }) };
}

export function createPlaces(redis: RedisClient, { load, perAddress, now }: PlacesOptions): Places {
  const originOf = async (userId: string): Promise<Origin | null> => {
    const text = await redis.get(fromKey(userId));
    return text === null ? null : (JSON.parse(text) as Origin);
  };

  const take = async (roomId: string, seats: readonly Seat[]): Promise<string | null> => {
    const origins = await Promise.all(seats.map(({ userId }) => originOf(userId)));
    const [user1, user2 = user1] = seats.map((seat) => userKey(seat.userId, kindOf(seat)));
    const [address1, address2 = address1] = origins.map((origin) => addressKey(origin?.address ?? ''));
    const users = seats.map((seat, i) => ({
      entry: addressEntry(kindOf(seat), roomId, seat.userId),
      most: gamesPerUser(origins[i]?.isGuest ?? false, seat.isUntimed),
      address: Boolean(origins[i]),
    }));
    const keys = { user1: user1!, user2: user2!, address1: address1!, address2: address2! };
    return TAKE(redis, keys, { roomId, now: now(), perAddress, users });
  };

  const free = async (roomId: string, seat: Seat, until: number, from?: string): Promise<void> => {
    const address = from ?? addressKey((await originOf(seat.userId))?.address ?? '');
    const kind = kindOf(seat);
    const keys = { user: userKey(seat.userId, kind), address };
    await FREE(redis, keys, { roomId, entry: addressEntry(kind, roomId, seat.userId), latest: until });
  };

  /** Drops the oldest entries whose room has no such seat; the others count as entered now. */
  const recheck = async (key: string): Promise<void> => {
    const until = now() - ON_ITS_WAY_MS;
    const oldest = await redis.zrangebyscore(key, '-inf', until, 'LIMIT', 0, CHECKED);
    const check = async (entry: string): Promise<void> => {
      const { roomId, seat, from } = seatOfEntry(key, entry);
      const at = now();
      const held = seatsTaken(await load(roomId));
      const isHeld = held.some((one) => one.userId === seat.userId && one.isUntimed === seat.isUntimed);
      if (isHeld) await redis.zadd(key, 'XX', at, entry);
      else await free(roomId, seat, until, from);
    };
    await Promise.all(oldest.map(check));
  };

  return {
    async noteOrigin(userId, origin) {
      await redis.set(fromKey(userId), JSON.stringify(origin), 'PX', ADDRESS_LIFE_MS);
    },
    async take(roomId, seats) {
      const full = await take(roomId, seats);
      if (full === null) return { ok: true };
      await recheck(full);
      const still = await take(roomId, seats);
      if (still === null) return { ok: true };
      const index = seats.findIndex((seat) => userKey(seat.userId, kindOf(seat)) === still);
      return { ok: false, index: index === -1 ? null : index };
    },
    async note(roomId, seat) {
      const key = userKey(seat.userId, kindOf(seat));
      await redis.multi().zadd(key, now(), roomId).pexpire(key, SET_LIFE_MS).exec();
    },
    free: (roomId, seat, until) => free(roomId, seat, until),
    async renew(seats) {
      const renewOne = async (seat: Seat): Promise<void> => {
        const { userId } = seat;
        const origin = await originOf(userId);
        const addressKeys = origin ? [fromKey(userId), addressKey(origin.address)] : [];
        await Promise.all([
          redis.pexpire(userKey(userId, kindOf(seat)), SET_LIFE_MS),
          ...addressKeys.map((key) => redis.pexpire(key, ADDRESS_LIFE_MS)),
        ]);
      };
      await Promise.all(seats.map(renewOne));
    },
    roomsOf: (userId, kind) => seatedRooms(redis, userId, kind),
  };
}
