import { type LastAction, OFFER_COOLDOWN, type RoomHeader } from '@doushouqi/protocol';
import { err, ok, otherSide, type Side } from '@doushouqi/rules';
import { afterUndo } from '../clock.ts';
import type { AnswerCommand, OfferKind } from '../command.ts';
import { moveDeadlineFrom } from '../correspondence.ts';
import { drawOffersLeft } from '../policy.ts';
import type { PlayingRoom, Room } from '../room.ts';
import { isPlaying, NO_OFFERS, plyOf, REQUESTER, requesterOf, seatOf, turnOf } from '../view.ts';
import { type Decided, endedNow, timeUp, unchanged, updated } from './decision.ts';
import { newGame, swapped } from './seats.ts';

const ACCEPTED = { draw: 'draw_agreed', undo: 'undo_accepted', reset: 'reset_accepted' } as const;
const REJECTED = { draw: 'draw_declined', undo: 'undo_rejected', reset: 'reset_rejected' } as const;

/** Returns milliseconds until an offer last made at `last` may be repeated; 0 if now. */
export function cooldownSince(last: number | undefined, now: number): number {
  return last === undefined ? 0 : Math.max(0, last + OFFER_COOLDOWN - now);
}

/** Returns milliseconds until the user may make an offer of the kind again; 0 if now. */
export function cooldownLeft(room: Room, userId: string, kind: OfferKind, now: number): number {
  return cooldownSince(room.offeredAt[kind][userId], now);
}

/** Returns the number of plies since the side's last turn; 0 if it has not moved. */
function sinceOwnTurn(room: PlayingRoom, side: Side): number {
  const back = turnOf(room) === side ? 2 : 1;
  return plyOf(room) >= back ? back : 0;
}

/** Agreeing to an open draw offer is not limited. */
function drawRefusal({ header }: PlayingRoom, side: Side) {
  return header.drawRequester === null && drawOffersLeft(header, side) === 0 ? 'NO_DRAW_OFFERS_LEFT' : null;
}

function impossible(room: Room, side: Side, kind: OfferKind) {
  if (room.header.gameId === null) return 'NOT_PLAYING';
  if (kind === 'reset') return room.header.departed.length > 0 ? 'OPPONENT_LEFT' : null;
  if (!isPlaying(room)) return 'GAME_OVER';
  if (kind === 'draw') return drawRefusal(room, side);
  return sinceOwnTurn(room, side) === 0 ? 'NOTHING_TO_UNDO' : null;
}

/** Offers a draw, an undo or a reset. A draw offer while the opponent's is open accepts it. */
export function offer(room: Room, userId: string, kind: OfferKind, now: number): Decided {
  const side = seatOf(room.header, userId);
  if (!side) return err('NOT_A_PLAYER');
  const reason = impossible(room, side, kind);
  if (reason) return err(reason);
  const late = isPlaying(room) && timeUp(room, now);
  if (late) return ok({ ...late, refusal: 'GAME_OVER' });
  const asked = requesterOf(room.header, kind);
  if (asked === userId) return unchanged(room);
  if (asked) return kind === 'draw' && isPlaying(room) ? agreed(room, userId, now) : err('OFFER_PENDING');
  if (cooldownLeft(room, userId, kind, now) > 0) return err('OFFER_COOLDOWN');
  const lastAction: LastAction = { type: `${kind}_requested`, by: userId };
  return updated(room, now, { [REQUESTER[kind]]: userId, lastAction, ...counted(room, side, kind) });
}

/** Only draws are counted. */
function counted({ header: { drawOffers } }: Room, side: Side, kind: OfferKind): Partial<RoomHeader> {
  return kind === 'draw' ? { drawOffers: { ...drawOffers, [side]: drawOffers[side] + 1 } } : {};
}

function agreed(room: PlayingRoom, userId: string, now: number): Decided {
  return ok(endedNow(room, 'draw', 'DRAW_AGREED', now, { lastAction: { type: 'draw_agreed', by: userId } }));
}

function undone(room: PlayingRoom, requester: Side, now: number): Partial<RoomHeader> {
  const { header } = room;
  const turn = turnOf(room);
  const back = sinceOwnTurn(room, requester);
  // One ply is the requester's own; two are one of each side.
  const moves = { red: 1, blue: 1, [otherSide(requester)]: back - 1 };
  return {
    ply: plyOf(room) - back,
    ...afterUndo(header, turn, moves, header.timeControl, now),
    moveDeadline: moveDeadlineFrom(header, now),
  };
}

function accepted(room: Room, command: AnswerCommand, requester: Side, now: number): Decided {
  const { kind, userId, newGameId } = command;
  const done = { ...NO_OFFERS, lastAction: { type: ACCEPTED[kind], by: userId } };
  if (kind === 'reset') {
    // Only a game with a result used up its sides, or a player would break it off to get the other one.
    const header = room.header.status === 'over' ? swapped(room.header) : room.header;
    return updated(room, now, { ...newGame(header, newGameId, now), ...done });
  }
  if (!isPlaying(room)) return err('NO_OFFER');
  const late = timeUp(room, now);
  if (late) return ok({ ...late, refusal: 'GAME_OVER' });
  if (kind === 'draw') return agreed(room, userId, now);
  return updated(room, now, { ...undone(room, requester, now), ...done });
}

/** Accepts or rejects the opponent's offer. Rejecting one's own offer withdraws it. */
export function answer(room: Room, command: AnswerCommand, now: number): Decided {
  const { kind, userId, accept } = command;
  if (!seatOf(room.header, userId)) return err('NOT_A_PLAYER');
  const asked = requesterOf(room.header, kind);
  const requester = asked && seatOf(room.header, asked);
  if (!requester || (accept && asked === userId)) return err('NO_OFFER');
  if (accept) return accepted(room, command, requester, now);
  return updated(room, now, { [REQUESTER[kind]]: null, lastAction: { type: REJECTED[kind], by: userId } });
}

/** Clears the last action after the requester has seen it. */
export function clearAction(room: Room, userId: string, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('NOT_A_PLAYER');
  return room.header.lastAction ? updated(room, now, { lastAction: null }) : unchanged(room);
}

/** Clears the notice of the opponent's absence after the winner has seen it. */
export function clearOfflineSurrender(room: Room, userId: string, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('NOT_A_PLAYER');
  return room.header.offlinePlayerSurrendered
    ? updated(room, now, { offlinePlayerSurrendered: null })
    : unchanged(room);
}
