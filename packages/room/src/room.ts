import { type BySide, POLICIES, type RoomHeader, type RoomKind } from '@doushouqi/protocol';
import { newGame } from '@doushouqi/rules';
import { fullClock, fullLagQuota } from './clock.ts';
import type { OfferKind } from './command.ts';
import { NO_DRAW_OFFERS, type PlayingHeader, type RoomView } from './view.ts';

/** The last accepted command of a side: sent again, it gets the same answer instead of a second move. */
export interface AcceptedCommand {
  id: string;
  v: number;
}

/** What the server notes about the game of `header.gameId`, and nobody else needs. Times in epoch ms. */
export interface GameNotes {
  /** 0 before the first game. */
  startTime: number;
  endTime: number | null;
  /** When each move was made, ms since `startTime`, each with a comma after it: appending to text copies nothing. */
  moveTimes: string;
  /** The mover's lag at each move as it was measured, ms, likewise. */
  lags: string;
  /** What lag compensation may still give each side, ms. */
  lagQuota: BySide<number>;
  accepted: Partial<BySide<AcceptedCommand>>;
}

/** What the server notes about the people, from game to game. */
export interface PeopleNotes {
  /** When each user last made an offer of the kind, epoch ms. */
  offeredAt: Readonly<Record<OfferKind, Readonly<Record<string, number>>>>;
  /** Our own outages whose time was given back already, the last few. */
  outages: readonly string[];
}

/** A room as the server knows it: the shared view and its own bookkeeping. */
export interface Room extends RoomView, GameNotes, PeopleNotes {
  /**
   * Names the commits that led to the version, as the version alone does not: a failover may undo one, and another one then
   * gets its number. A 32-bit chain of the events' times.
   */
  mark: number;
}

export type PlayingRoom = Room & { header: PlayingHeader };

/** Of a game that begins at `startTime`, epoch ms. */
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

export const NO_PEOPLE_NOTES: PeopleNotes = { offeredAt: { draw: {}, undo: {}, reset: {} }, outages: [] };

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

/** The room of nobody, before its first event. */
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
    ...NO_PEOPLE_NOTES,
  };
}

/** The numbers of a note that has a comma after each. */
export function numbersIn(note: string): number[] {
  return note.split(',').slice(0, -1).map(Number);
}

/** When each move of the game was made, ms since its start. */
export function moveTimesOf({ moveTimes }: GameNotes): number[] {
  return numbersIn(moveTimes);
}
