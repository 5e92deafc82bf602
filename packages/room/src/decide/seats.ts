import {
  ARRIVAL_TIME,
  MAX_SPECTATORS,
  POLICIES,
  type RoomHeader,
  type RoomPolicy,
  type TimeControl,
} from '@doushouqi/protocol';
import { err, ok, otherSide, SIDES, type Side } from '@doushouqi/rules';
import { fullClock } from '../clock.ts';
import type { PairCommand, RoomCommand } from '../command.ts';
import { evolve } from '../evolve.ts';
import { mayAbort } from '../policy.ts';
import { emptyRoom, type PlayingRoom, type Room } from '../room.ts';
import { isAwaited, isPlaying, NO_DRAW_OFFERS, NO_OFFERS, seatOf, turnOf } from '../view.ts';
import {
  aborted,
  type Decided,
  type Decision,
  endedNow,
  happened,
  nothing,
  timeUp,
  update,
  updated,
  verdictOf,
} from './decision.ts';

type Join = Extract<RoomCommand, { type: 'join' }>;

/** How the players of the last game sit in the next one. */
export function seatsOfNext(header: RoomHeader): RoomHeader {
  if (!POLICIES[header.kind].swapsColors) return header;
  const { red, blue } = header.offlineSince;
  return {
    ...header,
    players: header.players.toReversed(),
    offlineSince: { red: blue, blue: red },
  };
}

/** A new game of these players with full clocks. Who is away at the start is given the whole minute from here. */
export function newGame(
  { players, timeControl, offlineSince: { red, blue } }: RoomHeader,
  gameId: string,
  now: number,
): Partial<RoomHeader> {
  return {
    ...NO_OFFERS,
    gameId,
    players,
    ...verdictOf({ winner: null, endReason: 'NONE' }),
    ply: 0,
    ...fullClock(timeControl),
    lastMoveTime: now,
    offlineSince: { red: red && now, blue: blue && now },
    offlinePlayerSurrendered: null,
    abortedBy: null,
    drawOffers: NO_DRAW_OFFERS,
    awaited: [],
  };
}

/** A seat is taken before its player's connection is there: the first sign of it clears `offlineSince`. */
function seat(room: Room, { userId, newGameId }: Join, { timeControl }: RoomPolicy, now: number): Decided {
  const { header } = room;
  const players = [...header.players, userId];
  const spectators = header.spectators.filter((id) => id !== userId);
  const side = SIDES[header.players.length]!;
  const offlineSince = { ...header.offlineSince, [side]: now };
  if (side === 'red') {
    const change = { createdBy: userId, players, spectators, offlineSince, timeControl };
    return updated(room, now, { ...change, ...fullClock(timeControl) });
  }
  const game = newGame({ ...header, players, offlineSince }, newGameId, now);
  return updated(room, now, { spectators, ...game });
}

/** The same game again changes nothing; a room in which anything else ever was is not theirs. */
export function pair(room: Room, { players, timeControl, gameId }: PairCommand, now: number): Decided {
  if (room.header.gameId === gameId) return nothing(room);
  if (room.v > 0) return err('ROOM_TAKEN');
  // Both are on their way: as with a seat, the first sign of each one's connection clears this.
  const offlineSince = { red: now, blue: now };
  const header = { ...room.header, players: [...players], timeControl, offlineSince };
  const game = newGame(header, gameId, now);
  return updated(room, now, { timeControl, ...game, lastMoveTime: now + ARRIVAL_TIME, awaited: SIDES });
}

/** The player's client shows the table: the clock of the first move starts, if it waits for this side. */
export function arrive(room: Room, userId: string, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return err('NOT_A_PLAYER');
  if (!isAwaited(room, side)) return nothing(room);
  const { awaited = [], lastMoveTime } = room.header;
  const isTurn = turnOf(room) === side && lastMoveTime !== null;
  return updated(room, now, {
    awaited: awaited.filter((other) => other !== side),
    lastMoveTime: isTurn ? Math.min(lastMoveTime, now) : lastMoveTime,
  });
}

