import { type BySide, POLICIES, type RoomHeader, type RoomKind } from '@doushouqi/protocol';
import { newGame } from '@doushouqi/rules';
import { fullClock, fullLagQuota } from './clock.ts';
import type { OfferKind } from './command.ts';
import { NO_DRAW_OFFERS, type PlayingHeader, type RoomView } from './view.ts';

/** The last accepted command of a side. A repeated one gets the same answer. */
export interface AcceptedCommand {
  id: string;
  v: number;
}

/** Server-only notes about the game of `header.gameId`. Times in epoch ms. */
export interface GameNotes {
  /** 0 before the first game. */
  startTime: number;
  endTime: number | null;
  /** Time of each move, ms since `startTime`, each followed by a comma: text is cheap to append to. */
  moveTimes: string;
  /** Measured lag of each move, ms, likewise. */
  lags: string;
  /** Remaining lag compensation of each side, ms. */
  lagQuota: BySide<number>;
  accepted: Partial<BySide<AcceptedCommand>>;
}

/** Server-only notes about the users, across games. */
export interface UserNotes {
  /** Time of each user's last offer of the kind, epoch ms. */
  offeredAt: Readonly<Record<OfferKind, Readonly<Record<string, number>>>>;
  /** The last compensated outages of the service. */
  outages: readonly string[];
}

/** A room on the server: the shared view and server-only notes. */
export interface Room extends RoomView, GameNotes, UserNotes {
  /**
   * Identifies the commits that led to the version: after a failover undoes a commit, another one gets its version.
   * A 32-bit hash chain of the events' times.
   */
  mark: number;
}

export type PlayingRoom = Room & { header: PlayingHeader };

/** Returns the notes of a game that starts at `startTime` (epoch ms). */
export function newGameNotes(startTime: number): GameNotes {
  return {
    startTime,
    endTime: null,
    moveTimes: '',
    lags: '',
    lagQuota: fullLagQuota(),
    accepted: {},
  };
}

export const NO_USER_NOTES: UserNotes = { offeredAt: { draw: {}, undo: {}, reset: {} }, outages: [] };

function emptyHeader(kind: RoomKind): RoomHeader {
  const { ruleSet, timeControl } = POLICIES[kind];
  return {
    kind,
    ruleSet,
    gameId: null,
    createdBy: null,
    players: [],
    spectators: [],
    departed: [],
    status: 'waiting',
    winner: null,
    endReason: 'NONE',
    timeControl,
    daysPerMove: null,
    moveDeadline: null,
    table: null,
    ...fullClock(timeControl),
    ply: 0,
    drawRequester: null,
    undoRequester: null,
    resetRequester: null,
    lastAction: null,
    offlineSince: { red: null, blue: null },
    offlinePlayerSurrendered: null,
    abortedBy: null,
    drawOffers: NO_DRAW_OFFERS,
  };
}

/** Returns a room before its first event. */
export function emptyRoom(id: string, kind: RoomKind): Room {
  const header = emptyHeader(kind);
  return {
    id,
    v: 0,
    header,
    game: newGame(header.ruleSet),
    chat: [],
    mark: 0,
    ...newGameNotes(0),
    ...NO_USER_NOTES,
  };
}

/** Parses numbers that are each followed by a comma. */
export function numbersIn(note: string): number[] {
  return note.split(',').slice(0, -1).map(Number);
}

/** Returns the time of each move, ms since the start of the game. */
export function moveTimesOf({ moveTimes }: GameNotes): number[] {
  return numbersIn(moveTimes);
}
