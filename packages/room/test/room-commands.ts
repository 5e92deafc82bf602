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
  type RoomChoices,
  type RoomCommand,
  turnOf,
} from '../src/index.ts';
import { BLUE, pair, RED, SPECTATOR } from './fixtures.ts';

/** The sender of a command: a role in the room at the time of sending, or a user. */
type Sender = 'mover' | 'waiter' | 'asked' | { userId: string };

/** An intent that becomes a command when it is sent, so that it stays meaningful when fast-check shrinks the scenario. */
type Intent =
  | { kind: 'move'; by: Sender; style: 'bold' | 'legal' | 'wild'; pick: number; lag: number; bare: boolean }
  | { kind: 'offer'; by: Sender; what: OfferKind }
  | { kind: 'answer'; by: Sender; what: OfferKind | 'open'; accept: boolean }
  | { kind: 'say'; by: Sender; content: string }
  | { kind: 'presence'; by: Sender; here: boolean }
  | { kind: 'replacePlayer'; by: Sender; heir: string }
  | { kind: 'setTimeControl'; by: Sender; initial: number; increment: number }
  | { kind: 'spectators'; joined: string[]; left: string[] }
  | { kind: 'compensate'; outage: string; ms: number }
  | { kind: 'check' }
  | { kind: 'pair'; room: Exclude<RoomKind, 'casual'>; gameId: string }
  | { kind: 'join'; by: Sender; drawn?: Side; choices?: RoomChoices | undefined }
  | { kind: 'flag' | 'surrender' | 'leave' | 'leaveSpectating'; by: Sender }
  | { kind: 'clearAction' | 'clearOfflineSurrender' | 'arrive'; by: Sender };

/** The time before a command: milliseconds, or until about a deadline. */
type Wait = { ms: number } | { until: 'flag' | 'absence' | 'firstMove'; off: number };

/** One command. `late`: number of steps until delivery; `twice`: delivered again later. */
interface Step {
  wait: Wait;
  intent: Intent;
  late: number;
  twice: boolean;
}

export interface Scenario {
  /** Starts with a running game in a room of this kind, or without a room. */
  begins: RoomKind | null;
  /** Of the creator of a casual room. */
  choices?: RoomChoices | undefined;
  steps: Step[];
  /** Version from which the stream is replayed. */
  from: number;
}

const OUTSIDERS = [SPECTATOR, 'd'.repeat(24), 'e'.repeat(24)];
/** More users than a room accepts. */
const MANY = Array.from({ length: 120 }, (_, i) => i.toString(16).padStart(24, '0'));

function one<const T>(...values: T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}
const anyone: fc.Arbitrary<Sender> = one(RED, BLUE, ...OUTSIDERS).map((userId) => ({ userId }));
function usually(...who: Sender[]): fc.Arbitrary<Sender> {
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...who) }, { weight: 1, arbitrary: anyone });
}
const player = usually('mover', 'waiter');
const what = one<OfferKind>('draw', 'undo', 'undo', 'undo', 'reset');

const moving = fc.record<Intent & { kind: 'move' }>({
  kind: fc.constant('move'),
  by: fc.oneof(
    { weight: 14, arbitrary: fc.constant<Sender>('mover') },
    { weight: 1, arbitrary: fc.constant<Sender>('waiter') },
    { weight: 1, arbitrary: anyone },
  ),
  style: one('legal', 'bold', 'bold', 'bold', 'legal', 'wild'),
  pick: fc.nat(1000),
  lag: one(0, 0, 40, 300, 2_000),
  bare: one(false, false, true),
});

const choices = fc.record<RoomChoices>({
  timeControl: one(undefined, null, { initial: 1, increment: 0 }, { initial: 60, increment: 60 }),
  daysPerMove: one(undefined, 1, 7),
  table: fc.option(
    fc.record(
      {
        color: one('red', 'blue', 'random'),
        undo: one(true, false),
        spectators: one(true, false),
        start: one(null, '7/7/3r3/7/7/7/7/3R3/7 b'),
      },
      { noNullPrototype: true },
    ),
  ),
});
function joining(by: fc.Arbitrary<Sender>) {
  return fc.record({ kind: fc.constant('join' as const), by, drawn: one('red', 'blue'), choices });
}

const intent: fc.Arbitrary<Intent> = fc.oneof(
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
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replacePlayer' as const),
      by: fc.oneof(player, anyone),
      heir: one(RED, BLUE, ...OUTSIDERS),
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
      kind: fc.constant('spectators' as const),
      joined: one([], OUTSIDERS, [RED, SPECTATOR, SPECTATOR], MANY),
      left: one([], OUTSIDERS, [BLUE], MANY),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('compensate' as const),
      outage: one('o1', 'o2', 'o3'),
      ms: one(0, 500, 20_000, 600_000),
    }),
  },
  { weight: 10, arbitrary: fc.constant<Intent>({ kind: 'check' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pair' as const),
      room: one('paired', 'rated'),
      gameId: one('p1', 'p1', 'p2'),
    }),
  },
  { weight: 4, arbitrary: joining(fc.oneof(anyone, player)) },
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
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('leaveSpectating' as const), by: anyone }) },
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
  intent,
  late: one(0, 0, 0, 0, 0, 0, 0, 1, 2, 4),
  twice: one(false, false, false, false, true),
});

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  begins: one(...(['casual', 'casual', 'casual', 'casual', 'paired', 'rated', 'rated'] as const), null),
  choices: fc.option(choices, { nil: undefined }),
  steps: fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
  from: fc.nat(60),
});

