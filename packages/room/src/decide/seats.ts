import {
  ARRIVAL_TIME,
  DEFAULT_DAYS_PER_MOVE,
  MAX_SPECTATORS,
  POLICIES,
  type RoomHeader,
  type RoomPolicy,
  type TimeControl,
} from '@doushouqi/protocol';
import { err, ok, otherSide, SIDES, type Side } from '@doushouqi/rules';
import { fullClock, started } from '../clock.ts';
import type { JoinCommand, PairCommand } from '../command.ts';
import { moveDeadlineFrom } from '../correspondence.ts';
import { evolve } from '../evolve.ts';
import { isWatchable, mayAbort } from '../policy.ts';
import { emptyRoom, type PlayingRoom, type Room } from '../room.ts';
import { isAwaited, isOver, isPlaying, NO_DRAW_OFFERS, NO_OFFERS, seatOf, turnOf } from '../view.ts';
import {
  aborted,
  type Decided,
  type Decision,
  endedNow,
  timeUp,
  unchanged,
  update,
  updated,
  verdictOf,
  withEvents,
} from './decision.ts';

/** Returns the header with the sides of the players swapped. */
export function swapped(header: RoomHeader): RoomHeader {
  const { red, blue } = header.offlineSince;
  return {
    ...header,
    players: [...header.players].reverse(),
    offlineSince: { red: blue, blue: red },
  };
}

/**
 * Returns the header fields of a new game. The absence of an offline player counts from its start, except in a
 * correspondence game, which shows when the player was last seen.
 */
export function newGame(header: RoomHeader, gameId: string, now: number): Partial<RoomHeader> {
  const { players, timeControl, daysPerMove, offlineSince } = header;
  const { red, blue } = offlineSince;
  return {
    ...NO_OFFERS,
    gameId,
    players,
    ...verdictOf({ winner: null, endReason: 'NONE' }),
    ply: 0,
    ...started(fullClock(timeControl), timeControl, now),
    moveDeadline: moveDeadlineFrom(header, now),
    offlineSince: daysPerMove ? offlineSince : { red: red && now, blue: blue && now },
    offlinePlayerSurrendered: null,
    abortedBy: null,
    drawOffers: NO_DRAW_OFFERS,
    awaited: [],
  };
}

/** Seats a user. `offlineSince` is set until the player's connection is reported. */
function seat(room: Room, command: JoinCommand, policy: RoomPolicy, now: number): Decided {
  const { userId, newGameId, drawn, choices } = command;
  const { header } = room;
  const players = [...header.players, userId];
  const spectators = header.spectators.filter((id) => id !== userId);
  const side = SIDES[header.players.length]!;
  const offlineSince = { ...header.offlineSince, [side]: now };
  if (side === 'red') {
    const {
      timeControl = policy.timeControl,
      daysPerMove: days = DEFAULT_DAYS_PER_MOVE,
      table = null,
    } = choices ?? {};
    const daysPerMove = timeControl ? null : days;
    const change = { createdBy: userId, players, offlineSince, timeControl, daysPerMove, table };
    // Spectators of an earlier game in this room may remain.
    const stay = isWatchable({ table }) ? spectators : [];
    return updated(room, now, { ...change, spectators: stay, ...fullClock(timeControl) });
  }
  // Until now the creator has the first seat, whatever the color.
  const color = header.table?.color ?? 'red';
  const seated = { ...header, players, offlineSince };
  const isSwapped = (color === 'random' ? drawn : color) === 'blue';
  const game = newGame(isSwapped ? swapped(seated) : seated, newGameId, now);
  return updated(room, now, { spectators, ...game });
}

/** Starts the game of a pair in a new room. Repeating the command changes nothing; a used room refuses. */
export function pair(room: Room, command: PairCommand, now: number): Decided {
  const { players, timeControl, gameId, context, isRated } = command;
  if (room.header.gameId === gameId) return unchanged(room);
  if (room.v > 0) return err('ROOM_TAKEN');
  // Set until the players' connections are reported, as in `seat`.
  const offlineSince = { red: now, blue: now };
  const header = { ...room.header, players: [...players], timeControl, offlineSince };
  const game = newGame(header, gameId, now);
  const lasting = { timeControl, ...(context && { context }), ...(isRated === false && { isRated }) };
  return updated(room, now, { ...lasting, ...game, lastMoveTime: now + ARRIVAL_TIME, awaited: SIDES });
}

/** Starts the clock of the first move if it waits for this player, whose client now shows the table. */
export function arrive(room: Room, userId: string, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return err('NOT_A_PLAYER');
  if (!isAwaited(room, side)) return unchanged(room);
  const { awaited = [], lastMoveTime } = room.header;
  const isTurn = turnOf(room) === side && lastMoveTime !== null;
  return updated(room, now, {
    awaited: awaited.filter((other) => other !== side),
    lastMoveTime: isTurn ? Math.min(lastMoveTime, now) : lastMoveTime,
  });
}

/** Returns an empty room with the same version if both players have left the finished game. */
function vacated(room: Room): Room {
  const { kind, players, departed, spectators, timeControl, daysPerMove } = room.header;
  if (players.length === 0 || !players.every((id) => departed.includes(id))) return room;
  const empty = emptyRoom(room.id, kind);
  const { v, mark } = room;
  return { ...empty, v, mark, header: { ...empty.header, timeControl, daysPerMove, spectators } };
}

