import type { RoomKind } from '@doushouqi/protocol';
import { legalGameMoves, type Move, type Point, type Side } from '@doushouqi/rules';
import fc from 'fast-check';
import { remaining } from '../src/clock.ts';
import {
  firstMoveDeadline,
  type OfferKind,
  offlineDeadline,
  plyOf,
  type Room,
  type RoomCommand,
  turnOf,
} from '../src/index.ts';
import { BLUE, pair, RED, WATCHER } from './fixtures.ts';

/** Who sends a command: a seat of the room as it then is, or somebody by name. */
type Who = 'mover' | 'waiter' | 'asked' | { userId: string };

/** What somebody wants; what it means is read off the room when it is sent, so that shrinking keeps its sense. */
type Want =
  | { kind: 'move'; by: Who; style: 'bold' | 'legal' | 'wild'; pick: number; lag: number; bare: boolean }
  | { kind: 'offer'; by: Who; what: OfferKind }
  | { kind: 'answer'; by: Who; what: OfferKind | 'open'; accept: boolean }
  | { kind: 'say'; by: Who; content: string }
  | { kind: 'presence'; by: Who; here: boolean }
  | { kind: 'setTimeControl'; by: Who; initial: number; increment: number }
  | { kind: 'crowd'; came: string[]; went: string[] }
  | { kind: 'giveBack'; outage: string; ms: number }
  | { kind: 'look' }
  | { kind: 'pair'; room: Exclude<RoomKind, 'casual'>; gameId: string }
  | { kind: 'join' | 'flag' | 'surrender' | 'leave' | 'leaveSpectating'; by: Who }
  | { kind: 'clearAction' | 'clearOfflineSurrender' | 'arrive'; by: Who };

/** Until when the clock jumps before the command: some ms, or about when somebody loses by the clock, away, or by no first move. */
type Wait = { ms: number } | { until: 'flag' | 'absence' | 'firstMove'; off: number };

/** One command; `late`: delivered that many steps after it was sent; `twice`: and once more, later still. */
interface Step {
  wait: Wait;
  want: Want;
  late: number;
  twice: boolean;
}

export interface Scenario {
  /** What it begins with: a game in a room of this kind, or no room. */
  begins: RoomKind | null;
  steps: Step[];
  /** From which version the stream is replayed. */
  from: number;
}

const OUTSIDERS = [WATCHER, 'd'.repeat(24), 'e'.repeat(24)];
/** More people than a room lets in. */
const MOB = Array.from({ length: 120 }, (_, i) => i.toString(16).padStart(24, '0'));

function one<const T>(...values: T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}
const anybody: fc.Arbitrary<Who> = one(RED, BLUE, ...OUTSIDERS).map((userId) => ({ userId }));
function usually(...who: Who[]): fc.Arbitrary<Who> {
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...who) }, { weight: 1, arbitrary: anybody });
}
const player = usually('mover', 'waiter');
const what = one<OfferKind>('draw', 'undo', 'undo', 'undo', 'reset');

const moving = fc.record<Want & { kind: 'move' }>({
  kind: fc.constant('move'),
  by: fc.oneof(
    { weight: 14, arbitrary: fc.constant<Who>('mover') },
    { weight: 1, arbitrary: fc.constant<Who>('waiter') },
    { weight: 1, arbitrary: anybody },
  ),
  style: one('legal', 'bold', 'bold', 'bold', 'legal', 'wild'),
  pick: fc.nat(1000),
  lag: one(0, 0, 40, 300, 2_000),
  bare: one(false, false, true),
});

const want: fc.Arbitrary<Want> = fc.oneof(
  { weight: 140, arbitrary: moving },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('offer' as const), by: player, what }) },
  {
    weight: 44,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      by: usually('asked', 'asked', 'waiter', 'mover'),
      what: fc.oneof({ weight: 5, arbitrary: fc.constant('open' as const) }, { weight: 1, arbitrary: what }),
      accept: one(true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      by: player,
      content: one('你好', '快点', '快点！', '在吗'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('presence' as const),
      by: player,
      here: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('setTimeControl' as const),
      by: player,
      initial: one(2, 15),
      increment: one(1, 10),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crowd' as const),
      came: one([], OUTSIDERS, [RED, WATCHER, WATCHER], MOB),
      went: one([], OUTSIDERS, [BLUE], MOB),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('giveBack' as const),
      outage: one('o1', 'o2', 'o3'),
      ms: one(0, 500, 20_000, 600_000),
    }),
  },
  { weight: 10, arbitrary: fc.constant<Want>({ kind: 'look' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pair' as const),
      room: one('paired', 'rated'),
      gameId: one('p1', 'p1', 'p2'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('join' as const), by: fc.oneof(anybody, player) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: one(
        'clearAction',
        'clearOfflineSurrender',
        'clearOfflineSurrender',
        'flag',
        'flag',
        'flag',
        'flag',
      ),
      by: player,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('arrive' as const), by: player }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('leaveSpectating' as const), by: anybody }) },
  { weight: 3, arbitrary: fc.record({ kind: one('surrender', 'leave', 'leave', 'leave'), by: player }) },
);

const wait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 120, arbitrary: fc.record({ ms: fc.integer({ min: 0, max: 6_000 }) }) },
  { weight: 3, arbitrary: fc.record({ ms: fc.integer({ min: 6_000, max: 45_000 }) }) },
  { weight: 1, arbitrary: fc.record({ ms: one(-3_600_000, -5_000, -1, 60_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ until: one('flag', 'absence', 'absence', 'firstMove'), off: one(-1, 0, 1, 450) }),
  },
);

