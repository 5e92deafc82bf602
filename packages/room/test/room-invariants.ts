import { isDeepStrictEqual } from 'node:util';
import {
  CHAT_LINES,
  type ErrorCode,
  MAX_SPECTATORS,
  OFFER_COOLDOWN,
  OFFLINE_GRACE,
  type RoomEvent,
} from '@doushouqi/protocol';
import { formatRecord, opponent, type Player, positionOf, turn } from '@doushouqi/rules';
import { keyOf } from '../src/clock.ts';
import { decodeRoom, encodeRoom, finishedGameOf } from '../src/codec.ts';
import {
  evolve,
  headerOf,
  isPlaying,
  type LiveGame,
  type OfferKind,
  plyOf,
  type Room,
  type RoomCommand,
  sideOf,
  turnOf,
} from '../src/index.ts';

/** One command and what came of it. A refusal leaves `after === before` and no events. */
export interface Transition {
  before: Room;
  after: Room;
  events: readonly RoomEvent[];
  command: RoomCommand;
  now: number;
  /** The version that answers the command, or the code that refuses it. */
  answer: number | ErrorCode;
}

/** What a promise over more than one command must remember. */
interface Memory {
  /** The text of every room as it was committed. */
  text: string;
  verdicts: Map<string, string>;
  /** In which position each open offer was made. */
  madeIn: Partial<Record<OfferKind, string>>;
  /** When each player's last offer of a kind was taken. */
  offered: Map<string, number>;
  moves: Set<string>;
  /** The last move of each side of a game, by the command's id, and its version. */
  lastMoves: Map<string, { id: string | null; v: number }>;
  outages: Set<string>;
}

export const newMemory = (room: Room): Memory => ({
  text: encodeRoom(room),
  verdicts: new Map(),
  madeIn: {},
  offered: new Map(),
  moves: new Set(),
  lastMoves: new Map(),
  outages: new Set(),
});

type Invariant = (transition: Transition, memory: Memory) => boolean;

const SIDES = [1, 2] as const;
const REQUESTER = { draw: 'drawRequester', undo: 'undoRequester', reset: 'resetRequester' } as const;
const KINDS = ['draw', 'undo', 'reset'] as const;

const recordOf = (game: LiveGame): string => formatRecord(game.board).slice(6);
const whereOf = ({ game }: Room): string => (game ? `${game.id} ${recordOf(game)}` : '');
const userIn = (command: RoomCommand): string | null => ('userId' in command ? command.userId : null);
/** What a side has left, in the invariants' own words: they must not believe the code they look after. */
const left = ({ clock, board }: LiveGame, side: Player, now: number): number => {
  const held = side === 1 ? clock.timeLeft.player1 : clock.timeLeft.player2;
  if (clock.lastMoveTime === null || turn(positionOf(board)) !== side || now < clock.lastMoveTime)
    return held;
  return Math.max(0, held - (now - clock.lastMoveTime));
};
const sameGame = ({ before, after }: Transition): { was: LiveGame; is: LiveGame } | null =>
  before.game && before.game.id === after.game?.id ? { was: before.game, is: after.game } : null;
/** The side that answered yes to the other's open offer. */
const agreedBy = ({ before, command }: Transition, kind: OfferKind): Player | null => {
  const yes =
    (command.type === 'answer' && command.kind === kind && command.accept) ||
    (command.type === 'offer' && command.kind === 'draw' && kind === 'draw');
  const asked = before[REQUESTER[kind]];
  const side = yes ? sideOf(before, userIn(command) ?? '') : null;
  return side && asked && asked !== userIn(command) ? side : null;
};
const without = (room: Room, ...fields: (keyof Room)[]): object =>
  Object.fromEntries(
    Object.entries({ ...room, v: 0 }).filter(([field]) => !fields.some((one) => one === field)),
  );

const endHasItsCause: Invariant = (transition) => {
  const { before, after, command, now, events } = transition;
  const games = sameGame(transition);
  if (!games || !isPlaying(before) || isPlaying(after)) return true;
  const { winner, endReason } = headerOf(after);
  const loser = winner === 1 ? 2 : 1;
  switch (endReason) {
    case 'TIME_UP':
      return winner !== 0 && turnOf(games.was) === loser && left(games.was, loser, now) === 0;
    case 'SURRENDER':
      return (
        (command.type === 'surrender' || command.type === 'leave') && sideOf(before, command.userId) === loser
      );
    case 'OFFLINE_SURRENDER': {
      const since = before.offlineSince[keyOf(loser)];
      const stayed = since !== null && now - since >= OFFLINE_GRACE;
      const named = after.offlinePlayerSurrendered === before.players[loser - 1];
      return (
        command.type === 'look' && stayed && named && before.offlineSince[keyOf(opponent(loser))] === null
      );
    }
    case 'DRAW_AGREED':
      return winner === 0 && agreedBy(transition, 'draw') !== null;
    default:
      return events[0]?.type === 'moveMade' && events[0].player === winner;
  }
};

