import { isDeepStrictEqual } from 'node:util';
import {
  ARRIVAL_TIME,
  CHAT_LINES,
  fromWireEvent,
  MAX_SPECTATORS,
  OFFER_COOLDOWN,
  toWireEvent,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import { roomSnapshot } from '@doushouqi/protocol/server';
import { outcome, plyCount, ruleSetOf, SIDES, type Side } from '@doushouqi/rules';
import { decodeRoom, encodeRoom } from '../src/codec.ts';
import {
  evolve,
  gameToArchive,
  isPlaying,
  isWatchable,
  plyOf,
  seatOf,
  snapshotOf,
  turnOf,
  viewOfSnapshot,
} from '../src/index.ts';

import {
  acceptedUndoTakesBack,
  drawsAreCounted,
  endHasItsCause,
  newGameHasItsCause,
  pairsBeginInTime,
  pairsStayTogether,
  timeChangesByRule,
  undoNeedsAcceptance,
} from './game-invariants.ts';
import {
  type Invariant,
  KINDS,
  left,
  type Memory,
  playersAfter,
  REQUESTER,
  type Transition,
  userIn,
  whereOf,
  withoutSpectators,
} from './transition.ts';

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

const seatsAreSound: Invariant = (transition) => {
  const { before, after } = transition;
  const { players, spectators, departed, gameId } = after.header;
  const people = [...players, ...spectators];
  // Seats change only between games, and where a player is replaced.
  const isUnchanged =
    !isPlaying(before) ||
    gameId !== before.header.gameId ||
    isDeepStrictEqual(players, playersAfter(transition));
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
