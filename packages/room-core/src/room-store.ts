import { type FinishedGame, OPEN_ROOM_KIND, POLICIES, type RoomEvent } from '@doushouqi/protocol';
import { decodeRoom, encodeRoom, evolve, gameToArchive, isDeserted, type Room } from '@doushouqi/room';
import type { Player } from '@doushouqi/rules';
import type { Cluster, Redis } from 'ioredis';

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

/**
 * The room at its last checkpoint, its mark and the batches since, at one moment. KEYS 1 state · 2 events. A script and no
 * transaction: a Redis that is full refuses whatever stands in one, and a game must be seen even then.
 */
const LOAD = `
local state = redis.call('HMGET', KEYS[1], 'room', 'mark')
return {state[1], state[2], redis.call('LRANGE', KEYS[2], -${CHECKPOINT_EVERY}, -1)}
`;

/**
 * The commit is the broadcast (design §5): state, events and outbox change together, and only if nobody was
 * faster.
 * KEYS  1 state (hash v, mark, room: the room at its last checkpoint) · 2 events (list of batches)
 *       3 outbox (hash gameId → game) · 4 stream
 * ARGV  1 and 2 version and mark expected, '0' for none · 3 and 4 the new ones · 5 batch of events (JSON list)
 *       6 and 7 room and its life in ms, left out between checkpoints
 *       8 and 9 finished game's id and the game, '' while there is none
 *       10 for a rematch: by when it is committed, epoch ms by the clock of Redis
 * Returns nil when committed, LATE where the time of a rematch is over, else what LOAD does.
 * Every argument and every call costs each move something, and every write goes to the append-only file; so what
 * need not be exact (the length of the list, the expiry) is seen to at checkpoints alone.
 */
const COMMIT = `
local known = redis.call('HMGET', KEYS[1], 'v', 'mark')
if (known[1] or '0') ~= ARGV[1] or (known[2] or '0') ~= ARGV[2] then${LOAD}end
if ARGV[10] then
  local time = redis.call('TIME')
  if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[10]) then return 'LATE' end
end
redis.call('RPUSH', KEYS[2], ARGV[5])
if ARGV[6] then
  redis.call('HSET', KEYS[1], 'v', ARGV[3], 'mark', ARGV[4], 'room', ARGV[6])
  redis.call('LTRIM', KEYS[2], -${KEPT_BATCHES}, -1)
  local left = redis.call('PTTL', KEYS[2])
  if left > tonumber(ARGV[7]) or left < ARGV[7] * 0.75 then
    redis.call('PEXPIRE', KEYS[1], ARGV[7])
    redis.call('PEXPIRE', KEYS[2], ARGV[7])
  end
else redis.call('HSET', KEYS[1], 'v', ARGV[3], 'mark', ARGV[4]) end
if ARGV[8] and ARGV[8] ~= '' then redis.call('HSET', KEYS[3], ARGV[8], ARGV[9]) end
redis.call('SPUBLISH', KEYS[4], ARGV[5])
return nil
`;

/** Shortest time between two counted losses of the focus, and the life of the counts. Milliseconds. */
const FOCUS = { interval: 1_000, life: LIFE.inUse } as const;

/** KEYS 1 focus (hash: game and side → count, and when it was counted) · ARGV 1 game and side · 2 now, epoch ms */
const COUNT_FOCUS_LOSS = `
local last = redis.call('HGET', KEYS[1], ARGV[1] .. ':at')
if last and ARGV[2] - last < ${FOCUS.interval} then return 0 end
redis.call('HSET', KEYS[1], ARGV[1] .. ':at', ARGV[2])
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ${FOCUS.life})
return 1
`;
function focusFields(gameId: string) {
  return [`${gameId}:1`, `${gameId}:2`] as const;
}

/** Rematches come within it, and games that wait for the archive. Milliseconds. */
const ARRANGED_LIFE = 7 * 86_400_000;

/** Defaults for fields that old finished games lack. */
const LATER_FIELDS = {
  kind: OPEN_ROOM_KIND,
  lags: [],
  focusLosses: { player1: 0, player2: 0 },
} as const satisfies Partial<FinishedGame>;

/** `batch`: the events as they were stored and published, a JSON list. `isLate`: the time of a rematch is over. */
export type CommitResult =
  | { committed: true; batch: string }
  | { committed: false; current: Room | null; isLate?: true };