/** Returns the time of a step (epoch ms). */
export function momentOf(room: Room | null, step: Wait, now: number): number {
  if ('ms' in step) return now + step.ms;
  if (!room) return now;
  const { header } = room;
  const turn = turnOf(room);
  if (header.lastMoveTime === null)
    return step.until === 'flag' ? (header.moveDeadline ?? now) + step.off : now;
  const moments = {
    flag: header.lastMoveTime + remaining(header, turn, turn, header.lastMoveTime),
    absence: offlineDeadline(header)?.at ?? now,
    firstMove: firstMoveDeadline(room) ?? now,
  };
  return moments[step.until] + step.off;
}

function userOf(room: Room | null, by: Sender): string {
  if (typeof by === 'object') return by.userId;
  const [red = RED, blue = BLUE] = room?.header.players ?? [];
  if (by === 'asked') {
    const asking = room?.header.drawRequester ?? room?.header.undoRequester ?? room?.header.resetRequester;
    return asking === red ? blue : red;
  }
  const turn = room ? turnOf(room) : 'red';
  return (turn === 'red') === (by === 'mover') ? red : blue;
}

/** Ranks moves of the piece nearest to the enemy den, so that some games are won on the board. */
function boldness(side: Side, { from, to }: Move): number {
  const toDen = ({ x, y }: Point): number => Math.abs(x - 3) + (side === 'red' ? y : 8 - y);
  return toDen(to) - (toDen(to) < toDen(from) ? 20 : 0);
}

function moveOf(room: Room | null, { style, pick }: Intent & { kind: 'move' }): Move {
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

function moveCommand(room: Room | null, intent: Intent & { kind: 'move' }, nth: number): RoomCommand {
  const userId = userOf(room, intent.by);
  const named = intent.bare ? {} : { ply: room ? plyOf(room) : 0, id: `c${nth}` };
  const side = room?.header.players[1] === userId ? 'blue' : 'red';
  return { type: 'move', userId, side, lag: intent.lag, ...moveOf(room, intent), ...named };
}

/** Returns the command of an intent in this room. `nth` makes its ids unique. */
export function commandOf(room: Room | null, intent: Intent, nth: number): RoomCommand {
  if (intent.kind === 'check') return { type: 'check' };
  if (intent.kind === 'spectators') return { type: 'spectators', joined: intent.joined, left: intent.left };
  if (intent.kind === 'compensate') return { type: 'compensate', outage: intent.outage, ms: intent.ms };
  if (intent.kind === 'pair') return pair(intent.room, { gameId: intent.gameId });
  if (intent.kind === 'move') return moveCommand(room, intent, nth);
  const userId = userOf(room, intent.by);
  const newGameId = '';
  switch (intent.kind) {
    case 'join':
      return { type: 'join', userId, newGameId, drawn: intent.drawn, choices: intent.choices };
    case 'offer':
      return { type: 'offer', userId, kind: intent.what };
    case 'answer': {
      const kind = intent.what === 'open' ? openOffer(room) : intent.what;
      return { type: 'answer', userId, kind, accept: intent.accept, newGameId };
    }
    case 'say':
      return { type: 'say', userId, content: intent.content };
    case 'presence':
      return { type: 'presence', userId, here: intent.here };
    case 'replacePlayer':
      return { type: 'replacePlayer', userId, by: intent.heir };
    case 'setTimeControl':
      return { type: 'setTimeControl', userId, initial: intent.initial, increment: intent.increment };
    default:
      return { type: intent.kind, userId };
  }
}

/** Returns the steps that start the game of a scenario. */
export function seating({ begins, choices }: Pick<Scenario, 'begins' | 'choices'>): Step[] {
  if (begins === null) return [];
  const taken: Intent[] =
    begins === 'casual'
      ? [
          { kind: 'join', by: { userId: RED }, ...(choices && { choices }) },
          { kind: 'join', by: { userId: BLUE } },
        ]
      : [{ kind: 'pair', room: begins, gameId: 'p1' }];
  const there: Intent[] = [
    { kind: 'presence', by: { userId: RED }, here: true },
    { kind: 'presence', by: { userId: BLUE }, here: true },
  ];
  return [...taken, ...there].map((intent) => ({ wait: { ms: 1 }, intent, late: 0, twice: false }));
}
