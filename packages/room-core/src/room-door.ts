import { type ErrorCode, POLICIES, type RoomEvent } from '@doushouqi/protocol';
import {
  asksForRematch,
  decide,
  earliestVerdict,
  gameToArchive,
  isPlaying,
  offlineDeadline,
  plyOf,
  type Room,
  type RoomCommand,
} from '@doushouqi/room';
import { type PairedGame, type PairedGames, poolId } from './paired-games.ts';
import type { RoomJobs } from './room-jobs.ts';
import type { LiveRooms } from './room-lists.ts';
import { type RoomMetrics, startsGame } from './room-metrics.ts';
import type { RoomStore } from './room-store.ts';

/** What came of a command: `events` are new and committed, and are there even beside a refusal (a late move). */
export type CommandResult =
  | { ok: true; v: number; room: Room; events: RoomEvent[] }
  | { ok: false; code: ErrorCode; room: Room | null; events: RoomEvent[] };

/** A commit that was made. */
export interface Commit {
  before: Room | null;
  after: Room;
  events: readonly RoomEvent[];
  /** The events as published. */
  batch: string;
}

export interface RoomDoorOptions {
  store: RoomStore;
  live: LiveRooms;
  jobs: RoomJobs;
  /** Epoch ms. */
  now: () => number;
  /** The room as this process last saw it, which saves the load; it may be old, never ahead. */
  cached?: (roomId: string) => Room | undefined;
  /** Whether a user is kept from being paired just now; absent where no user speaks through the door. */
  isPaused?: (userId: string) => Promise<boolean>;
  /** Which paired or rated game each user plays; absent where no user speaks through the door. */
  pairedGames?: PairedGames;
  metrics?: RoomMetrics;
  /** Hears of each own commit at once. */
  onCommitted?: (commit: Commit) => void;
  /** Hears of jobs that could not be queued. */
  onJobFailed: (error: unknown) => void;
}

/**
 * The sweeper first looks at a room this long after a game began: by then the commit that begins it was made or has
 * failed (a command to Redis has two seconds), and nothing in a game is due sooner. Milliseconds.
 */
const FIRST_LOOK = 3_000;
/** A new spectator who has no connection to the room after this long is taken off its list. Milliseconds. */
const SPECTATOR_GRACE = 60_000;

/** Tries for one command before it is ROOM_BUSY: each lost try means that somebody else's succeeded. */
const TRIES = 8;

/** A door to the rooms: realtime, room and timekeeper all go through this one path (design §5). */
export interface RoomDoor {
  /**
   * `seen`: the room as the caller has just read it, null for none, which saves the load. Rejects only when Redis is away: the outcome
   * is then unknown, and the command's id makes a retry safe.
   */
  execute(roomId: string, command: RoomCommand, seen?: Room | null): Promise<CommandResult>;
}

/** What the timekeeper should know of a commit. A hint that is lost is made good by the sweeper. */
function hints(jobs: RoomJobs, before: Room | null, after: Room, now: number): Promise<void>[] {
  const { id, header } = after;
  const told: Promise<void>[] = [];
  const archived = gameToArchive(before, after);
  if (archived) told.push(jobs.archive(id, archived.gameId));
  const { gameId } = header;
  if (gameId === null) return told;
  const watchClock = (sooner: boolean) => jobs.watchClock(id, gameId, earliestVerdict(after, now), sooner);
  // Who sits down is not there yet and will be in a moment: the sweeper sees to those who never come.
  if (before?.header.gameId !== gameId) return [...told, watchClock(false)];
  const known = offlineDeadline(before.header)?.at;
  const absence = offlineDeadline(header)?.at;
  if (known !== absence) {
    if (known !== undefined) told.push(jobs.forgetAbsence(gameId, known));
    if (absence !== undefined) told.push(jobs.watchAbsence(id, gameId, absence));
  }
  // An undo takes increments back: a flag may now fall before the look that is set.
  if (plyOf(after) < plyOf(before)) told.push(watchClock(true));
  return told;
}

function newSpectators(before: Room | null, { header }: Room): string[] {
  return before?.header.spectators === header.spectators
    ? []
    : header.spectators.filter((userId) => !before?.header.spectators.includes(userId));
}

/**
 * What must be known before the commit, so that no crash between the two loses it; too much of it is harmless. Null for
 * nearly every move, which then waits for nothing.
 */
function announce(
  { live, jobs }: Pick<RoomDoorOptions, 'live' | 'jobs'>,
  before: Room | null,
  after: Room,
  now: number,
): Promise<unknown> | null {
  const watched = newSpectators(before, after);
  const told: Promise<void>[] = [];
  if (startsGame(before, after)) told.push(live.enter(after.id, now + FIRST_LOOK));
  if (watched.length > 0) told.push(jobs.watchSpectators(after.id, watched, now + SPECTATOR_GRACE));
  return told.length > 0 ? Promise.all(told) : null;
}

