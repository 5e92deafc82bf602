import { isDeepStrictEqual } from 'node:util';
import {
  ARRIVAL_TIME,
  CHAT_LINES,
  type ErrorCode,
  FIRST_MOVE_TIME,
  fromWireEvent,
  MAX_DRAW_OFFERS,
  MAX_PLIES,
  MAX_SPECTATORS,
  OFFER_COOLDOWN,
  OFFLINE_GRACE,
  type RoomEvent,
  toWireEvent,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import { roomSnapshot } from '@doushouqi/protocol/server';
import {
  formatFen,
  formatRecord,
  otherSide,
  outcome,
  plyCount,
  positionOf,
  ruleSetOf,
  SIDES,
  type Side,
  startPosition,
  turn,
} from '@doushouqi/rules';
import { decodeRoom, encodeRoom } from '../src/codec.ts';
import {
  evolve,
  gameToArchive,
  isPlaying,
  isWatchable,
  mayUndo,
  type OfferKind,
  plyOf,
  type Room,
  type RoomCommand,
  seatOf,
  snapshotOf,
  turnOf,
  viewOfSnapshot,
} from '../src/index.ts';

/** One command and its result. A refusal has `after === before` and no events. */
export interface Transition {
  before: Room;
  after: Room;
  events: readonly RoomEvent[];
  command: RoomCommand;
  now: number;
  /** The version that answers the command, or the error code. */
  answer: number | ErrorCode;
}

/** State of invariants over several commands. */
interface Memory {
  /** The last committed room as text. */
  text: string;
  verdicts: Map<string, string>;
  /** The position of each open offer. */
  madeIn: Partial<Record<OfferKind, string>>;
  /** The time of each player's last offer of a kind. */
  offered: Map<string, number>;
  moves: Set<string>;
  /** The last move of each side of a game, by the command's id, and its version. */
  lastMoves: Map<string, { id: string | null; v: number }>;
  outages: Set<string>;
}

export function newMemory(room: Room): Memory {
  return {
    text: encodeRoom(room),
    verdicts: new Map(),
    madeIn: {},
    offered: new Map(),
    moves: new Set(),
    lastMoves: new Map(),
    outages: new Set(),
  };
}

type Invariant = (transition: Transition, memory: Memory) => boolean;

const REQUESTER = { draw: 'drawRequester', undo: 'undoRequester', reset: 'resetRequester' } as const;
const KINDS = ['draw', 'undo', 'reset'] as const;

function recordOf({ game }: Room): string {
  return formatRecord(game).slice(6);
}
function whereOf(room: Room): string {
  return `${room.header.gameId} ${recordOf(room)}`;
}
function userIn(command: RoomCommand): string | null {
  return 'userId' in command ? command.userId : null;
}
/** Returns the time left of a side, computed without the code under test. */
function left({ header, game }: Room, side: Side, now: number): number {
  const { timeLeft, lastMoveTime } = header;
  const held = timeLeft[side];
  if (lastMoveTime === null || turn(positionOf(game)) !== side || now < lastMoveTime) return held;
  return Math.max(0, held - (now - lastMoveTime));
}
/** Returns the deadline of a turn that begins at `now`, computed without the code under test. */
function deadlineFrom({ header: { daysPerMove } }: Room, now: number): number | null {
  return daysPerMove === null ? null : now + daysPerMove * 24 * 60 * 60 * 1_000;
}
function sameGame({ before, after }: Transition): { was: Room; is: Room } | null {
  return before.header.gameId !== null && before.header.gameId === after.header.gameId
    ? { was: before, is: after }
    : null;
}
/** Returns the side that accepted the opponent's open offer, or null. */
function agreedBy({ before, command }: Transition, kind: OfferKind): Side | null {
  const yes =
    (command.type === 'answer' && command.kind === kind && command.accept) ||
    (command.type === 'offer' && command.kind === 'draw' && kind === 'draw');
  const asked = before.header[REQUESTER[kind]];
  const side = yes ? seatOf(before.header, userIn(command) ?? '') : null;
  return side && asked && asked !== userIn(command) ? side : null;
}
function withoutSpectators(room: Room): object {
  return { ...room, v: 0, mark: 0, header: { ...room.header, spectators: [] } };
}

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
const pairsBeginInTime: Invariant = ({ before, after, events, now }) => {
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
const pairsStayTogether: Invariant = ({ before, after }) => {
  const { kind, players, gameId, status } = before.header;
  if (kind === 'casual' && (gameId === null || after.header.gameId === null)) return true;
  const isNew = after.header.gameId !== gameId;
  const expected = isNew && status === 'over' ? players.toReversed() : players;
  return after.header.kind === kind && isDeepStrictEqual(after.header.players, expected);
};

const drawsAreCounted: Invariant = ({ before, after, command }) => {
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

const endHasItsCause: Invariant = (transition) => {
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

const timeChangesByRule: Invariant = (transition) => {
  const games = sameGame(transition);
  if (!games) return true;
  return SIDES.every((side) => {
    const change = left(games.is, side, transition.now) - left(games.was, side, transition.now);
    const [least, most] = allowed(transition, games, side);
    return change >= least && change <= most;
  });
};

const othersChangeNothing: Invariant = ({ before, after, command }) => {
  if (command.type === 'spectators') {
    return isDeepStrictEqual(withoutSpectators(after), withoutSpectators(before));
  }
  const userId = userIn(command);
  if (userId === null || seatOf(before.header, userId) !== null || after === before) return true;
  if (command.type === 'join' && seatOf(after.header, userId) !== null) {
    return (
      before.header.players.length < 2 ||
      before.header.players.every((id) => before.header.departed.includes(id))
    );
  }
  return isDeepStrictEqual(withoutSpectators(after), withoutSpectators(before));
};

const offersHoldInTheirPosition: Invariant = ({ before, after, command, now }, memory) =>
  KINDS.every((kind) => {
    const [was, is] = [before.header[REQUESTER[kind]], after.header[REQUESTER[kind]]];
    if (is === null) {
      delete memory.madeIn[kind];
      return true;
    }
    if (kind !== 'reset' && !isPlaying(after)) return false;
    if (seatOf(after.header, is) === null || after.header.departed.length > 0) return false;
    if (was === is) return memory.madeIn[kind] === whereOf(after);
    memory.madeIn[kind] = whereOf(after);
    const mine = command.type === 'offer' && command.kind === kind && command.userId === is;
    const { gameId, status } = after.header;
    const offered = kind === 'reset' ? `${kind} ${is} ${gameId} ${status}` : `${kind} ${is}`;
    const last = memory.offered.get(offered);
    memory.offered.set(offered, now);
    const cool = last === undefined || now - last >= OFFER_COOLDOWN;
    return was === null && mine && cool;
  });

const acceptedUndoTakesBack: Invariant = (transition) => {
  const games = sameGame(transition);
  const isAccepted = typeof transition.answer === 'number' && agreedBy(transition, 'undo') !== null;
  return !games || !isAccepted || plyOf(games.is) < plyOf(games.was);
};

const undoNeedsAcceptance: Invariant = (transition) => {
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

const newGameHasItsCause: Invariant = (transition) => {
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

const movesAreTheirMakers: Invariant = ({ before, command, events }, memory) =>
  events.every((event) => {
    if (event.type !== 'moveMade') return true;
    if (command.type !== 'move' || before.header.gameId === null) return false;
    const name = `${event.gameId} ${event.id}`;
    const again = event.id !== null && memory.moves.has(name);
    memory.moves.add(name);
    const length = plyOf(before);
    const seen = command.ply === undefined || command.ply === length;
    const own = turnOf(before) === event.side && seatOf(before.header, command.userId) === event.side;
    return !again && seen && own && command.side === event.side && event.ply === length + 1;
  });

const repeatedMovesGetTheSameAnswer: Invariant = ({ before, command, events, answer }, memory) => {
  const name = (side: Side | null): string => `${before.header.gameId} ${side}`;
  const [first] = events;
  if (first?.type === 'moveMade') memory.lastMoves.set(name(first.side), { id: first.id, v: first.v });
  if (command.type !== 'move' || command.id === undefined) return true;
  const known = memory.lastMoves.get(name(seatOf(before.header, command.userId)));
  return known?.id !== command.id || answer === known.v;
};

const resultIsFinal: Invariant = ({ after }, memory) => {
  const { gameId } = after.header;
  if (gameId === null) return true;
  if (after.endTime === null) return !memory.verdicts.has(gameId);
  // `leftBy` is set only with the end: leaving a finished game does not count.
  const { leftBy: _leftBy, ...game } = gameToArchive({ ...after, endTime: null }, after) ?? {};
  const verdict = JSON.stringify(game);
  const known = memory.verdicts.get(gameId) ?? verdict;
  memory.verdicts.set(gameId, verdict);
  return known === verdict && (after.header.winner !== null || after.header.status === 'aborted');
};

const seatsAreSound: Invariant = ({ before, after }) => {
  const { players, spectators, departed, gameId } = after.header;
  const people = [...players, ...spectators];
  // Seats change only between games.
  const isUnchanged =
    !isPlaying(before) ||
    gameId !== before.header.gameId ||
    isDeepStrictEqual(players, before.header.players);
  return (
    isUnchanged &&
    players.length <= 2 &&
    new Set(people).size === people.length &&
    spectators.length <= MAX_SPECTATORS &&
    departed.every((id) => players.includes(id)) &&
    (departed.length === 0 || !isPlaying(after))
  );
};

const onlyPlayersChat: Invariant = ({ before, after, command }) => {
  const line = after.chat.at(-1);
  if (after.chat.length > CHAT_LINES) return false;
  if (!line || isDeepStrictEqual(line, before.chat.at(-1))) return true;
  return (
    command.type === 'say' && line.fromId === command.userId && seatOf(before.header, line.fromId) !== null
  );
};

const outagesAreCompensatedOnce: Invariant = ({ after, events }, memory) =>
  events.every((event) => {
    if (event.type !== 'gameStateUpdate' || event.outage === undefined) return true;
    const name = `${after.header.gameId} ${event.outage}`;
    const again = memory.outages.has(name);
    memory.outages.add(name);
    return !again;
  });

/** A node that loaded the room before the command and applies its events has the same room. */
const streamIsTheRoom: Invariant = ({ before, after, events }, memory) => {
  if (events.length === 0) return after === before;
  const sent = JSON.stringify(events.map(toWireEvent));
  const received = (JSON.parse(sent) as WireRoomEvent[]).map(fromWireEvent);
  return isDeepStrictEqual(received.reduce(evolve, decodeRoom(memory.text)), after);
};

const storedIsTheRoom: Invariant = ({ before, after }, memory) => {
  const untouched = encodeRoom(before) === memory.text;
  memory.text = encodeRoom(after);
  return untouched && (after === before || isDeepStrictEqual(decodeRoom(memory.text), after));
};

const headerIsTheGame: Invariant = ({ after: { header, game } }) => {
  const { winner, endReason } = outcome(game);
  const open = header.status === 'aborted' ? 'aborted' : 'playing';
  const begun = winner === null ? open : 'over';
  return (
    header.status === (header.gameId === null ? 'waiting' : begun) &&
    header.winner === winner &&
    header.endReason === endReason &&
    header.ply === plyCount(game) &&
    ruleSetOf(game) === header.ruleSet
  );
};

/** A snapshot equals the view that received every event. */
const snapshotIsTheView: Invariant = ({ after, events }) => {
  if (!events.some(({ type }) => type === 'gameStateUpdate')) return true;
  const { id, v, header, game, chat } = after;
  const sent = roomSnapshot.parse(JSON.parse(JSON.stringify(snapshotOf(after, 0))));
  return isDeepStrictEqual(viewOfSnapshot(sent), { id, v, header, game, chat });
};

/** The invariants of every command. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'versions increase by one': ({ before, after, events }) =>
    events.every(({ v }, i) => v === before.v + 1 + i) && after.v === before.v + events.length,
  'the stream rebuilds the room': streamIsTheRoom,
  'a snapshot equals the stream': snapshotIsTheView,
  'encoding loses nothing, and commands do not mutate the room': storedIsTheRoom,
  'a game has at most one result': resultIsFinal,
  'a game ends by its cause against the right side': endHasItsCause,
  'a paired game starts in time or has no winner': pairsBeginInTime,
  'a pair stays together and swaps sides in a rematch': pairsStayTogether,
  'draw offers are counted, and limited in rated games': drawsAreCounted,
  'a new game is fresh and starts by seating or agreement': newGameHasItsCause,
  'time changes only by increment, undo or compensation': timeChangesByRule,
  'times are whole numbers of at least zero': ({ after }) =>
    SIDES.every((side) => Number.isInteger(left(after, side, 0)) && left(after, side, 0) >= 0),
  'a clock starts in the future only to wait for its player, for at most 30 seconds': ({
    before,
    after,
    now,
  }) => {
    const started = after.header.lastMoveTime;
    if (started === null || started <= now || started === before.header.lastMoveTime) return true;
    const isAwaited = after.header.awaited?.includes(turnOf(after));
    return isAwaited === true && plyOf(after) < 2 && started === after.startTime + ARRIVAL_TIME;
  },
  'a clock runs exactly while a game is running': ({ after }) =>
    (isPlaying(after) && after.header.timeControl !== null) === (after.header.lastMoveTime !== null),
  'a game has days for a move or clocks, and a deadline exactly while it runs with days': ({ after }) =>
    (after.header.daysPerMove === null) === (after.header.timeControl !== null) &&
    (isPlaying(after) && after.header.daysPerMove !== null) === (after.header.moveDeadline !== null),
  'a room without spectators has none': ({ after }) =>
    isWatchable(after.header) || after.header.spectators.length === 0,
  'a move is made once, by its player, in its position': movesAreTheirMakers,
  'a repeated move gets the same answer': repeatedMovesGetTheSameAnswer,
  'an accepted undo takes moves back': acceptedUndoTakesBack,
  'an undo needs acceptance and returns the turn to the requester': undoNeedsAcceptance,
  'users without a seat change only the list of spectators': othersChangeNothing,
  'an offer belongs to its requester and position, respects the cooldown and is never replaced':
    offersHoldInTheirPosition,
  'seats and spectators are consistent': seatsAreSound,
  'only players chat': onlyPlayersChat,
  'an outage is compensated once': outagesAreCompensatedOnce,
  'the header agrees with the rules': headerIsTheGame,
};

/** Forgets the offers of a room that is free again. */
export function forgetRoom(memory: Memory, { after }: Transition): void {
  if (after.header.gameId === null) memory.offered.clear();
}
