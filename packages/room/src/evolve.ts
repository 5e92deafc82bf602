import type { MoveEvent, RoomEvent, UpdateEvent } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { afterLag } from './clock.ts';
import type { OfferKind } from './command.ts';
import {
  type GameNotes,
  NO_PEOPLE_NOTES,
  newGameNotes,
  numbersIn,
  type PeopleNotes,
  type Room,
} from './room.ts';
import { isOver, isVacated, type RoomView, requesterOf, viewAfter } from './view.ts';

/** Outages of ours remembered, so that none is paid for twice. */
const KEPT_OUTAGES = 4;

/** An event that does not fit the room: the stream is broken, and the room must be loaded anew. */
export class BrokenStreamError extends Error {}

/** One flat string, as in the rules: `+` would leave a tree with a node for every move on every node but one. */
function withNumber(numbers: string, next: number): string {
  return [numbers, next, ','].join('');
}

/** When the server took an event, epoch ms; 0 for `unseen`, which only clients get. */
function timeOf(event: RoomEvent): number {
  if ('at' in event) return event.at;
  if ('timestamp' in event) return event.timestamp;
  return event.type === 'moveMade' ? event.lastMoveTime : 0;
}

/** An odd factor loses nothing: from the same mark, events of different times lead to different ones. */
function markAfter(mark: number, event: RoomEvent): number {
  return Math.imul(mark ^ timeOf(event), 0x9e3779b1) >>> 0;
}

/** The room after a move of its game, whose view is known already: for who has played the move. */
export function roomAfterMove(room: Room, view: RoomView, event: MoveEvent): Room {
  return {
    ...view,
    mark: markAfter(room.mark, event),
    startTime: room.startTime,
    endTime: room.endTime,
    moveTimes: withNumber(room.moveTimes, event.lastMoveTime - room.startTime),
    lags: withNumber(room.lags, event.measuredLag ?? event.lag),
    lagQuota: afterLag(room.lagQuota, event.side, event.lag),
    accepted:
      event.id === null ? room.accepted : { ...room.accepted, [event.side]: { id: event.id, v: event.v } },
    offeredAt: room.offeredAt,
    outages: room.outages,
  };
}

function firstNumbers(numbers: string, count: number): string {
  return numbersIn(numbers)
    .slice(0, count)
    .map((number) => `${number},`)
    .join('');
}

function gameNotesAfter(room: Room, view: RoomView, event: UpdateEvent): GameNotes {
  if (event.gameId !== room.header.gameId) return newGameNotes(event.gameId === null ? 0 : event.at);
  const { startTime, endTime, moveTimes, lags, lagQuota, accepted } = room;
  const isSame = plyCount(view.game) === plyCount(room.game);
  return {
    startTime,
    endTime: endTime ?? (isOver(view) ? event.at : null),
    moveTimes: isSame ? moveTimes : firstNumbers(moveTimes, event.ply),
    lags: isSame ? lags : firstNumbers(lags, event.ply),
    lagQuota,
    accepted,
  };
}

/**
 * An offer that was not there before starts its maker's cooldown. A new game asked for in the middle of one says nothing
 * about a rematch, nor that about the next one: for these the game's end and its beginning end the cooldown.
 */
function offeredAfter({ header, offeredAt }: Room, event: UpdateEvent): Room['offeredAt'] {
  const offered = (kind: OfferKind): Readonly<Record<string, number>> => {
    const by = requesterOf(event, kind);
    return by === null || by === requesterOf(header, kind)
      ? offeredAt[kind]
      : { ...offeredAt[kind], [by]: event.at };
  };
  const isSameGame = event.gameId === header.gameId && event.status === header.status;
  return { draw: offered('draw'), undo: offered('undo'), reset: isSameGame ? offered('reset') : {} };
}

function peopleNotesAfter(room: Room, event: UpdateEvent): PeopleNotes {
  if (isVacated(room.header, event)) return NO_PEOPLE_NOTES;
  const { outage } = event;
  return {
    offeredAt: offeredAfter(room, event),
    outages: outage === undefined ? room.outages : [...room.outages, outage].slice(-KEPT_OUTAGES),
  };
}

/**
 * The room after one event of its stream. Pure: every node that folds the same events holds the same room.
 * Throws `BrokenStreamError` when the event does not follow the room's version.
 */
export function evolve(room: Room, event: RoomEvent): Room {
  const view = viewAfter(room, event);
  if (!view)
    throw new BrokenStreamError(`${event.type} ${event.v} does not follow ${room.v} in room ${room.id}`);
  switch (event.type) {
    case 'moveMade':
      return roomAfterMove(room, view, event);
    case 'gameStateUpdate':
      return {
        ...view,
        mark: markAfter(room.mark, event),
        ...gameNotesAfter(room, view, event),
        ...peopleNotesAfter(room, event),
      };
    default:
      return { ...room, ...view, mark: markAfter(room.mark, event) };
  }
}
