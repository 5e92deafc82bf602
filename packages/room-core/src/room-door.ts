import type { ErrorCode, RoomEvent } from '@doushouqi/protocol';
import { earliestFlag } from './clock.ts';
import { decide, type RoomCommand } from './decide/decide.ts';
import type { LiveRooms } from './live-rooms.ts';
import { isPlaying, offlineDeadline, plyOf, type Room, turnOf } from './room.ts';
import type { RoomStore } from './room-store.ts';

/** Wakes the timekeeper; a hint only, so a lost call is made good by the sweeper. */
export interface RoomJobs {
  /** `sooner`: this look takes the place of a later one that is set already. */
  watchClock(roomId: string, gameId: string, at: number, sooner?: boolean): Promise<void>;
  /** Looks at `at` whether the player who is away came back. */
  watchAbsence(roomId: string, gameId: string, at: number): Promise<void>;
  /** Nobody need look at `at` any more: a return cancels the absence's job (design §5). */
  forgetAbsence(gameId: string, at: number): Promise<void>;
  archive(roomId: string, gameId: string): Promise<void>;
}

/** What came of a command: `events` are new and committed, and are there even beside a refusal (a late move). */
export type Outcome =
  | { ok: true; v: number; room: Room; events: RoomEvent[] }
  | { ok: false; code: ErrorCode; room: Room | null; events: RoomEvent[] };

export interface RoomDoorOptions {
  store: RoomStore;
  live: LiveRooms;
  jobs: RoomJobs;
  /** Epoch ms. */
  now: () => number;
  /** The room as this process last saw it, which saves the load; it may be old, never ahead. */
  cached?: (roomId: string) => Room | undefined;
  /** Somebody else's commit came first; the command is decided again. */
  onConflict?: () => void;
  /** Hears of jobs that could not be queued. */
  onJobFailed: (error: unknown) => void;
}

/** Tries for one command before it is ROOM_BUSY: each lost try means that somebody else's succeeded. */
const TRIES = 8;

/** A door to the rooms: realtime, room and timekeeper all go through this one path (design §5). */
export interface RoomDoor {
  execute(roomId: string, command: RoomCommand): Promise<Outcome>;
}

export const createRoomDoor = (options: RoomDoorOptions): RoomDoor => {
  const { store, live, jobs, now, cached, onConflict, onJobFailed } = options;

  /** What the timekeeper should know of a commit. */
  const hints = (before: Room | null, after: Room): Promise<void>[] => {
    const { id, game } = after;
    if (!game) return [];
    if (before?.game?.id !== game.id) {
      // Who sits down is not there yet and will be in a moment: the sweeper sees to those who never come.
      return [jobs.watchClock(id, game.id, earliestFlag(game.clock, turnOf(game), game.startTime))];
    }
    const told: Promise<void>[] = [];
    const known = offlineDeadline(before)?.at;
    const absence = offlineDeadline(after)?.at;
    if (known !== absence) {
      if (known !== undefined) told.push(jobs.forgetAbsence(game.id, known));
      if (absence !== undefined) told.push(jobs.watchAbsence(id, game.id, absence));
    }
    if (game.endTime !== null && before.game.endTime === null) told.push(jobs.archive(id, game.id));
    if (plyOf(game) < plyOf(before.game)) {
      // An undo takes increments back: a flag may now fall before the look that is set.
      told.push(jobs.watchClock(id, game.id, earliestFlag(game.clock, turnOf(game), now()), true));
    }
    return told;
  };

  const startsGame = (before: Room | null, after: Room): boolean =>
    isPlaying(after) && before?.game?.id !== after.game.id;

  const attempt = async (
    before: Room | null,
    roomId: string,
    command: RoomCommand,
  ): Promise<{ outcome: Outcome } | { outcome?: never; conflict: Room | null }> => {
    const decided = decide(before, roomId, command, now());
    if (!decided.ok) return { outcome: { ok: false, code: decided.error, room: before, events: [] } };
    const { room, events, v, refusal } = decided.value;
    if (events.length > 0) {
      if (startsGame(before, room)) await live.enter(roomId, now());
      const result = await store.commit(before, room, events);
      if (!result.committed) return { conflict: result.current };
      Promise.all(hints(before, room)).catch(onJobFailed);
    }
    if (refusal) return { outcome: { ok: false, code: refusal, room, events } };
    return { outcome: { ok: true, v, room, events } };
  };

  return {
    /** Rejects only when Redis is away: the outcome is then unknown, and the command's id makes a retry safe. */
    async execute(roomId, command) {
      const known = cached?.(roomId);
      let fresh = known === undefined;
      let before = known ?? (await store.load(roomId));
      for (let tries = 0; tries < TRIES; tries++) {
        const result = await attempt(before, roomId, command);
        const { outcome } = result;
        if (outcome && (outcome.ok || outcome.events.length > 0 || fresh)) return outcome;
        // A refusal by an old copy is no refusal: look at the stored room once.
        if (!outcome) onConflict?.();
        before = outcome ? await store.load(roomId) : result.conflict;
        fresh = true;
      }
      return { ok: false, code: 'ROOM_BUSY', room: before, events: [] };
    },
  };
};
