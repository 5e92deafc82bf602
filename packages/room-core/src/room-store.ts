import {
  type FinishedGame,
  fromWireEvent,
  OPEN_ROOM_KIND,
  POLICIES,
  type RoomEvent,
  toWireEvent,
  toWirePair,
  toWireSide,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import { decodeRoom, encodeRoom, evolve, gameToArchive, isDeserted, type Room } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * Rooms are forgotten so long after their last change. A player who comes and goes is a change, so who waits in a room keeps
 * it; a number that nobody is behind is free again before it is litter, but not before a link was sent by telephone.
 * Milliseconds.
 */
const LIFE = {
  inUse: 24 * 60 * 60_000,
  /** The game is over and all have left: the archive has it. */
  left: 60 * 60_000,
  /** No player has come, or the last one has stopped waiting. */
  unused: 15 * 60_000,
} as const;

function lifeOf({ header }: Room): number {
  if (!isDeserted(header)) return LIFE.inUse;
  return header.gameId === null ? LIFE.unused : LIFE.left;
}

/** Commits kept at least for clients that were away for a moment; older gaps get a snapshot (lila-ws keeps 20). */
const KEPT_BATCHES = 48;
/**
 * Moves are stored as events, and the room whole only so often: what a move writes does not grow with the game, and
 * reading a room folds this many events at most. No more than `KEPT_BATCHES`.
 */
const CHECKPOINT_EVERY = 16;

/**
 * The form in which rooms and events are stored. A change that cannot read the older one raises it: rooms of an older form
 * are then as if they were not there, until they expire. The outbox has a form of its own, which stays readable.
 */
const FORM = 2;

/**
 * All keys of a room share one hash slot, so that one script may touch them and Redis Cluster works.
 * `stream` is a sharded channel. `outbox` holds finished games until the archive has them: no expiry. `focus` counts how
 * often players of rated games looked elsewhere; `outbox` and it name games, as the number may see several. `arranged` is of
 * the room: its players stay the same. Neither is in the stream, which clients get.
 */
function keysOf(roomId: string) {
  return {
    state: `{room:${roomId}}:state:${FORM}`,
    events: `{room:${roomId}}:events:${FORM}`,
    outbox: `{room:${roomId}}:outbox`,
    focus: `{room:${roomId}}:focus`,
    arranged: `{room:${roomId}}:arranged`,
    stream: `{room:${roomId}}:stream`,
  } as const;
}

/** The sharded channel on which a room's commits are published, each a JSON list of events. */
export function streamOf(roomId: string): string {
  return keysOf(roomId).stream;
}
/** The room of a channel made by `streamOf`. */
export function roomOfStream(channel: string): string {
  return channel.slice('{room:'.length, -'}:stream'.length);
}

/** The room at its last checkpoint, its mark and the batches since. */
const STORED = z.tuple([z.string().nullable(), z.string().nullable(), z.array(z.string())]);
type Stored = z.output<typeof STORED>;

/** Lua: returns `STORED`, of one moment. Uses the keys `state` and `events`. */
const RETURN_STORED = `
local stored = redis.call('HMGET', state, 'room', 'mark')
return {stored[1], stored[2], redis.call('LRANGE', events, -${CHECKPOINT_EVERY}, -1)}
`;

/** A script and no transaction: a Redis that is full refuses whatever stands in one, and a game must be seen even then. */
const LOAD = defineScript()({
  name: 'loadRoom',
  keys: ['state', 'events'],
  lua: RETURN_STORED,
  reply: STORED,
  readOnly: true,
});

/** As `STORED` with as many batches as are stored, or nothing but these where the room is stored in the version that is known. */
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

/** Versions and marks travel as text, as Redis returns them: to convert a number costs Lua more than to compare. */
interface CommitArgument {
  /** Expected, '0' for none. */
  before: { v: string; mark: string };
  after: { v: string; mark: string };
  /** Of the room, ms; at checkpoints only. */
  lifeMs?: number | undefined;
  /** Of the game that finished. */
  gameId?: string | undefined;
  /** For a rematch: by when it is committed, epoch ms by the clock of Redis. */
  startBy?: number | undefined;
}

/**
 * The commit is the broadcast (design §5): state, events and outbox change together, and only from the expected version. Returns
 * nil when committed, LATE where the time of a rematch is over, else what LOAD does.
 * Every call costs each move something, and every write goes to the append-only file. So what need not be exact (the length of
 * the list, the expiry) changes at checkpoints alone.
 */
const COMMIT = defineScript<CommitArgument>()({
  name: 'commitRoom',
  keys: ['state', 'events', 'outbox', 'stream'],
  // A JSON list of events; the room at a checkpoint; the game that finished.
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
      redis.call('LTRIM', events, -${KEPT_BATCHES}, -1)
      local left = redis.call('PTTL', events)
      if left > arg.lifeMs or left < arg.lifeMs * 0.75 then
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

/** Shortest time between two counted losses of the focus, and the life of the counts. Milliseconds. */
const FOCUS = { interval: 1_000, life: LIFE.inUse } as const;

/** `focus` is a hash: game and side → count, and when it was counted. `now` in epoch ms. */
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
function focusFields(gameId: string) {
  return [`${gameId}:1`, `${gameId}:2`] as const;
}

/** Rematches come within it, and games that wait for the archive. Milliseconds. */
const ARRANGED_LIFE = 7 * 86_400_000;

/** Defaults for fields that old finished games lack. */
const LATER_FIELDS = {
  kind: OPEN_ROOM_KIND,
  lags: [],
  focusLosses: toWirePair({ red: 0, blue: 0 }),
} as const satisfies Partial<FinishedGame>;

/** `batch`: the events as they were stored and published, a JSON list. `isLate`: the time of a rematch is over. */
export type CommitResult =
  | { committed: true; batch: string }
  | { committed: false; current: Room | null; isLate?: true };

export interface RoomRead {
  room: Room | null;
  /** The events after version `v`, or null where they are no longer stored. */
  eventsAfter(v: number): RoomEvent[] | null;
}

/** Where rooms live. Every method rejects when Redis is away. */
export interface RoomStore {
  load(roomId: string): Promise<Room | null>;
  /**
   * The room and its events at one moment. The room is `known` itself, null for none, where it is stored in this version by the
   * same commits. Without `withEvents` it reads no more than the room takes.
   */
  read(roomId: string, known: Room | null, withEvents: boolean): Promise<RoomRead>;
  /**
   * Stores `after` with the events that led there from `before`, or reports who was faster. Rejects as well where too few
   * replicas confirm it in time: it was committed and published then, but a failover may undo it. `startBy`: by when a rematch
   * is committed, epoch ms by the clock of Redis.
   */
  commit(
    before: Room | null,
    after: Room,
    events: readonly RoomEvent[],
    startBy?: number,
  ): Promise<CommitResult>;
  /** The events after version `v`, or null where they are no longer stored. */
  eventsAfter(roomId: string, v: number): Promise<RoomEvent[] | null>;
  /** A player of a rated game looked elsewhere; `now` in epoch ms. More than once a second counts once. */
  countFocusLoss(roomId: string, gameId: string, side: Side, now: number): Promise<void>;
  /** The players of the room, and of its rematches, could have arranged to meet: see `FinishedGame.isArranged`. */
  noteArranged(roomId: string): Promise<void>;
  /** Finished games that the archive has not confirmed. */
  unarchived(roomId: string): Promise<FinishedGame[]>;
  /** The archive has the game. */
  archived(roomId: string, gameId: string): Promise<void>;
}

/** The room of a checkpoint. Replaying a long game takes milliseconds: who reads much may keep what was read. */
type Decode = (checkpoint: string) => Room;

/** As stored, '0' for none. */
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
 * The room at its last checkpoint, brought up to date by the batches since. The stored mark has the last word: a process of
 * an older version leaves it as it was.
 */
function restore(decode: Decode, [checkpoint, mark, batches]: Stored): Room | null {
  if (checkpoint === null) return null;
  const before = decode(checkpoint);
  const room = parseBatches(batches)
    .filter((event) => event.v > before.v)
    .reduce(evolve, before);
  return { ...room, mark: Number(mark ?? 0) };
}

/** Anything but a plain move is stored whole, and so is every sixteenth version. */
function isCheckpoint(before: Room | null, after: Room, events: readonly RoomEvent[]): boolean {
  return (
    before === null ||
    events.some(({ type }) => type !== 'moveMade') ||
    Math.floor(before.v / CHECKPOINT_EVERY) !== Math.floor(after.v / CHECKPOINT_EVERY)
  );
}

function finishedOf(text: string): FinishedGame {
  return { ...LATER_FIELDS, ...(JSON.parse(text) as FinishedGame) };
}

/** Adds what only the rating service needs: lost focus, and whether the game was arranged. */
async function withRatingNotes(
  redis: RedisClient,
  { focus, arranged }: Pick<ReturnType<typeof keysOf>, 'focus' | 'arranged'>,
  game: FinishedGame,
): Promise<FinishedGame> {
  if (!POLICIES[game.kind].rated) return game;
  const [[red, blue], isArranged] = await Promise.all([
    redis.hmget(focus, ...focusFields(game.gameId)),
    redis.exists(arranged),
  ]);
  const focusLosses = toWirePair({ red: Number(red ?? 0), blue: Number(blue ?? 0) });
  return { ...game, focusLosses, ...(isArranged === 1 && { isArranged: true }) };
}

interface RoomStoreOptions {
  decode?: Decode;
  /** Resolves once a failover cannot undo what was just written to a key. Absent where that is so at once. */
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
          lifeMs: isWhole ? lifeOf(after) : undefined,
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
    async unarchived(roomId) {
      const keys = keysOf(roomId);
      const games = (await redis.hvals(keys.outbox)).map(finishedOf);
      return Promise.all(games.map((game) => withRatingNotes(redis, keys, game)));
    },
    async archived(roomId, gameId) {
      const { outbox, focus } = keysOf(roomId);
      const fields = focusFields(gameId);
      await redis.hdel(focus, ...fields, ...fields.map((field) => `${field}:at`));
      await redis.hdel(outbox, gameId);
    },
  };
}
