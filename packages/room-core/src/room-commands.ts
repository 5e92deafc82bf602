import { type ErrorCode, POLICIES, type RoomEvent } from '@doushouqi/protocol';
import { receiversOf } from '@doushouqi/protocol/server';
import {
  absenceDeadline,
  asksForRematch,
  decide,
  earliestVerdict,
  gameToArchive,
  isPlaying,
  plyOf,
  type Room,
  type RoomCommand,
  reminderTime,
  type Seat,
  seatsTaken,
} from '@doushouqi/room';
import type { PairedGame, PairedGames } from './paired-games.ts';
import type { Places } from './places.ts';
import type { RematchPauses } from './rematch-pauses.ts';
import type { RoomJobs } from './room-jobs.ts';
import type { LiveRooms } from './room-lists.ts';
import { endsCorrespondence, type RoomMetrics, startsGame } from './room-metrics.ts';
import type { RoomStore } from './room-store.ts';

/** The outcome of a command. `events` are new and committed, and may accompany a refusal (a late move). */
export type CommandResult =
  | { ok: true; v: number; room: Room; events: RoomEvent[] }
  | { ok: false; code: ErrorCode; room: Room | null; events: RoomEvent[] };

export interface Commit {
  before: Room | null;
  after: Room;
  events: readonly RoomEvent[];
  /** The events as published. */
  batch: string;
}

export interface RoomCommandsOptions {
  store: RoomStore;
  live: LiveRooms;
  jobs: RoomJobs;
  /** Epoch ms. */
  now: () => number;
  /** The room as this process last saw it. Saves the load; may be old. */
  cached?: (roomId: string) => Room | undefined;
  /** Absent without commands of users. */
  pauseOf?: RematchPauses;
  /** Absent without commands of users. */
  pairedGames?: PairedGames;
  /** Seats of users in numbered rooms. The caller of a join takes the seat. */
  places?: Pick<Places, 'take' | 'free' | 'renew'>;
  metrics?: RoomMetrics;
  /** Called at once for each commit of this process. */
  onCommitted?: (commit: Commit) => void;
  /** Called if jobs could not be queued, or seats not freed or renewed. */
  onJobFailed: (error: unknown) => void;
}

/**
 * Delay of the sweeper's first check after a game starts. By then the starting commit has succeeded or failed (a Redis
 * command times out after 2 s), and nothing in a game is due sooner.
 */
const FIRST_CHECK_MS = 3_000;
/** A new spectator without a connection to the room is removed from its list after this time. */
const SPECTATOR_GRACE_MS = 60_000;

/** Attempts for one command before ROOM_BUSY. Each failed attempt means that another commit succeeded. */
const MAX_ATTEMPTS = 8;

/** Executes commands on rooms: the only path for realtime, room and timekeeper. */
export interface RoomCommands {
  /**
   * `seen`: the room that the caller has just read (null: none), which saves the load. Rejects only if Redis is unavailable:
   * the outcome is then unknown, and the command's id makes a retry safe.
   */
  execute(roomId: string, command: RoomCommand, seen?: Room | null): Promise<CommandResult>;
}

/** Queues the timekeeper's jobs for a commit. The sweeper replaces lost ones. */
function queueJobs(jobs: RoomJobs, before: Room | null, after: Room, now: number): Promise<void>[] {
  const { id, header } = after;
  const queued: Promise<void>[] = [];
  const archived = gameToArchive(before, after);
  if (archived) queued.push(jobs.deliver(id, archived.gameId, receiversOf(archived)));
  if (endsCorrespondence(before, after)) queued.push(jobs.forgetGame(before!.header.gameId!));
  const { gameId } = header;
  if (gameId === null) return queued;
  const verdict = earliestVerdict(after, now);
  const watchClock = (sooner: boolean): Promise<void>[] =>
    verdict === null ? [] : [jobs.watchClock(id, gameId, verdict, sooner)];
  // Players connect shortly after a game starts. The sweeper checks those who never do.
  if (before?.header.gameId !== gameId) {
    const reminder = reminderTime(header);
    if (reminder !== null) queued.push(jobs.watchReminder(id, gameId, reminder));
    return [...queued, ...watchClock(false)];
  }
  const known = absenceDeadline(before.header);
  const absence = absenceDeadline(header);
  if (known !== absence) {
    if (known !== null) queued.push(jobs.forgetAbsence(gameId, known));
    if (absence !== null) queued.push(jobs.watchAbsence(id, gameId, absence));
  }
  // An undo removes increments, so a clock may run out before the queued check.
  if (plyOf(after) < plyOf(before)) queued.push(...watchClock(true));
  return queued;
}

function newSpectators(before: Room | null, { header }: Room): string[] {
  return before?.header.spectators === header.spectators
    ? []
    : header.spectators.filter((userId) => !before?.header.spectators.includes(userId));
}

/**
 * Schedules the checks that a crash right after the commit must not lose; a superfluous one is harmless. Returns null for
 * nearly every move, which then does not wait.
 */
function scheduleBeforeCommit(
  { live, jobs }: Pick<RoomCommandsOptions, 'live' | 'jobs'>,
  before: Room | null,
  after: Room,
  now: number,
): Promise<unknown> | null {
  const watched = newSpectators(before, after);
  const scheduled: Promise<void>[] = [];
  // The sweeper would look for a lost delivery only at the deadline of the ended game.
  if (startsGame(before, after) || endsCorrespondence(before, after))
    scheduled.push(live.enter(after.id, now + FIRST_CHECK_MS));
  if (watched.length > 0) scheduled.push(jobs.watchSpectators(after.id, watched, now + SPECTATOR_GRACE_MS));
  return scheduled.length > 0 ? Promise.all(scheduled) : null;
}

