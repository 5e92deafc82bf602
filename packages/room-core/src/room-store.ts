import {
  DAY_MS,
  type FinishedGame,
  fromWireEvent,
  type RoomEvent,
  toWireEvent,
  toWireSide,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import type { Receiver } from '@doushouqi/protocol/server';
import { decodeRoom, encodeRoom, evolve, gameToArchive, isDeserted, type Room } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';
import { noteDelivered, readUndelivered, type UndeliveredGame } from './outbox.ts';

/**
 * Milliseconds from the last change of a room to its expiry. Connecting and disconnecting are changes, so a room with a
 * waiting player stays. An unused number is free again soon, but not before an invitation link has been sent.
 */
const LIFE = {
  inUse: DAY_MS,
  /** The game is archived and all users have left. */
  left: 60 * 60_000,
  /** No player has joined, or the last one has stopped waiting. */
  unused: 15 * 60_000,
  /** The creator of a correspondence game waits for an opponent. */
  waiting: 7 * DAY_MS,
} as const;

/** The expiry is renewed when less than this share of the life is left. */
const RENEWED_BELOW = 0.75;

/** Players of correspondence games are offline for days; a running one outlives its deadline by at least a day. */
function lifeOf({ header }: Room): number {
  const { daysPerMove, status, players, gameId } = header;
  if (daysPerMove !== null && status === 'playing')
    return Math.ceil(((daysPerMove + 1) * DAY_MS) / RENEWED_BELOW);
  if (daysPerMove !== null && status === 'waiting' && players.length > 0) return LIFE.waiting;
  if (!isDeserted(header)) return LIFE.inUse;
  return gameId === null ? LIFE.unused : LIFE.left;
}

/** Commits stored at least, for clients that reconnect. Older gaps get a snapshot (lila-ws stores 20). */
const STORED_BATCHES = 48;
/** As STORED_BATCHES, for correspondence games, which are stored for weeks. */
const STORED_SLOW_BATCHES = 4;
/**
 * Versions between two checkpoints. Moves are stored as events and the whole room only at checkpoints, so the bytes written
 * for a move do not grow with the game, and a read folds at most this many events. At most `STORED_BATCHES`.
 */
const CHECKPOINT_EVERY = 16;

/**
 * The format of stored rooms and events. An incompatible change raises it: rooms of an older format are ignored until they
 * expire. The outbox has its own format, which stays readable.
 */
const FORMAT = 2;

/**
 * All keys of a room share one hash slot, so one script can use them on Redis Cluster. `stream` is a sharded channel.
 * `outbox` stores finished games without expiry until all their receivers have them, `delivered` the receivers that do. `focus` counts focus losses of the players of
 * rated games. Both are per game, as a room number may see several. `arranged` is per room, whose players stay the same.
 * Clients receive the stream alone, so none of these is in it.
 */
function keysOf(roomId: string) {
  return {
    state: `{room:${roomId}}:state:${FORMAT}`,
    events: `{room:${roomId}}:events:${FORMAT}`,
    outbox: `{room:${roomId}}:outbox`,
    delivered: `{room:${roomId}}:delivered`,
    focus: `{room:${roomId}}:focus`,
    arranged: `{room:${roomId}}:arranged`,
    stream: `{room:${roomId}}:stream`,
  } as const;
}

/** The nickname of a player, for nodes that cannot ask the auth service. */
function nameKey(roomId: string, userId: string): string {
  return `{room:${roomId}}:name:${userId}`;
}

/** Returns the sharded channel of a room's commits, each a JSON list of events. */
export function streamOf(roomId: string): string {
  return keysOf(roomId).stream;
}
export function roomOfStream(channel: string): string {
  return channel.slice('{room:'.length, -'}:stream'.length);
}

/** The room at its last checkpoint, its mark and the batches since then. */
const STORED = z.tuple([z.string().nullable(), z.string().nullable(), z.array(z.string())]);
type Stored = z.output<typeof STORED>;

/** Lua: returns `STORED` atomically. Uses the keys `state` and `events`. */
const RETURN_STORED = `
local stored = redis.call('HMGET', state, 'room', 'mark')
return {stored[1], stored[2], redis.call('LRANGE', events, -${CHECKPOINT_EVERY}, -1)}
`;

/** A script, because Redis without free memory refuses every transaction, and games must stay readable. */
const LOAD = defineScript()({
  name: 'loadRoom',
  keys: ['state', 'events'],
  lua: RETURN_STORED,
  reply: STORED,
  readOnly: true,
});

/** Returns `STORED` with all stored batches, or the batches alone if the stored version is the known one. */
const READ = defineScript<{ v: string; mark: string; withEvents: boolean }>()({
  name: 'readRoom',
  keys: ['state', 'events'],
  lua: `
    local known = redis.call('HMGET', state, 'v', 'mark')
    local isKnown = (known[1] or '0') == arg.v and (known[2] or '0') == arg.mark
    if not isKnown and not arg.withEvents then${RETURN_STORED}end
    local batches = arg.withEvents and redis.call('LRANGE', events, 0, -1) or {}
    if isKnown then return {batches} end
    local stored = redis.call('HMGET', state, 'room', 'mark')
    return {stored[1], stored[2], batches}
  `,
  reply: z.union([STORED, z.tuple([z.array(z.string())])]),
  readOnly: true,
});

/** Versions and marks are text, as Redis returns them: in Lua, converting a number costs more than comparing text. */
interface CommitArgument {
  /** Expected, '0' for none. */
  before: { v: string; mark: string };
  after: { v: string; mark: string };
  /** Lifetime of the room and number of stored batches; at checkpoints only. */
  lifeMs?: number | undefined;
  batches?: number | undefined;
  /** Id of the finished game. */
  gameId?: string | undefined;
  /** Deadline of a rematch, epoch ms by the clock of Redis. */
  startBy?: number | undefined;
}

/**
 * Changes state, events and outbox and publishes the events in one step, only from the expected version. Returns nil if
 * committed, LATE after the deadline of a rematch, else the result of LOAD.
 * Every write goes to the append-only file, so the length of the list and the expiry, which need not be exact, change at
 * checkpoints alone.
 */
const COMMIT = defineScript<CommitArgument>()({
  name: 'commitRoom',
  keys: ['state', 'events', 'outbox', 'stream'],
  // A JSON list of events; the room at a checkpoint; the finished game.
  documents: ['batch', 'room', 'game'],
  lua: `
    local known = redis.call('HMGET', state, 'v', 'mark')
    if (known[1] or '0') ~= arg.before.v or (known[2] or '0') ~= arg.before.mark then${RETURN_STORED}end
    if arg.startBy then
      local time = redis.call('TIME')
      if time[1] * 1000 + time[2] / 1000 > arg.startBy then return 'LATE' end
    end
    redis.call('RPUSH', events, batch)
    if room ~= '' then
      redis.call('HSET', state, 'v', arg.after.v, 'mark', arg.after.mark, 'room', room)
      redis.call('LTRIM', events, -arg.batches, -1)
      local left = redis.call('PTTL', events)
      if left > arg.lifeMs or left < arg.lifeMs * ${RENEWED_BELOW} then
        redis.call('PEXPIRE', state, arg.lifeMs)
        redis.call('PEXPIRE', events, arg.lifeMs)
      end
    else
      redis.call('HSET', state, 'v', arg.after.v, 'mark', arg.after.mark)
    end
    if arg.gameId then redis.call('HSET', outbox, arg.gameId, game) end
    redis.call('SPUBLISH', stream, batch)
    return nil
  `,
  reply: z.union([z.null(), z.literal('LATE'), STORED]),
});

/** Shortest time between two counted focus losses, and the lifetime of the counts. Milliseconds. */
const FOCUS = { interval: 1_000, life: LIFE.inUse } as const;

/** `focus` is a hash: game and side → count and time of the last count. `now` in epoch ms. */
const COUNT_FOCUS_LOSS = defineScript<{ field: string; now: number }>()({
  name: 'countFocusLoss',
  keys: ['focus'],
  lua: `
    local last = redis.call('HGET', focus, arg.field .. ':at')
    if last and arg.now - last < ${FOCUS.interval} then return end
    redis.call('HSET', focus, arg.field .. ':at', arg.now)
    redis.call('HINCRBY', focus, arg.field, 1)
    redis.call('PEXPIRE', focus, ${FOCUS.life})
  `,
  reply: z.null(),
});
/** Longer than rematches and the archive need. Milliseconds. */
const ARRANGED_LIFE = 7 * DAY_MS;

/** `batch`: the stored and published events, a JSON list. `isLate`: the deadline of a rematch has passed. */
export type CommitResult =
  | { committed: true; batch: string }
  | { committed: false; current: Room | null; isLate?: true };

export interface RoomRead {
  room: Room | null;
  /** Returns the events after version `v`, or null if some of them are not stored. */
  eventsAfter(v: number): RoomEvent[] | null;
}

/** Stores rooms in Redis. Every method rejects if Redis is unavailable. */
export interface RoomStore {
  load(roomId: string): Promise<Room | null>;
  /**
   * Reads the room and its events atomically. Returns `known` itself (null: no room) if the stored version has the same
   * number and mark. Without `withEvents` reads only the events that the room needs.
   */
  read(roomId: string, known: Room | null, withEvents: boolean): Promise<RoomRead>;
  /**
   * Stores `after` and the events from `before` to it, or returns the stored room if another commit was faster. Also rejects
   * if too few replicas confirm in time: the commit is then published, but a failover may undo it. `startBy`: deadline of a
   * rematch, epoch ms by the clock of Redis.
   */
  commit(
    before: Room | null,
    after: Room,
    events: readonly RoomEvent[],
    startBy?: number,
  ): Promise<CommitResult>;
  /** Returns the events after version `v`, or null if some of them are not stored. */
  eventsAfter(roomId: string, v: number): Promise<RoomEvent[] | null>;
  /** Counts that a player of a rated game left the page, at most once a second. `now` in epoch ms. */
  countFocusLoss(roomId: string, gameId: string, side: Side, now: number): Promise<void>;
  /** Marks the games of the room and its rematches as arranged: see `FinishedGame.isArranged`. */
  noteArranged(roomId: string): Promise<void>;
  /** Stores the nickname of a player's account. */
  noteName(roomId: string, userId: string, nickname: string): Promise<void>;
  /** Returns the stored nickname of a player, or null. */
  nameOf(roomId: string, userId: string): Promise<string | null>;
  /** Returns the finished games that not all receivers have. */
  undelivered(roomId: string): Promise<UndeliveredGame[]>;
  /** Notes that a receiver has the game, and forgets the game once all have it. */
  noteDelivered(game: FinishedGame, receiver: Receiver): Promise<void>;
}

/** Decodes a checkpoint. Replaying a long game takes milliseconds, so frequent readers may cache the result. */
type Decode = (checkpoint: string) => Room;

/** As stored; '0' for no room. */
function versionOf(room: Room | null): { v: string; mark: string } {
  return { v: String(room?.v ?? 0), mark: String(room?.mark ?? 0) };
}

function parseBatches(batches: readonly string[]): RoomEvent[] {
  return batches.flatMap((batch) => (JSON.parse(batch) as WireRoomEvent[]).map(fromWireEvent));
}

function eventsAfter(batches: readonly string[], v: number): RoomEvent[] | null {
  const events = parseBatches(batches).filter((event) => event.v > v);
  return events[0]?.v === v + 1 ? events : null;
}

/**
 * Applies the batches since the last checkpoint to its room. Uses the stored mark: a process of an older version does not
 * update it.
 */
function restore(decode: Decode, [checkpoint, mark, batches]: Stored): Room | null {
  if (checkpoint === null) return null;
  const before = decode(checkpoint);
  const room = parseBatches(batches)
    .filter((event) => event.v > before.v)
    .reduce(evolve, before);
  return { ...room, mark: Number(mark ?? 0) };
}

/**
 * Every event but a plain move makes a checkpoint, and so does every 16th version. Every move of a correspondence game
 * does, since it renews the expiry.
 */
function isCheckpoint(before: Room | null, after: Room, events: readonly RoomEvent[]): boolean {
  return (
    before === null ||
    after.header.daysPerMove !== null ||
    events.some(({ type }) => type !== 'moveMade') ||
    Math.floor(before.v / CHECKPOINT_EVERY) !== Math.floor(after.v / CHECKPOINT_EVERY)
  );
}

interface RoomStoreOptions {
  decode?: Decode;
  /** Resolves once a failover cannot undo the writes to a key. */
  confirm?: ((key: string) => Promise<void>) | undefined;
}

export function createRoomStore(redis: RedisClient, options: RoomStoreOptions = {}): RoomStore {
  const { decode = decodeRoom, confirm } = options;
  return {
    async load(roomId) {
      return restore(decode, await LOAD(redis, keysOf(roomId)));
    },
    async read(roomId, known, withEvents) {
      const { v, mark } = versionOf(known);
      const reply = await READ(redis, keysOf(roomId), { v, mark, withEvents });
      const isKnown = reply.length === 1;
      const batches = isKnown ? reply[0] : reply[2];
      return {
        room: isKnown ? known : restore(decode, reply),
        eventsAfter: (after) => eventsAfter(batches, after),
      };
    },
    async commit(before, after, events, startBy) {
      const keys = keysOf(after.id);
      const batch = JSON.stringify(events.map(toWireEvent));
      const isWhole = isCheckpoint(before, after, events);
      const finished = gameToArchive(before, after);
      const conflict = await COMMIT(
        redis,
        keys,
        {
          before: versionOf(before),
          after: versionOf(after),
          ...(isWhole && {
            lifeMs: lifeOf(after),
            batches: after.header.daysPerMove === null ? STORED_BATCHES : STORED_SLOW_BATCHES,
          }),
          gameId: finished?.gameId,
          startBy,
        },
        {
          batch,
          room: isWhole ? encodeRoom(after) : undefined,
          game: finished ? JSON.stringify(finished) : undefined,
        },
      );
      if (conflict === 'LATE') return { committed: false, current: before, isLate: true };
      if (conflict) return { committed: false, current: restore(decode, conflict) };
      if (confirm) await confirm(keys.state);
      return { committed: true, batch };
    },
    async eventsAfter(roomId, v) {
      return eventsAfter(await redis.lrange(keysOf(roomId).events, 0, -1), v);
    },
    async countFocusLoss(roomId, gameId, side, now) {
      await COUNT_FOCUS_LOSS(redis, keysOf(roomId), { field: `${gameId}:${toWireSide(side)}`, now });
    },
    async noteArranged(roomId) {
      await redis.set(keysOf(roomId).arranged, 1, 'PX', ARRANGED_LIFE);
    },
    async noteName(roomId, userId, nickname) {
      await redis.set(nameKey(roomId, userId), nickname, 'PX', LIFE.inUse);
    },
    nameOf: (roomId, userId) => redis.get(nameKey(roomId, userId)),
    undelivered: (roomId) => readUndelivered(redis, keysOf(roomId)),
    noteDelivered: (game, receiver) => noteDelivered(redis, keysOf(game.roomId), game, receiver),
  };
}
