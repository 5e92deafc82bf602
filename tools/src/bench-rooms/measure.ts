import { setTimeout as delay } from 'node:timers/promises';
import { MAX_PLIES } from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { cpuBetween, cpuSeconds, type Memory } from '../measure/processes.ts';
import { sum } from '../measure/statistics.ts';
import { closedLoop, type Flow, fixedRate } from './load.ts';
import type { Subject, SubjectName } from './subjects.ts';
import { addSpectators, connectPairs, getUp, type Pair, sitDown, type Table } from './tables.ts';

/** Phases without spectators. */
export const PLAYER_PHASES = ['closed loop', '300 moves/s', '3 000 moves/s'] as const;
export const WATCHED_PHASE = '3 000 moves/s, one spectator a room';
/** The phase with spectators is last, because they stay. */
export const PHASES = [...PLAYER_PHASES, WATCHED_PHASE] as const;
export type PhaseName = (typeof PHASES)[number];

/** One phase of one subject; `cpu` in seconds by process, including the wait for the last moves. */
export interface Phase extends Flow {
  cpu: Map<string, number>;
  /** Moves received by all spectators together. */
  watched: number;
}

export interface Figures {
  /** The selected phases. */
  phases: Partial<Record<PhaseName, Phase>>;
  /** Bytes for each room with two players, on all realtime nodes together. */
  memoryPerRoom: Memory;
  /**
   * Idle CPU of all processes together as a share of one core: with these rooms, and with none. Null if only some
   * phases were selected.
   */
  idleCpu: { withRooms: number; empty: number } | null;
}

export interface Load {
  rooms: number;
  seconds: number;
  phases: readonly PhaseName[];
}

const WARM_UP_MOVES = 12_000;
const WARM_UP_ROOMS = 30;
const SETTLE_MS = 1_000;
/** The sweeper checks a new game once within this time; after that its room is idle. */
const FIRST_LOOK_MS = 9_000;
/** The interval of engine.io's pings, so that each connection sends exactly one. */
const IDLE_SECONDS = 25;
/**
 * A phase consists of an even number of turns of at most this length, so that load of the machine affects all subjects
 * equally.
 */
const TURN_SECONDS = 2;

const LOADS: Record<PhaseName, (tables: readonly Table[], seconds: number) => Promise<Flow>> = {
  'closed loop': closedLoop,
  '300 moves/s': (tables, seconds) => fixedRate(tables, seconds, 300),
  '3 000 moves/s': (tables, seconds) => fixedRate(tables, seconds, 3_000),
  [WATCHED_PHASE]: (tables, seconds) => fixedRate(tables, seconds, 3_000),
};

interface Guest {
  subject: Subject;
  pairs: readonly Pair[];
  tables: Table[];
  figures: Figures;
}

async function idleCpu({ platform }: Subject): Promise<number> {
  const before = cpuSeconds(platform);
  await delay(IDLE_SECONDS * 1_000);
  return sum(cpuBetween(before, cpuSeconds(platform)).values()) / IDLE_SECONDS;
}

/** Enough for most of V8's compilation, or half of the tables' moves. */
async function makeManyMoves(tables: readonly Table[]): Promise<void> {
  const most = tables.length * (MAX_PLIES / 2);
  for (let moves = 0; moves < Math.min(WARM_UP_MOVES, most); ) moves += (await closedLoop(tables, 1)).moves;
}

/**
 * Warms up with a first wave of sockets, so that one-time code and buffers count for no room. The wave makes many
 * moves: V8 compiles hot code step by step, and until then a move costs twice as much.
 */
async function warmUp(subject: Subject, rooms: number, scripts: Move[][]): Promise<void> {
  const pairs = await connectPairs(subject, Math.min(rooms, WARM_UP_ROOMS));
  const tables = await sitDown(subject, pairs, scripts);
  await makeManyMoves(tables);
  await getUp(subject, tables);
  for (const { seats } of pairs) for (const { socket } of seats) socket.disconnect();
  await delay(FIRST_LOOK_MS);
}

