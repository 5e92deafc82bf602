import type { GameJob, RoomJob } from '@doushouqi/protocol';
import {
  absenceDeadline,
  earliestAbort,
  earliestFlag,
  isPlaying,
  moveDeadlineFrom,
  type PlayingRoom,
  plyOf,
  remaining,
  reminderTime,
  turnOf,
  userOf,
} from '@doushouqi/room';
import type { PushNotifications, RoomCommands, RoomStore } from '@doushouqi/room-core';
import type { Presence } from '@doushouqi/room-core/presence';

/**
 * The clock of the waiting side may be nearly empty while the side to move thinks for minutes; checks at every such
 * moment would be a busy loop. A flag is detected at most this late, unless the opponent claims it.
 */
const SHORTEST_INTERVAL_MS = 1_000;

/** Returns when (epoch ms) to check a running game's clock or deadline next. Pure. */
export function nextLook(room: PlayingRoom, now: number): number | null {
  if (!room.header.timeControl) return room.header.moveDeadline;
  const turn = turnOf(room);
  const moverFlags = now + remaining(room.header, turn, turn, now);
  const moverIsLate = Math.min(moverFlags, earliestAbort(room, now) ?? moverFlags);
  return Math.min(moverIsLate, Math.max(earliestFlag(room.header, turn, now), now + SHORTEST_INTERVAL_MS));
}

/** Retry delay while moves occupy the room. */
const BUSY_RETRY_MS = 1_000;
/** Retry delay of an absence job that ran early because of clock skew. */
const CLOCK_SKEW_MS = 2_000;

/**
 * Checks a game and executes what is due by its stored times. Returns when to check again (epoch ms), or null for
 * never.
 */
async function checkRoom(
  commands: RoomCommands,
  { roomId, gameId }: GameJob,
  now: () => number,
  next: (room: PlayingRoom) => number | null,
): Promise<number | null> {
  const result = await commands.execute(roomId, { type: 'check' });
  if (!result.ok) return result.code === 'ROOM_BUSY' ? now() + BUSY_RETRY_MS : null;
  const { room } = result;
  return isPlaying(room) && room.header.gameId === gameId ? next(room) : null;
}

/**
 * Checks a game's clock or deadline and ends the game on timeout, by stored times. Returns when to check again (epoch ms), or
 * null for never. Rejects while Redis is unavailable.
 */
export function watchClock(commands: RoomCommands, job: GameJob, now: () => number): Promise<number | null> {
  return checkRoom(commands, job, now, (room) => nextLook(room, now()));
}

/** Checks whether a player was offline for too long. Each absence has its own job, so this one does not repeat. */
export function watchAbsence(
  commands: RoomCommands,
  job: GameJob,
  now: () => number,
): Promise<number | null> {
  return checkRoom(commands, job, now, (room) => {
    const at = absenceDeadline(room.header);
    return at !== null && at <= now() + CLOCK_SKEW_MS ? at : null;
  });
}

interface WatchReminderOptions {
  store: Pick<RoomStore, 'load'>;
  pushNotifications: Pick<PushNotifications, 'send'>;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Reminds the player to move of a correspondence game whose deadline is near, once per turn. Returns when to check again
 * (epoch ms): the reminder of a turn that begins now, as later turns have later ones. Null for never. Rejects while Redis
 * is unavailable.
 */
export async function watchReminder(
  { store, pushNotifications, now }: WatchReminderOptions,
  { roomId, gameId }: GameJob,
): Promise<number | null> {
  const room = await store.load(roomId);
  if (!room || !isPlaying(room) || room.header.gameId !== gameId) return null;
  const at = reminderTime(room.header);
  const userId = userOf(room.header, turnOf(room));
  if (at === null || userId === null || now() < at) return at;
  const until = room.header.moveDeadline!;
  pushNotifications.send({ kind: 'turn', userId, roomId, gameId, ply: plyOf(room), until, isReminder: true });
  return reminderTime({ ...room.header, moveDeadline: moveDeadlineFrom(room.header, now()) });
}

interface WatchSpectatorsOptions {
  presence: Pick<Presence, 'attendees'>;
  commands: RoomCommands;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Removes spectators without a connection. A spectator joins by a call and then connects; realtime nodes remove
 * spectators whose connection ends, but not those who never connected (a page closed too early). Returns when to
 * check again (epoch ms), null for never. Rejects while Redis is unavailable.
 */
export async function watchSpectators(
  { presence, commands, now }: WatchSpectatorsOptions,
  { roomId, userIds }: RoomJob['spectators'],
): Promise<number | null> {
  const connected = new Set((await presence.attendees(roomId)).map(({ userId }) => userId));
  const went = userIds.filter((userId) => !connected.has(userId));
  if (went.length === 0) return null;
  const result = await commands.execute(roomId, { type: 'spectators', joined: [], left: went });
  return !result.ok && result.code === 'ROOM_BUSY' ? now() + BUSY_RETRY_MS : null;
}
