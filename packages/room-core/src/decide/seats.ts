import { DEFAULT_TIME_CONTROL, MAX_SPECTATORS, type RoomHeader, type TimeControl } from '@doushouqi/protocol';
import { err, ok, opponent, type Player } from '@doushouqi/rules';
import { fullClock, keyOf } from '../clock.ts';
import { evolve, NO_OFFERS } from '../evolve.ts';
import { emptyRoom, isPlaying, type PlayingRoom, type Room, sideOf } from '../room.ts';
import {
  type Decided,
  type Decision,
  endedNow,
  happened,
  nothing,
  timeUp,
  update,
  updated,
} from './decision.ts';

/** A new board with full clocks. Who is away at the start is given the whole minute from here. */
export const newGame = (room: Room, gameId: string, now: number): Partial<RoomHeader> => {
  const { player1, player2 } = room.offlineSince;
  return {
    ...NO_OFFERS,
    gameId,
    status: 'playing',
    winner: -1,
    endReason: 'NONE',
    ply: 0,
    ...fullClock(room.timeControl),
    lastMoveTime: now,
    offlineSince: { player1: player1 && now, player2: player2 && now },
    offlinePlayerSurrendered: null,
  };
};

/** A seat is taken before its player's connection is there: the first sign of it clears `offlineSince`. */
const seat = (room: Room, userId: string, newGameId: string, now: number): Decided => {
  const players = [...room.players, userId];
  const side = players.length === 1 ? 1 : 2;
  const offlineSince = { ...room.offlineSince, [keyOf(side)]: now };
  if (side === 1) {
    const change = { createdBy: userId, players, offlineSince, timeControl: DEFAULT_TIME_CONTROL };
    return updated(room, now, { ...change, ...fullClock(DEFAULT_TIME_CONTROL) });
  }
  return updated(room, now, { players, ...newGame({ ...room, offlineSince }, newGameId, now) });
};

/** Both players have left the finished game: the number is free, and its version goes on counting. */
const vacated = (room: Room): Room =>
  room.players.length > 0 && room.players.every((id) => room.departed.includes(id))
    ? { ...emptyRoom(room.id, room.timeControl), v: room.v, spectators: room.spectators }
    : room;

export const join = (room: Room, userId: string, newGameId: string, now: number): Decided => {
  const open = vacated(room);
  if (open === room && room.departed.includes(userId)) {
    return updated(room, now, { departed: room.departed.filter((id) => id !== userId) });
  }
  if (sideOf(open, userId)) return nothing(room);
  if (open.players.length < 2) {
    const spectators = open.spectators.filter((id) => id !== userId);
    return seat({ ...open, spectators }, userId, newGameId, now);
  }
  if (room.spectators.includes(userId)) return nothing(room);
  if (room.spectators.length >= MAX_SPECTATORS) return err('ROOM_FULL');
  return updated(room, now, { spectators: [...room.spectators, userId] });
};

/** Many spectators at once, in one event; those beyond the limit stay out. */
export const crowd = (room: Room, came: readonly string[], went: readonly string[], now: number): Decided => {
  const stay = room.spectators.filter((id) => !went.includes(id));
  const fresh = [...new Set(came)].filter((id) => !stay.includes(id) && sideOf(room, id) === null);
  const spectators = [...stay, ...fresh].slice(0, MAX_SPECTATORS);
  const same =
    spectators.length === room.spectators.length && spectators.every((id, i) => id === room.spectators[i]);
  return same ? nothing(room) : updated(room, now, { spectators });
};

export const setTimeControl = (room: Room, userId: string, chosen: TimeControl, now: number): Decided => {
  if (room.createdBy !== userId) return err('NOT_CREATOR');
  if (room.game) return err('GAME_STARTED');
  const timeControl = { initial: chosen.initial, increment: chosen.increment };
  return updated(room, now, { timeControl, ...fullClock(timeControl) });
};

export const surrender = (room: Room, userId: string, now: number): Decided => {
  const side = sideOf(room, userId);
  if (!side) return err('NOT_A_PLAYER');
  if (!room.game) return err('NOT_PLAYING');
  if (!isPlaying(room)) return err('GAME_OVER');
  return ok(surrendered(room, side, now));
};

const surrendered = (room: PlayingRoom, side: Player, now: number): Decision =>
  timeUp(room, now) ?? endedNow(room, opponent(side), 'SURRENDER', now);

export const leaveSpectating = (room: Room, userId: string, now: number): Decided =>
  crowd(room, [], [userId], now);

/** Leaving a running game surrenders it; a waiting player gives the seat back; a spectator just goes. */
export const leave = (room: Room, userId: string, now: number): Decided => {
  const side = sideOf(room, userId);
  if (!side) return leaveSpectating(room, userId, now);
  if (room.departed.includes(userId)) return nothing(room);
  if (!room.game) {
    const offlineSince = { player1: null, player2: null };
    return updated(room, now, { players: [], createdBy: null, offlineSince });
  }
  const over = isPlaying(room) ? surrendered(room, side, now) : happened(room, []);
  const gone = update(over.room, now, { ...NO_OFFERS, departed: [...over.room.departed, userId] });
  return ok({ room: evolve(over.room, gone), events: [...over.events, gone], v: gone.v });
};

/**
 * A player's connection to the room ended or came back. While both are away nobody is judged, so whoever comes
 * back first gives the other a whole minute from then.
 */
export const presence = (room: Room, userId: string, here: boolean, now: number): Decided => {
  const side = sideOf(room, userId);
  if (!side || (room.offlineSince[keyOf(side)] === null) === here) return nothing(room);
  const other = keyOf(opponent(side));
  const otherSince = here && room.offlineSince[other] !== null ? now : room.offlineSince[other];
  const offlineSince = { ...room.offlineSince, [keyOf(side)]: here ? null : now, [other]: otherSince };
  return updated(room, now, { offlineSince });
};