/** Where rooms live. Every method rejects when Redis is away. */
export interface RoomStore {
  load(roomId: string): Promise<Room | null>;
  /** Whether this, null for none, is how the room is stored: the same version, by the same commits. */
  isStored(roomId: string, room: Room | null): Promise<boolean>;
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
  countFocusLoss(roomId: string, gameId: string, side: Player, now: number): Promise<void>;
  /** The players of the room, and of its rematches, could have arranged to meet: see `FinishedGame.isArranged`. */
  noteArranged(roomId: string): Promise<void>;
  /** Finished games that the archive has not confirmed. */
  unarchived(roomId: string): Promise<FinishedGame[]>;
  /** The archive has the game. */
  archived(roomId: string, gameId: string): Promise<void>;
}

/** The room of a checkpoint. Replaying a long game takes milliseconds: who reads much may keep what was read. */
type Decode = (checkpoint: string) => Room;

type Stored = [checkpoint: string | null, mark: string | null, batches: string[]];

interface Scripts {
  commitRoom(...args: (string | number)[]): Promise<Stored | 'LATE' | null>;
  loadRoom(state: string, events: string): Promise<Stored>;
  countFocusLoss(focus: string, field: string, now: number): Promise<number>;
}

function parseBatches(batches: readonly string[]): RoomEvent[] {
  return batches.flatMap((batch) => JSON.parse(batch) as RoomEvent[]);
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

/** The arguments of COMMIT. */
function newsOf(
  before: Room | null,
  after: Room,
  events: readonly RoomEvent[],
  batch: string,
  startBy: number | undefined,
): (string | number)[] {
  const finished = gameToArchive(before, after);
  return [
    before?.v ?? 0,
    before?.mark ?? 0,
    after.v,
    after.mark,
    batch,
    ...(isCheckpoint(before, after, events) ? [encodeRoom(after), lifeOf(after)] : []),
    ...(finished ? [finished.gameId, JSON.stringify(finished)] : []),
    ...(startBy === undefined ? [] : ['', '', startBy]),
  ];
}

function finishedOf(text: string): FinishedGame {
  return { ...LATER_FIELDS, ...(JSON.parse(text) as FinishedGame) };
}

/** Adds what only the rating service needs: lost focus, and whether the game was arranged. */
async function withRatingNotes(
  redis: Redis | Cluster,
  { focus, arranged }: Pick<ReturnType<typeof keysOf>, 'focus' | 'arranged'>,
  game: FinishedGame,
): Promise<FinishedGame> {
  if (!POLICIES[game.kind].rated) return game;
  const [[red, blue], isArranged] = await Promise.all([
    redis.hmget(focus, ...focusFields(game.gameId)),
    redis.exists(arranged),
  ]);
  const focusLosses = { player1: Number(red ?? 0), player2: Number(blue ?? 0) };
  return { ...game, focusLosses, ...(isArranged === 1 && { isArranged: true }) };
}

interface RoomStoreOptions {
  decode?: Decode;
  /** Resolves once a failover cannot undo what was just written to a key. Absent where that is so at once. */
  confirm?: ((key: string) => Promise<void>) | undefined;
}

export function createRoomStore(redis: Redis | Cluster, options: RoomStoreOptions = {}): RoomStore {
  const { decode = decodeRoom, confirm } = options;
  redis.defineCommand('commitRoom', { numberOfKeys: 4, lua: COMMIT });
  redis.defineCommand('loadRoom', { numberOfKeys: 2, lua: LOAD, readOnly: true });
  redis.defineCommand('countFocusLoss', { numberOfKeys: 1, lua: COUNT_FOCUS_LOSS });
  const scripts = redis as unknown as Scripts;
  return {
    async load(roomId) {
      const { state, events } = keysOf(roomId);
      return restore(decode, await scripts.loadRoom(state, events));
    },
    async isStored(roomId, room) {
      const [v, mark] = await redis.hmget(keysOf(roomId).state, 'v', 'mark');
      return Number(v ?? 0) === (room?.v ?? 0) && Number(mark ?? 0) === (room?.mark ?? 0);
    },
    async commit(before, after, events, startBy) {
      const { state, events: list, outbox, stream } = keysOf(after.id);
      const batch = JSON.stringify(events);
      const news = newsOf(before, after, events, batch, startBy);
      const conflict = await scripts.commitRoom(state, list, outbox, stream, ...news);
      if (conflict === 'LATE') return { committed: false, current: before, isLate: true };
      if (conflict) return { committed: false, current: restore(decode, conflict) };
      if (confirm) await confirm(state);
      return { committed: true, batch };
    },
    async eventsAfter(roomId, v) {
      const batches = await redis.lrange(keysOf(roomId).events, 0, -1);
      const events = parseBatches(batches).filter((event) => event.v > v);
      return events[0]?.v === v + 1 ? events : null;
    },
    async countFocusLoss(roomId, gameId, side, now) {
      await scripts.countFocusLoss(keysOf(roomId).focus, focusFields(gameId)[side - 1]!, now);
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
