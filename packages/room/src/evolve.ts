import type { MoveEvent, RoomEvent, UpdateEvent } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { afterLag } from './clock.ts';
import type { OfferKind } from './command.ts';
import { type GameNotes, NO_USER_NOTES, newGameNotes, numbersIn, type Room, type UserNotes } from './room.ts';
import { isOver, isVacated, type RoomView, requesterOf, viewAfter } from './view.ts';

/** Stored outages, so that none is compensated twice. */
const STORED_OUTAGES = 4;

/** An event does not follow the room: the stream is broken, and the room must be reloaded. */
export class BrokenStreamError extends Error {}

/** `join` makes a flat string. `+` makes a rope with a node for every move. */
function withNumber(numbers: string, next: number): string {
  return [numbers, next, ','].join('');
}

/** Returns when the server accepted an event (epoch ms); 0 for `unseen`, which only clients receive. */
function timeOf(event: RoomEvent): number {
  if ('at' in event) return event.at;
  if ('timestamp' in event) return event.timestamp;
  return event.type === 'moveMade' ? event.lastMoveTime : 0;
}

/** The odd factor makes the step a bijection: events of different times give different marks. */
function markAfter(mark: number, event: RoomEvent): number {
  return Math.imul(mark ^ timeOf(event), 0x9e3779b1) >>> 0;
}

/** Returns the room after a move whose view the caller has computed. */
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
 * A new offer starts the cooldown of its maker. The start and the end of a game end the cooldown of resets, so a reset
 * asked for in a running game does not delay the rematch.
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

function userNotesAfter(room: Room, event: UpdateEvent): UserNotes {
  if (isVacated(room.header, event)) return NO_USER_NOTES;
  const { outage } = event;
  return {
    offeredAt: offeredAfter(room, event),
    outages: outage === undefined ? room.outages : [...room.outages, outage].slice(-STORED_OUTAGES),
  };
}

/**
 * Returns the room after one event of its stream. Pure: nodes that apply the same events get the same room.
 * Throws `BrokenStreamError` if the event does not follow the room.
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
        ...userNotesAfter(room, event),
      };
    default:
      return { ...room, ...view, mark: markAfter(room.mark, event) };
  }
}