/** By how much each side's time may have changed, measured at the moment of the command: at least, at most. */
const allowed = (transition: Transition, games: { was: LiveGame; is: LiveGame }, side: Player) => {
  const { before, events, command } = transition;
  const increment = before.timeControl.increment * 1000;
  const [first] = events;
  if (first?.type === 'moveMade' && first.player === side && command.type === 'move') {
    const { clock, lagQuota } = games.was;
    const overdue = transition.now - (clock.lastMoveTime ?? 0) - clock.timeLeft[keyOf(side)];
    const believed = first.lag <= Math.min(command.lag ?? 0, lagQuota[keyOf(side)]);
    const change = increment + first.lag - Math.max(0, overdue);
    return believed ? ([change, change] as const) : ([0, 0] as const);
  }
  if (plyOf(games.is) < plyOf(games.was)) return [-increment, 0] as const;
  const running = games.was.clock.lastMoveTime !== null && turnOf(games.was) === side;
  if (command.type === 'giveBack' && events.length > 0 && running) {
    return [0, Math.min(command.ms, 60_000)] as const;
  }
  return [0, 0] as const;
};

const timeIsKept: Invariant = (transition) => {
  const games = sameGame(transition);
  if (!games) return true;
  return SIDES.every((side) => {
    const change = left(games.is, side, transition.now) - left(games.was, side, transition.now);
    const [least, most] = allowed(transition, games, side);
    return change >= least && change <= most;
  });
};

const strangersChangeNothing: Invariant = ({ before, after, command }) => {
  if (command.type === 'crowd') {
    return isDeepStrictEqual(without(after, 'spectators'), without(before, 'spectators'));
  }
  const userId = userIn(command);
  if (userId === null || sideOf(before, userId) !== null || after === before) return true;
  if (command.type === 'join' && sideOf(after, userId) !== null) {
    return before.players.length < 2 || before.players.every((id) => before.departed.includes(id));
  }
  return isDeepStrictEqual(without(after, 'spectators'), without(before, 'spectators'));
};

const offersHoldInTheirPosition: Invariant = ({ before, after, command, now }, memory) =>
  KINDS.every((kind) => {
    const [was, is] = [before[REQUESTER[kind]], after[REQUESTER[kind]]];
    if (is === null) {
      delete memory.madeIn[kind];
      return true;
    }
    if (kind !== 'reset' && !isPlaying(after)) return false;
    if (sideOf(after, is) === null || after.departed.length > 0) return false;
    if (was === is) return memory.madeIn[kind] === whereOf(after);
    memory.madeIn[kind] = whereOf(after);
    const mine = command.type === 'offer' && command.kind === kind && command.userId === is;
    const last = memory.offered.get(`${kind} ${is}`);
    memory.offered.set(`${kind} ${is}`, now);
    const cool = kind === 'reset' || last === undefined || now - last >= OFFER_COOLDOWN;
    return was === null && mine && cool;
  });

const undoNeedsAYes: Invariant = (transition) => {
  const games = sameGame(transition);
  if (!games || plyOf(games.is) >= plyOf(games.was)) return true;
  const giver = agreedBy(transition, 'undo');
  const back = plyOf(games.was) - plyOf(games.is);
  return (
    giver !== null &&
    (back === 1 || back === 2) &&
    turnOf(games.is) === opponent(giver) &&
    recordOf(games.was).startsWith(recordOf(games.is)) &&
    games.is.clock.lastMoveTime === transition.now
  );
};

const newGameHasItsCause: Invariant = (transition) => {
  const { before, after, now } = transition;
  if (!after.game || after.game.id === before.game?.id) return true;
  const { clock, moveTimes } = after.game;
  const initial = after.timeControl.initial * 60_000;
  const fresh =
    moveTimes === '' &&
    clock.lastMoveTime === now &&
    isDeepStrictEqual(clock.timeLeft, { player1: initial, player2: initial });
  const seated = transition.command.type === 'join' && before.players.length === 1;
  return fresh && (seated || agreedBy(transition, 'reset') !== null);
};

const movesAreTheirMakers: Invariant = ({ before, command, events }, memory) =>
  events.every((event) => {
    if (event.type !== 'moveMade') return true;
    if (command.type !== 'move' || !before.game) return false;
    const name = `${event.gameId} ${event.id}`;
    const again = event.id !== null && memory.moves.has(name);
    memory.moves.add(name);
    const length = plyOf(before.game);
    const seen = command.ply === undefined || command.ply === length;
    const own = turnOf(before.game) === event.player && sideOf(before, command.userId) === event.player;
    return !again && seen && own && command.player === event.player && event.ply === length + 1;
  });

