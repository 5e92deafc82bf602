import { setTimeout as delay } from 'node:timers/promises';
import { MAX_PLIES } from '@doushouqi/protocol';
import { ALL_NODES_IN_USE, gameScripts } from '@doushouqi/scripts';
import { percentile, verdict } from '../numbers.ts';
import { cpuPerMove, inTurns, type Play, playFor } from './play.ts';
import { clearTables, type Extent, openVenue, seatTables, type Table, type Venue } from './venue.ts';

const LIMITS = { ratio: 1.1, nodes: 1.15, rooms: 1.25 };
const TURN_SECONDS = 2;
export const RATE = 300;
/** Per node: a move costs twice as much until V8 has compiled hot code, which takes long. */
const WARM_UP_MOVES = 24_000;
const WARM_UP_ROOMS = 50;
/** The sweeper checks each new game once within this time. Milliseconds. */
const SETTLE_MS = 10_000;
const SCRIPTS = gameScripts(16, MAX_PLIES);

interface Subject {
  venue: Venue;
  tables: Table[];
}

/** Runs a load on all subjects and prints CPU and latency of a move; returns the plays. */
export async function measure(
  title: string,
  subjects: readonly Subject[],
  rate: number | null,
  seconds: number,
): Promise<Play[]> {
  await delay(SETTLE_MS);
  for (const { venue, tables } of subjects) await playFor(venue, tables, null, TURN_SECONDS);
  const turns = 2 * Math.max(1, Math.round(seconds / TURN_SECONDS / 2));
  const plays = await inTurns(subjects, turns, ({ venue, tables }) =>
    playFor(venue, tables, rate, TURN_SECONDS),
  );
  console.log(`\n${title}: ms per move\n${'CPU    gateway   nodes     p50     moves'.padStart(60)}`);
  for (const [index, play] of plays.entries()) {
    const figures = ['', 'gateway', 'realtime'].map((part) => cpuPerMove(play, part).toFixed(3).padStart(10));
    const p50 = percentile(play.latencies, 0.5).toFixed(1).padStart(8);
    console.log(
      `${subjects[index]!.venue.name.padEnd(20)}${figures.join('')}${p50}${String(play.moves).padStart(10)}`,
    );
  }
  return plays;
}

function judge(title: string, plays: readonly Play[], ratio: number, limit: number): boolean {
  const lost = plays.reduce((total, play) => total + play.lost, 0);
  const isWhole = lost === 0 || verdict(false, `${title}: ${lost} moves lost`);
  return verdict(ratio <= limit, `${title}: CPU ${ratio.toFixed(2)} × (limit ${limit})`) && isWhole;
}

/** Disconnects all players afterwards: more nodes need more moves, but all venues carry the same load. */
async function warmUp(venue: Venue, nodes: number): Promise<void> {
  const tables = await seatTables(venue, WARM_UP_ROOMS, SCRIPTS);
  for (let moves = 0; moves < Math.min(WARM_UP_MOVES * nodes, (WARM_UP_ROOMS * MAX_PLIES) / 2); )
    moves += (await playFor(venue, tables, null, 1)).moves;
  await clearTables(venue, tables);
}

export async function withVenues(
  venues: readonly (() => Promise<Venue>)[],
  work: (subjects: Subject[]) => Promise<boolean>,
): Promise<boolean> {
  const subjects: Subject[] = [];
  try {
    for (const open of venues) {
      const venue = await open();
      subjects.push({ venue, tables: [] });
      const nodes = [...venue.platform.processes.keys()].filter((name) => name.startsWith('realtime'));
      await warmUp(venue, nodes.length);
    }
    return await work(subjects);
  } finally {
    for (const { venue } of subjects) await venue.stop();
  }
}

/** The product beside the usual design of a game on Socket.IO. */
export function compareUsual({ rooms = 200, seconds = 14 }: Extent): Promise<boolean> {
  const env = ALL_NODES_IN_USE;
  const venues = [() => openVenue('product', { env }), () => openVenue('usual', { env, isUsual: true })];
  return withVenues(venues, async (subjects) => {
    let isHeld = true;
    const phases = [
      ['closed loop', null, 0],
      ['300 moves/s', 300, 0],
      ['3 000 moves/s', 3_000, 0],
      ['3 000 moves/s, a spectator in each room', 3_000, 1],
    ] as const;
    for (const [title, rate, spectators] of phases) {
      for (const one of subjects) one.tables = await seatTables(one.venue, rooms, SCRIPTS, spectators);
      const [product, usual] = (await measure(title, subjects, rate, seconds)) as [Play, Play];
      const p50 = percentile(product.latencies, 0.5) / percentile(usual.latencies, 0.5);
      const share = cpuPerMove(product, 'gateway') / cpuPerMove(product);
      console.log(`p50 ${p50.toFixed(2)} × the usual design; ${(100 * share).toFixed(0)} % at the gateway`);
      const ratio = cpuPerMove(product) / cpuPerMove(usual);
      isHeld = judge(title, [product, usual], ratio, LIMITS.ratio) && isHeld;
      for (const { venue, tables } of subjects) await clearTables(venue, tables);
    }
    return isHeld;
  });
}

/** The same load on 1, 2 and 4 nodes. */
export function compareNodes({ rooms = WARM_UP_ROOMS, seconds = 16 }: Extent): Promise<boolean> {
  const venues = [1, 2, 4].map((nodes) => () => openVenue(`${nodes} nodes`, { nodes }));
  return withVenues(venues, async (subjects) => {
    for (const one of subjects) one.tables = await seatTables(one.venue, rooms, SCRIPTS);
    const plays = await measure('1 to 4 nodes', subjects, RATE, seconds);
    return judge('1 to 4 nodes', plays, cpuPerMove(plays.at(-1)!) / cpuPerMove(plays[0]!), LIMITS.nodes);
  });
}

/** The same load over few and over many rooms. */
export function compareRooms({ rooms = 5_000, seconds = 16 }: Extent): Promise<boolean> {
  const counts = [WARM_UP_ROOMS, rooms];
  const venues = counts.map((count) => () => openVenue(`${count} rooms`, { env: ALL_NODES_IN_USE }));
  return withVenues(venues, async (subjects) => {
    for (const [index, one] of subjects.entries())
      one.tables = await seatTables(one.venue, counts[index]!, SCRIPTS);
    const plays = await measure('rooms', subjects, RATE, seconds);
    return judge('rooms', plays, cpuPerMove(plays[1]!) / cpuPerMove(plays[0]!), LIMITS.rooms);
  });
}