const step: fc.Arbitrary<Step> = fc.record({
  wait,
  want,
  late: one(0, 0, 0, 0, 0, 0, 0, 1, 2, 4),
  twice: one(false, false, false, false, true),
});

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  begins: one(...(['casual', 'casual', 'casual', 'casual', 'paired', 'rated', 'rated'] as const), null),
  steps: fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
  from: fc.nat(60),
});

/** The moment that a step waits for. */
export function momentOf(room: Room | null, step: Wait, now: number): number {
  if ('ms' in step) return now + step.ms;
  if (!room || room.header.lastMoveTime === null) return now;
  const { header } = room;
  const turn = turnOf(room);
  const moments = {
    flag: room.header.lastMoveTime + remaining(header, turn, turn, room.header.lastMoveTime),
    absence: offlineDeadline(header)?.at ?? now,
    firstMove: firstMoveDeadline(room) ?? now,
  };
  return moments[step.until] + step.off;
}

function userOf(room: Room | null, by: Who): string {
  if (typeof by === 'object') return by.userId;
  const [red = RED, blue = BLUE] = room?.header.players ?? [];
  if (by === 'asked') {
    const asking = room?.header.drawRequester ?? room?.header.undoRequester ?? room?.header.resetRequester;
    return asking === red ? blue : red;
  }
  const turn = room ? turnOf(room) : 'red';
  return (turn === 'red') === (by === 'mover') ? red : blue;
}

/** Bold players walk the piece nearest to the enemy den on to it, so that games are won on the board, too. */
function boldness(side: Side, { from, to }: Move): number {
  const toDen = ({ x, y }: Point): number => Math.abs(x - 3) + (side === 'red' ? y : 8 - y);
  return toDen(to) - (toDen(to) < toDen(from) ? 20 : 0);
}

function moveOf(room: Room | null, { style, pick }: Want & { kind: 'move' }): Move {
  const wild = { from: { x: pick % 8, y: pick % 10 }, to: { x: (pick >> 3) % 8, y: (pick >> 5) % 10 } };
  const playing = room?.header.gameId ? room : null;
  const moves = playing && style !== 'wild' ? [...legalGameMoves(playing.game)] : [];
  if (style === 'bold' && playing) {
    const side = turnOf(playing);
    moves.sort((a, b) => boldness(side, a) - boldness(side, b));
    return moves[pick % 4 === 0 ? 1 : 0] ?? wild;
  }
  return moves[pick % moves.length] ?? wild;
}

function openOffer(room: Room | null): OfferKind {
  return room?.header.undoRequester ? 'undo' : room?.header.resetRequester ? 'reset' : 'draw';
}

function moveCommand(room: Room | null, wanted: Want & { kind: 'move' }, nth: number): RoomCommand {
  const userId = userOf(room, wanted.by);
  const named = wanted.bare ? {} : { ply: room ? plyOf(room) : 0, id: `c${nth}` };
  const side = room?.header.players[1] === userId ? 'blue' : 'red';
  return { type: 'move', userId, side, lag: wanted.lag, ...moveOf(room, wanted), ...named };
}

/** The command that a want means in this room; `nth` makes the names in it new. */
export function commandOf(room: Room | null, wanted: Want, nth: number): RoomCommand {
  if (wanted.kind === 'look') return { type: 'look' };
  if (wanted.kind === 'crowd') return { type: 'crowd', came: wanted.came, went: wanted.went };
  if (wanted.kind === 'giveBack') return { type: 'giveBack', outage: wanted.outage, ms: wanted.ms };
  if (wanted.kind === 'pair') return pair(wanted.room, { gameId: wanted.gameId });
  if (wanted.kind === 'move') return moveCommand(room, wanted, nth);
  const userId = userOf(room, wanted.by);
  const newGameId = '';
  switch (wanted.kind) {
    case 'join':
      return { type: 'join', userId, newGameId };
    case 'offer':
      return { type: 'offer', userId, kind: wanted.what };
    case 'answer': {
      const kind = wanted.what === 'open' ? openOffer(room) : wanted.what;
      return { type: 'answer', userId, kind, accept: wanted.accept, newGameId };
    }
    case 'say':
      return { type: 'say', userId, content: wanted.content };
    case 'presence':
      return { type: 'presence', userId, here: wanted.here };
    case 'setTimeControl':
      return { type: 'setTimeControl', userId, initial: wanted.initial, increment: wanted.increment };
    default:
      return { type: wanted.kind, userId };
  }
}

/** What happens first where a scenario begins with a game. */
export function seating(begins: Scenario['begins']): Step[] {
  if (begins === null) return [];
  const taken: Want[] =
    begins === 'casual'
      ? [
          { kind: 'join', by: { userId: RED } },
          { kind: 'join', by: { userId: BLUE } },
        ]
      : [{ kind: 'pair', room: begins, gameId: 'p1' }];
  const there: Want[] = [
    { kind: 'presence', by: { userId: RED }, here: true },
    { kind: 'presence', by: { userId: BLUE }, here: true },
  ];
  return [...taken, ...there].map((want) => ({ wait: { ms: 1 }, want, late: 0, twice: false }));
}