/** Both players have left the finished game: the number is free, and its version goes on counting. */
function vacated(room: Room): Room {
  const { kind, players, departed, spectators, timeControl } = room.header;
  if (players.length === 0 || !players.every((id) => departed.includes(id))) return room;
  const empty = emptyRoom(room.id, kind);
  const { v, mark } = room;
  return { ...empty, v, mark, header: { ...empty.header, timeControl, spectators } };
}

export function join(room: Room, command: Join, now: number): Decided {
  const { userId } = command;
  const { kind, departed, spectators } = room.header;
  const policy = POLICIES[kind];
  const open = policy.seats === 'open' ? vacated(room) : room;
  if (open === room && departed.includes(userId)) {
    return updated(room, now, { departed: departed.filter((id) => id !== userId) });
  }
  if (seatOf(open.header, userId)) return nothing(room);
  if (policy.seats === 'open' && open.header.players.length < 2) return seat(open, command, policy, now);
  if (spectators.includes(userId)) return nothing(room);
  if (spectators.length >= MAX_SPECTATORS) return err('ROOM_FULL');
  return updated(room, now, { spectators: [...spectators, userId] });
}

/** Many spectators at once, in one event; those beyond the limit stay out. */
export function crowd(room: Room, came: readonly string[], went: readonly string[], now: number): Decided {
  const known = room.header.spectators;
  const stay = known.filter((id) => !went.includes(id));
  const fresh = [...new Set(came)].filter((id) => !stay.includes(id) && seatOf(room.header, id) === null);
  const spectators = [...stay, ...fresh].slice(0, MAX_SPECTATORS);
  const same = spectators.length === known.length && spectators.every((id, i) => id === known[i]);
  return same ? nothing(room) : updated(room, now, { spectators });
}

export function setTimeControl(room: Room, userId: string, chosen: TimeControl, now: number): Decided {
  if (room.header.createdBy !== userId) return err('NOT_CREATOR');
  if (room.header.gameId !== null) return err('GAME_STARTED');
  const timeControl = { initial: chosen.initial, increment: chosen.increment };
  return updated(room, now, { timeControl, ...fullClock(timeControl) });
}

export function surrender(room: Room, userId: string, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return err('NOT_A_PLAYER');
  if (room.header.gameId === null) return err('NOT_PLAYING');
  if (!isPlaying(room)) return err('GAME_OVER');
  return ok(surrendered(room, side, now));
}

/** Before the own first move there is nothing to surrender yet, where games begin with one: nobody wins. */
function surrendered(room: PlayingRoom, side: Side, now: number): Decision {
  const verdict = timeUp(room, now);
  if (verdict) return verdict;
  return mayAbort(room, side) ? aborted(room, side, now) : endedNow(room, otherSide(side), 'SURRENDER', now);
}

export function leaveSpectating(room: Room, userId: string, now: number): Decided {
  return crowd(room, [], [userId], now);
}

/** Leaving a running game surrenders it; a waiting player gives the seat back; a spectator just goes. */
export function leave(room: Room, userId: string, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return leaveSpectating(room, userId, now);
  if (room.header.departed.includes(userId)) return nothing(room);
  if (room.header.gameId === null) {
    const offlineSince = { red: null, blue: null };
    return updated(room, now, { players: [], createdBy: null, offlineSince });
  }
  const over = isPlaying(room) ? surrendered(room, side, now) : happened(room, []);
  const gone = update(over.room, now, { ...NO_OFFERS, departed: [...over.room.header.departed, userId] });
  return ok({ room: evolve(over.room, gone), events: [...over.events, gone], v: gone.v });
}

/**
 * A player's connection to the room ended or came back. While both are away nobody is judged, so whoever comes
 * back first gives the other a whole minute from then.
 */
export function presence(room: Room, userId: string, here: boolean, now: number): Decided {
  const since = room.header.offlineSince;
  const side = seatOf(room.header, userId);
  if (!side || (since[side] === null) === here) return nothing(room);
  const other = otherSide(side);
  const otherSince = here && since[other] !== null ? now : since[other];
  const offlineSince = { ...since, [side]: here ? null : now, [other]: otherSince };
  return updated(room, now, { offlineSince });
}