/** The command with what is known of the pauses of those who would play again. */
async function withPauses(
  command: Extract<RoomCommand, { type: 'offer' | 'answer' }>,
  room: Room | null,
  isPaused: NonNullable<RoomDoorOptions['isPaused']>,
): Promise<RoomCommand> {
  const paused = await isPaused(command.userId);
  if (command.type === 'offer') return { ...command, isPaused: paused };
  const other = room?.header.players.find((userId) => userId !== command.userId);
  return { ...command, isPaused: paused, isOtherPaused: other !== undefined && (await isPaused(other)) };
}

interface RematchParts {
  pairedGames: PairedGames;
  store: Pick<RoomStore, 'load'>;
  /** Epoch ms. */
  now: () => number;
}

async function isRunning(
  { store }: Pick<RematchParts, 'store'>,
  { roomId, gameId }: PairedGame,
): Promise<boolean> {
  const room = await store.load(roomId);
  return room !== null && room.header.gameId === gameId && isPlaying(room);
}

/**
 * Takes both players for the rematch that a command begins, before it is committed. Null for any other command. The code is
 * ALREADY_PLAYING where the user plays elsewhere, OPPONENT_PLAYING where the opponent does. A rematch that is taken and not
 * committed keeps both from other games until pairing frees them, 10 s later.
 */
async function beginRematch(
  parts: RematchParts,
  before: Room | null,
  after: Room,
  command: RoomCommand,
): Promise<{ ok: true; startBy: number } | { ok: false; code: ErrorCode; startBy?: never } | null> {
  if (command.type !== 'answer' || !startsGame(before, after)) return null;
  const { kind, players, gameId, timeControl } = after.header;
  const [red, blue] = players;
  const policy = POLICIES[kind];
  if (!policy.exclusive || !before?.header.gameId || !gameId || !red || !blue) return null;
  const { initial, increment } = timeControl;
  const pair: PairedGame = {
    gameId,
    roomId: after.id,
    pool: poolId({ initial, increment, rated: policy.rated }),
    players: [red, blue],
    at: parts.now(),
    isRematch: true,
  };
  // The game itself: this may be another try, after a conflict.
  const over = [before.header.gameId, gameId];
  for (;;) {
    const taken = await parts.pairedGames.take({ pair, over });
    if (taken.ok) return taken;
    const other = taken.reason === 'PLAYING' ? taken : null;
    // Pairing may not have been notified of the end of that game yet.
    if (other?.game && !over.includes(other.game.gameId) && !(await isRunning(parts, other.game))) {
      over.push(other.game.gameId);
      continue;
    }
    const isOwn = other !== null && pair.players[other.index] === command.userId;
    return { ok: false, code: isOwn ? 'ALREADY_PLAYING' : 'OPPONENT_PLAYING' };
  }
}

export function createRoomDoor(options: RoomDoorOptions): RoomDoor {
  const { store, jobs, now, cached, isPaused, pairedGames, metrics, onCommitted, onJobFailed } = options;

  const attempt = async (
    before: Room | null,
    roomId: string,
    command: RoomCommand,
  ): Promise<{ result: CommandResult } | { result?: never; conflict: Room | null }> => {
    const decided = decide(before, roomId, command, now());
    if (!decided.ok) return { result: { ok: false, code: decided.error, room: before, events: [] } };
    const { room, events, v, refusal } = decided.value;
    const taken = pairedGames && (await beginRematch({ pairedGames, store, now }, before, room, command));
    if (taken && !taken.ok) return { result: { ok: false, code: taken.code, room: before, events: [] } };
    if (events.length > 0) {
      const announced = announce(options, before, room, now());
      if (announced) await announced;
      const commit = await store.commit(before, room, events, taken?.startBy);
      if (!commit.committed) {
        if (commit.isLate) return { result: { ok: false, code: 'ROOM_BUSY', room: before, events: [] } };
        return { conflict: commit.current };
      }
      onCommitted?.({ before, after: room, events, batch: commit.batch });
      metrics?.committed(before, room);
      const told = hints(jobs, before, room, now());
      if (told.length > 0) Promise.all(told).catch(onJobFailed);
    }
    if (refusal) return { result: { ok: false, code: refusal, room, events } };
    return { result: { ok: true, v, room, events } };
  };

  return {
    async execute(roomId, asked, seen = cached?.(roomId)) {
      let fresh = seen === undefined;
      let before = seen === undefined ? await store.load(roomId) : seen;
      const command = isPaused && asksForRematch(asked) ? await withPauses(asked, before, isPaused) : asked;
      for (let tries = 0; tries < TRIES; tries++) {
        const attempted = await attempt(before, roomId, command);
        const { result } = attempted;
        if (result && (result.ok || result.events.length > 0 || fresh)) return result;
        // A refusal by an old copy is no refusal: look at the stored room once.
        if (!result) metrics?.conflict();
        before = result ? await store.load(roomId) : attempted.conflict;
        fresh = true;
      }
      return { ok: false, code: 'ROOM_BUSY', room: before, events: [] };
    },
  };
}
