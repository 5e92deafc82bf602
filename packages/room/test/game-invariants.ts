import { isDeepStrictEqual } from 'node:util';
import {
  ARRIVAL_TIME,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  MAX_PLIES,
  OFFLINE_GRACE,
} from '@doushouqi/protocol';
import { formatFen, otherSide, SIDES, type Side, startPosition } from '@doushouqi/rules';
import { isPlaying, mayUndo, plyOf, type Room, seatOf, turnOf } from '../src/index.ts';

import {
  agreedBy,
  deadlineFrom,
  type Invariant,
  left,
  playersAfter,
  recordOf,
  sameGame,
  type Transition,
} from './transition.ts';

/** The named player had not moved, and was late, gave up or was offline. */
function abortHasCause({ before, after, command, now }: Transition): boolean {
  const { kind, lastMoveTime, moveDeadline, offlineSince, players } = before.header;
  const { status, winner, abortedBy } = after.header;
  const side = seatOf(before.header, abortedBy);
  if (status !== 'aborted' || winner !== null || side === null) return false;
  if (kind === 'casual')
    return moveDeadline !== null && now >= moveDeadline && turnOf(before) === side && plyOf(before) < 2;
  const gaveUp = (command.type === 'surrender' || command.type === 'leave') && command.userId === abortedBy;
  const wasLate = turnOf(before) === side && now - (lastMoveTime ?? now) >= FIRST_MOVE_TIME;
  const since = offlineSince[side];
  const stayedAway = command.type === 'check' && since !== null && now - since >= OFFLINE_GRACE;
  return (
    plyOf(before) < (side === 'red' ? 1 : 2) && players.length === 2 && (gaveUp || wasLate || stayedAway)
  );
}

/** A paired game starts in time or is aborted, and no player loses before the own first move. */
export const pairsBeginInTime: Invariant = ({ before, after, events, now }) => {
  const { kind, lastMoveTime } = before.header;
  if (kind === 'casual' || !isPlaying(before) || plyOf(before) >= 2) return true;
  const [first] = events;
  if (first?.type === 'moveMade') {
    return lastMoveTime !== null && now - first.lag - lastMoveTime < FIRST_MOVE_TIME;
  }
  const { winner } = after.header;
  return winner === null || winner === 'draw' || plyOf(before) >= (winner === 'red' ? 2 : 1);
};

/** The players of a paired room stay the same; a rematch after a result swaps their sides, another new game does not. */
export const pairsStayTogether: Invariant = (transition) => {
  const { before, after } = transition;
  const { kind, gameId, status } = before.header;
  const players = playersAfter(transition);
  if (kind === 'casual' && (gameId === null || after.header.gameId === null)) return true;
  const isNew = after.header.gameId !== gameId;
  const expected = isNew && status === 'over' ? players.toReversed() : players;
  return after.header.kind === kind && isDeepStrictEqual(after.header.players, expected);
};

export const drawsAreCounted: Invariant = ({ before, after, command }) => {
  const { kind, drawOffers: is, gameId } = after.header;
  const was = gameId === before.header.gameId ? before.header.drawOffers : { red: 0, blue: 0 };
  return SIDES.every((side) => {
    const asked =
      command.type === 'offer' &&
      command.kind === 'draw' &&
      after.header.drawRequester === command.userId &&
      before.header.drawRequester === null &&
      seatOf(after.header, command.userId) === side;
    const bounded = kind !== 'rated' || is[side] <= MAX_DRAW_OFFERS;
    return bounded && is[side] === was[side] + (asked ? 1 : 0);
  });
};

export const endHasItsCause: Invariant = (transition) => {
  const { before, after, command, now, events } = transition;
  const games = sameGame(transition);
  if (!games || !isPlaying(before) || isPlaying(after)) return true;
  const { winner, endReason } = after.header;
  const loser = winner === 'red' ? 'blue' : 'red';
  switch (endReason) {
    case 'TIME_UP':
      return (
        winner !== 'draw' &&
        turnOf(games.was) === loser &&
        left(games.was, loser, now) === 0 &&
        now >= (before.header.moveDeadline ?? now)
      );
    case 'SURRENDER':
      return (
        (command.type === 'surrender' || command.type === 'leave') &&
        seatOf(before.header, command.userId) === loser
      );
    case 'OFFLINE_SURRENDER': {
      const since = before.header.offlineSince[loser];
      const stayed = since !== null && now - since >= OFFLINE_GRACE;
      const named = after.header.offlinePlayerSurrendered === before.header.players[loser === 'red' ? 0 : 1];
      return (
        command.type === 'check' && stayed && named && before.header.offlineSince[otherSide(loser)] === null
      );
    }
    case 'NONE':
      return abortHasCause(transition);
    case 'DRAW_TOO_LONG':
      return winner === 'draw' && plyOf(after) === MAX_PLIES && events[0]?.type === 'moveMade';
    case 'DRAW_AGREED':
      return winner === 'draw' && agreedBy(transition, 'draw') !== null;
    default:
      return events[0]?.type === 'moveMade' && events[0].side === winner;
  }
};