/** Adds the pauses of its players to a rematch command. */
async function withPauses(
  command: Extract<RoomCommand, { type: 'offer' | 'answer' }>,
  room: Room | null,
  pauseOf: RematchPauses,
): Promise<RoomCommand> {
  const pause = await pauseOf(command.userId);
  if (command.type === 'offer') return { ...command, pause };
  const other = room?.header.players.find((userId) => userId !== command.userId);
  return { ...command, pause, otherPause: other === undefined ? null : await pauseOf(other) };
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
 * Takes both players for a rematch before its commit. Returns null for any other command. Refuses with ALREADY_PLAYING if the
 * user plays elsewhere, OPPONENT_PLAYING if the opponent does. If the commit fails, both players are blocked from other
 * games until pairing frees them 10 s later.
 */
async function beginRematch(
  parts: RematchParts,
  before: Room | null,
  after: Room,
  command: RoomCommand,
): Promise<{ ok: true; startBy: number } | { ok: false; code: ErrorCode; startBy?: never } | null> {
  if (command.type !== 'answer' || !startsGame(before, after)) return null;
  const { kind, context, isRated, players, gameId, timeControl } = after.header;
  const [red, blue] = players;
  if (!POLICIES[kind].exclusive || !before?.header.gameId || !gameId || !red || !blue || !timeControl)
    return null;
  const pair: PairedGame = {
    gameId,
    roomId: after.id,
    kind,
    timeControl,
    ...(context && { context }),
    ...(isRated === false && { isRated }),
    players: [red, blue],
    at: parts.now(),
    isRematch: true,
  };
  // A retry after a conflict may find its own game.
  const over = [before.header.gameId, gameId];
  for (;;) {
    const taken = await parts.pairedGames.take({ pair, over });
    if (taken.ok) return taken;
    const other = taken.reason === 'PLAYING' ? taken : null;
    // Pairing may not have been notified yet that the game ended.
    if (other?.game && !over.includes(other.game.gameId) && !(await isRunning(parts, other.game))) {
      over.push(other.game.gameId);
      continue;
    }
    const isOwn = other !== null && pair.players[other.index] === command.userId;
    return { ok: false, code: isOwn ? 'ALREADY_PLAYING' : 'OPPONENT_PLAYING' };
  }
}

/** Takes the seats of a reset in a numbered room. Returns the refusal of the command, or null. */
async function takeSeats(
  places: Pick<Places, 'take'>,
  before: Room | null,
  after: Room,
  command: RoomCommand,
): Promise<ErrorCode | null> {
  const seats = seatsTaken(after);
  if (command.type !== 'answer' || seats.length === 0 || !startsGame(before, after)) return null;
  const taken = await places.take(after.id, seats);
  if (taken.ok) return null;
  if (taken.index === null) return 'ADDRESS_TOO_MANY_GAMES';
  return seats[taken.index]?.userId === command.userId ? 'TOO_MANY_GAMES' : 'OPPONENT_TOO_MANY_GAMES';
}

/** Frees the seats that a commit ended, and renews those of a correspondence game at each turn. */
function updateSeats(
  places: Pick<Places, 'free' | 'renew'>,
  before: Room | null,
  after: Room,
  now: number,
): Promise<void>[] {
  const held = seatsTaken(after);
  const isHeld = (seat: Seat) =>
    held.some(({ userId, isUntimed }) => userId === seat.userId && isUntimed === seat.isUntimed);
  const ended = seatsTaken(before).filter((seat) => !isHeld(seat));
  const freed = ended.map((seat) => places.free(after.id, seat, now));
  const isNextTurn = (before?.header.moveDeadline ?? null) !== after.header.moveDeadline;
  return isNextTurn && held.length > 0 ? [...freed, places.renew(held)] : freed;
}

export function createRoomCommands(options: RoomCommandsOptions): RoomCommands {
  const { store, jobs, now, cached, pauseOf, pairedGames, places, metrics, onCommitted, onJobFailed } =
    options;

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
    const full = places && (await takeSeats(places, before, room, command));
    if (full) return { result: { ok: false, code: full, room: before, events: [] } };
    if (events.length > 0) {
      const scheduled = scheduleBeforeCommit(options, before, room, now());
      if (scheduled) await scheduled;
      const commit = await store.commit(before, room, events, taken?.startBy);
      if (!commit.committed) {
        if (commit.isLate) return { result: { ok: false, code: 'ROOM_BUSY', room: before, events: [] } };
        return { conflict: commit.current };
      }
      onCommitted?.({ before, after: room, events, batch: commit.batch });
      metrics?.committed(before, room);
      const queued = queueJobs(jobs, before, room, now());
      if (places) queued.push(...updateSeats(places, before, room, now()));
      if (queued.length > 0) Promise.all(queued).catch(onJobFailed);
    }
    if (refusal) return { result: { ok: false, code: refusal, room, events } };
    return { result: { ok: true, v, room, events } };
  };

  return {
    async execute(roomId, asked, seen = cached?.(roomId)) {
      let fresh = seen === undefined;
      let before = seen === undefined ? await store.load(roomId) : seen;
      const command = pauseOf && asksForRematch(asked) ? await withPauses(asked, before, pauseOf) : asked;
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
        const attempted = await attempt(before, roomId, command);
        const { result } = attempted;
        if (result && (result.ok || result.events.length > 0 || fresh)) return result;
        // An old copy may refuse wrongly: retry once with the stored room.
        if (!result) metrics?.conflict();
        before = result ? await store.load(roomId) : attempted.conflict;
        fresh = true;
      }
      return { ok: false, code: 'ROOM_BUSY', room: before, events: [] };
    },
  };
}