async function seatGuest(subject: Subject, rooms: number, scripts: Move[][]): Promise<Guest> {
  const empty = await subject.memory.read(subject.platform);
  const pairs = await connectPairs(subject, rooms);
  const tables = await sitDown(subject, pairs, scripts);
  await delay(SETTLE_MS);
  const full = await subject.memory.read(subject.platform);
  const memoryPerRoom = {
    heap: (full.heap - empty.heap) / rooms,
    resident: (full.resident - empty.resident) / rooms,
  };
  return { subject, pairs, tables, figures: { memoryPerRoom, phases: {}, idleCpu: null } };
}

/**
 * Opens new rooms for the phase, so that all phases begin alike. Returns the counter of moves received by spectators.
 */
async function prepare(guest: Guest, name: PhaseName, scripts: Move[][]): Promise<() => number> {
  const { subject, pairs } = guest;
  await getUp(subject, guest.tables);
  guest.tables = await sitDown(subject, pairs, scripts);
  let watched = 0;
  for (const socket of name === WATCHED_PHASE ? await addSpectators(subject, guest.tables) : [])
    socket.on('moveMade', () => {
      watched += 1;
    });
  return () => watched;
}

async function takeTurn({ subject, tables }: Guest, name: PhaseName, seconds: number) {
  const before = cpuSeconds(subject.platform);
  const flow = await LOADS[name](tables, seconds);
  return { ...flow, cpu: cpuBetween(before, cpuSeconds(subject.platform)) };
}

function together(turns: readonly Omit<Phase, 'watched'>[]): Omit<Phase, 'watched'> {
  const total = (key: 'moves' | 'seconds' | 'refused' | 'lost') => sum(turns.map((turn) => turn[key]));
  return {
    moves: total('moves'),
    seconds: total('seconds'),
    refused: total('refused'),
    lost: total('lost'),
    latencies: turns.flatMap(({ latencies }) => latencies),
    cpu: new Map(
      [...turns[0]!.cpu.keys()].map((name) => [name, sum(turns.map(({ cpu }) => cpu.get(name)!))]),
    ),
  };
}

/** Alternating order: in a fixed order the first of two equal subjects cost 5 to 20 % more. */
function orderOf(turn: number, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  return turn % 2 === 0 ? order : order.reverse();
}

async function runPhase(
  guests: readonly Guest[],
  name: PhaseName,
  seconds: number,
  scripts: Move[][],
): Promise<void> {
  const watched: (() => number)[] = [];
  for (const guest of guests) watched.push(await prepare(guest, name, scripts));
  await delay(FIRST_LOOK_MS);
  // New and ended games introduce new object shapes, and the garbage collection before the memory reading drops known
  // ones: V8 recompiles dependent code in both cases, which takes minutes at 300 moves per second.
  for (const { tables } of guests) await makeManyMoves(tables);
  for (const guest of guests) await takeTurn(guest, name, 1);
  const turns = guests.map((): Omit<Phase, 'watched'>[] => []);
  const count = 2 * Math.ceil(seconds / TURN_SECONDS / 2);
  for (let turn = 0; turn < count; turn++)
    for (const index of orderOf(turn, guests.length))
      turns[index]!.push(await takeTurn(guests[index]!, name, seconds / count));
  for (const [index, { subject, figures }] of guests.entries()) {
    const phase = { ...together(turns[index]!), watched: watched[index]!() };
    figures.phases[name] = phase;
    console.error(`${subject.name}, ${name}: ${phase.moves} moves in ${phase.seconds.toFixed(1)} s`);
  }
}

/** Measures all subjects in short turns. Other subjects are idle during a turn. */
export async function measure(
  subjects: readonly Subject[],
  { rooms, seconds, phases }: Load,
): Promise<Map<SubjectName, Figures>> {
  const scripts = gameScripts(16, MAX_PLIES);
  for (const subject of subjects) await warmUp(subject, rooms, scripts);
  const whole = phases.length === PHASES.length;
  const empty = whole ? await Promise.all(subjects.map(idleCpu)) : [];
  const guests: Guest[] = [];
  for (const subject of subjects) guests.push(await seatGuest(subject, rooms, scripts));
  if (whole) {
    await delay(FIRST_LOOK_MS);
    const withRooms = await Promise.all(subjects.map(idleCpu));
    for (const [index, { figures }] of guests.entries()) {
      figures.idleCpu = { withRooms: withRooms[index]!, empty: empty[index]! };
    }
  }
  for (const name of phases) await runPhase(guests, name, seconds, scripts);
  return new Map(guests.map(({ subject, figures }) => [subject.name, figures]));
}