/** Returns the least and most change of a side's time at the moment of the command. */
function allowed(transition: Transition, games: { was: Room; is: Room }, side: Side) {
  const { before, events, command } = transition;
  const increment = (before.header.timeControl?.increment ?? 0) * 1000;
  const [first] = events;
  if (first?.type === 'moveMade' && first.side === side && command.type === 'move') {
    const { header, lagQuota } = games.was;
    if (!header.timeControl) return [0, 0] as const;
    const overdue = transition.now - (header.lastMoveTime ?? 0) - header.timeLeft[side];
    const believed = first.lag <= Math.min(command.lag ?? 0, lagQuota[side]);
    const change = increment + first.lag - Math.max(0, overdue);
    return believed ? ([change, change] as const) : ([0, 0] as const);
  }
  if (plyOf(games.is) < plyOf(games.was)) return [-increment, 0] as const;
  const running = games.was.header.lastMoveTime !== null && turnOf(games.was) === side;
  if (command.type === 'compensate' && events.length > 0 && running) {
    return [0, Math.min(command.ms, 60_000)] as const;
  }
  return [0, 0] as const;
}

export const timeChangesByRule: Invariant = (transition) => {
  const games = sameGame(transition);
  if (!games) return true;
  return SIDES.every((side) => {
    const change = left(games.is, side, transition.now) - left(games.was, side, transition.now);
    const [least, most] = allowed(transition, games, side);
    return change >= least && change <= most;
  });
};

export const acceptedUndoTakesBack: Invariant = (transition) => {
  const games = sameGame(transition);
  const isAccepted = typeof transition.answer === 'number' && agreedBy(transition, 'undo') !== null;
  return !games || !isAccepted || plyOf(games.is) < plyOf(games.was);
};

export const undoNeedsAcceptance: Invariant = (transition) => {
  const games = sameGame(transition);
  if (!games || plyOf(games.is) >= plyOf(games.was)) return true;
  const giver = agreedBy(transition, 'undo');
  const back = plyOf(games.was) - plyOf(games.is);
  return (
    mayUndo(games.was.header) &&
    giver !== null &&
    (back === 1 || back === 2) &&
    turnOf(games.is) === otherSide(giver) &&
    recordOf(games.was).startsWith(recordOf(games.is)) &&
    games.is.header.lastMoveTime === (games.is.header.timeControl && transition.now) &&
    games.is.header.moveDeadline === deadlineFrom(games.is, transition.now)
  );
};

export const newGameHasItsCause: Invariant = (transition) => {
  const { before, after, now } = transition;
  const { gameId, lastMoveTime, timeLeft, timeControl } = after.header;
  if (gameId === null || gameId === before.header.gameId) return true;
  const initial = (timeControl?.initial ?? 0) * 60_000;
  const startsAt = transition.command.type === 'pair' ? now + ARRIVAL_TIME : now;
  const fresh =
    after.moveTimes === '' &&
    after.lags === '' &&
    lastMoveTime === (timeControl && startsAt) &&
    after.header.moveDeadline === deadlineFrom(after, now) &&
    formatFen(after.game.start) === (after.header.table?.start ?? formatFen(startPosition())) &&
    isDeepStrictEqual(timeLeft, { red: initial, blue: initial });
  const seated = transition.command.type === 'join' && before.header.players.length === 1;
  const paired = transition.command.type === 'pair' && before.v === 0;
  const again = agreedBy(transition, 'reset') !== null;
  const inTheMiddle = isPlaying(before) && before.header.kind !== 'casual';
  return fresh && (seated || paired || (again && !inTheMiddle));
};