export function join(room: Room, command: JoinCommand, now: number): Decided {
  const { userId } = command;
  const { kind, departed, spectators } = room.header;
  const policy = POLICIES[kind];
  const open = policy.seats === 'open' ? vacated(room) : room;
  if (open === room && departed.includes(userId)) {
    return updated(room, now, { departed: departed.filter((id) => id !== userId) });
  }
  if (seatOf(open.header, userId)) return unchanged(room);
  if (policy.seats === 'open' && open.header.players.length < 2) return seat(open, command, policy, now);
  if (spectators.includes(userId)) return unchanged(room);
  if (!isWatchable(open.header)) return err('SPECTATORS_CLOSED');
  if (spectators.length >= MAX_SPECTATORS) return err('ROOM_FULL');
  return updated(room, now, { spectators: [...spectators, userId] });
}

/** Adds and removes spectators in one event. Ignores those beyond the limit. */
export function changeSpectators(
  room: Room,
  joined: readonly string[],
  left: readonly string[],
  now: number,
): Decided {
  const known = room.header.spectators;
  const stay = known.filter((id) => !left.includes(id));
  const welcome = isWatchable(room.header) ? joined : [];
  const fresh = [...new Set(welcome)].filter((id) => !stay.includes(id) && seatOf(room.header, id) === null);
  const spectators = [...stay, ...fresh].slice(0, MAX_SPECTATORS);
  const same = spectators.length === known.length && spectators.every((id, i) => id === known[i]);
  return same ? unchanged(room) : updated(room, now, { spectators });
}

export function setTimeControl(room: Room, userId: string, chosen: TimeControl, now: number): Decided {
  if (room.header.createdBy !== userId) return err('NOT_CREATOR');
  if (room.header.gameId !== null) return err('GAME_STARTED');
  const timeControl = { initial: chosen.initial, increment: chosen.increment };
  return updated(room, now, { timeControl, daysPerMove: null, ...fullClock(timeControl) });
}

export function surrender(room: Room, userId: string, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return err('NOT_A_PLAYER');
  if (room.header.gameId === null) return err('NOT_PLAYING');
  if (!isPlaying(room)) return err('GAME_OVER');
  return ok(surrendered(room, side, now));
}

/** Ends the game by time, by abortion (before the side's first move) or by surrender. */
function surrendered(room: PlayingRoom, side: Side, now: number): Decision {
  const verdict = timeUp(room, now);
  if (verdict) return verdict;
  return mayAbort(room, side) ? aborted(room, side, now) : endedNow(room, otherSide(side), 'SURRENDER', now);
}

export function leaveSpectating(room: Room, userId: string, now: number): Decided {
  return changeSpectators(room, [], [userId], now);
}

/**
 * Removes a user. Leaving a running game surrenders it, except a correspondence game, which goes on; a waiting player
 * frees the seat.
 */
export function leave(room: Room, userId: string, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return leaveSpectating(room, userId, now);
  const { departed, daysPerMove } = room.header;
  if (departed.includes(userId) || (isPlaying(room) && daysPerMove !== null)) return unchanged(room);
  if (room.header.gameId === null) {
    const offlineSince = { red: null, blue: null };
    return updated(room, now, { players: [], createdBy: null, table: null, offlineSince });
  }
  const over = isPlaying(room) ? surrendered(room, side, now) : withEvents(room, []);
  const gone = update(over.room, now, { ...NO_OFFERS, departed: [...over.room.header.departed, userId] });
  return ok({ room: evolve(over.room, gone), events: [...over.events, gone], v: gone.v });
}

/**
 * Records that a player went offline or reconnected. Absence is not judged while both are offline, so the first to
 * reconnect restarts the opponent's grace period. A correspondence game has none.
 */
export function presence(room: Room, userId: string, here: boolean, now: number): Decided {
  const { offlineSince: since, daysPerMove } = room.header;
  const side = seatOf(room.header, userId);
  if (!side || (since[side] === null) === here) return unchanged(room);
  const other = otherSide(side);
  const isRestarted = here && since[other] !== null && daysPerMove === null;
  const otherSince = isRestarted ? now : since[other];
  const offlineSince = { ...since, [side]: here ? null : now, [other]: otherSince };
  return updated(room, now, { offlineSince });
}

/**
 * Gives the seat of a user to another one, who continues the game: a guest who logs in to an older account. Open offers
 * lapse. Changes nothing if the user has no seat, the other one has the opposite seat, or the game is over: a result
 * keeps its players.
 */
export function replacePlayer(
  room: Room,
  { userId, by }: { userId: string; by: string },
  now: number,
): Decided {
  const { header } = room;
  const side = seatOf(header, userId);
  if (!side || seatOf(header, by) || isOver(room)) return unchanged(room);
  const renamed = (ids: readonly string[]): string[] => ids.map((id) => (id === userId ? by : id));
  return updated(room, now, {
    ...NO_OFFERS,
    players: renamed(header.players),
    departed: renamed(header.departed),
    spectators: header.spectators.filter((id) => id !== by),
    createdBy: header.createdBy === userId ? by : header.createdBy,
    // Set until the connection of the new player is reported, as in `seat`.
    offlineSince: { ...header.offlineSince, [side]: now },
  });
}