const doublesAreAnsweredAlike: Invariant = ({ before, command, events, answer }, memory) => {
  const name = (side: Player | null): string => `${before.game?.id} ${side}`;
  const [first] = events;
  if (first?.type === 'moveMade') memory.lastMoves.set(name(first.player), { id: first.id, v: first.v });
  if (command.type !== 'move' || command.id === undefined) return true;
  const known = memory.lastMoves.get(name(sideOf(before, command.userId)));
  return known?.id !== command.id || answer === known.v;
};

const verdictStands: Invariant = ({ after }, memory) => {
  const { game } = after;
  if (!game || game.endTime === null) return !game || !memory.verdicts.has(game.id);
  const verdict = JSON.stringify(finishedGameOf(after));
  const known = memory.verdicts.get(game.id) ?? verdict;
  memory.verdicts.set(game.id, verdict);
  return known === verdict && headerOf(after).winner !== -1;
};

const seatsAreSound: Invariant = ({ before, after }) => {
  const { players, spectators, departed } = after;
  const people = [...players, ...spectators];
  // Seats change hands only where no game is on.
  const kept = !isPlaying(before) || isDeepStrictEqual(players, before.players);
  return (
    kept &&
    players.length <= 2 &&
    new Set(people).size === people.length &&
    spectators.length <= MAX_SPECTATORS &&
    departed.every((id) => players.includes(id)) &&
    (departed.length === 0 || !isPlaying(after))
  );
};

const onlyPlayersTalk: Invariant = ({ before, after, command }) => {
  const line = after.chatMessages.at(-1);
  if (after.chatMessages.length > CHAT_LINES) return false;
  if (!line || isDeepStrictEqual(line, before.chatMessages.at(-1))) return true;
  return command.type === 'say' && line.fromId === command.userId && sideOf(before, line.fromId) !== null;
};

const outagesArePaidOnce: Invariant = ({ after, events }, memory) =>
  events.every((event) => {
    if (event.type !== 'gameStateUpdate' || event.outage === undefined) return true;
    const name = `${after.game?.id} ${event.outage}`;
    const again = memory.outages.has(name);
    memory.outages.add(name);
    return !again;
  });

/** A node that read the room from the store before the command and hears its events now holds the same room. */
const streamIsTheRoom: Invariant = ({ before, after, events }, memory) => {
  if (events.length === 0) return after === before;
  const heard = JSON.parse(JSON.stringify(events)) as RoomEvent[];
  return isDeepStrictEqual(heard.reduce(evolve, decodeRoom(memory.text)), after);
};

const storedIsTheRoom: Invariant = ({ before, after }, memory) => {
  const untouched = encodeRoom(before) === memory.text;
  memory.text = encodeRoom(after);
  return untouched && (after === before || isDeepStrictEqual(decodeRoom(memory.text), after));
};

/** What every command must keep, whoever sends it and whenever. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'every event’s v is the last plus one': ({ before, after, events }) =>
    events.every(({ v }, i) => v === before.v + 1 + i) && after.v === before.v + events.length,
  'a client that hears the stream holds the room': streamIsTheRoom,
  'storing loses nothing, and deciding writes nothing into the room given': storedIsTheRoom,
  'a game has one verdict at most, and it stands': verdictStands,
  'a game ends for a cause, against the right side': endHasItsCause,
  'a new game begins full and fresh, by seating or by both players’ will': newGameHasItsCause,
  'time changes by increment, undo or give-back alone': timeIsKept,
  'times are whole and not below zero': ({ after: { game } }) =>
    !game || SIDES.every((side) => Number.isInteger(left(game, side, 0)) && left(game, side, 0) >= 0),
  'a clock is not started in the future': ({ before, after, now }) => {
    const started = after.game?.clock.lastMoveTime ?? null;
    return started === null || started <= now || started === before.game?.clock.lastMoveTime;
  },
  'a clock runs while a game is on, and only then': ({ after }) =>
    isPlaying(after) === (after.game !== null && after.game.clock.lastMoveTime !== null),
  'a move is its maker’s, in the position it was made for, once': movesAreTheirMakers,
  'a move that comes twice is answered as before': doublesAreAnsweredAlike,
  'an undo needs the opponent’s yes, and gives the requester the move': undoNeedsAYes,
  'strangers and spectators change nothing but the crowd': strangersChangeNothing,
  'an offer is its maker’s, open only in its position, cooled and never replaced': offersHoldInTheirPosition,
  'seats and spectators are sound': seatsAreSound,
  'only players talk': onlyPlayersTalk,
  'an outage is paid for once': outagesArePaidOnce,
};

/** A room that is free again remembers nothing of those who had it. */
export const forgetRoom = (memory: Memory, { after }: Transition): void => {
  if (after.game === null) memory.offered.clear();
};
