import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ALL_NODES_IN_USE, gameScripts } from '@doushouqi/scripts';
import { pinLoad } from '../measure/pinned.ts';
import { standIdle } from './idle.ts';
import { type Play, playAt, playThrough, together } from './moves.ts';
import { type Line, reportGrowth, reportIdle, reportStorm } from './report.ts';
import { weatherStorm } from './storm.ts';
import { type Board, clearBoards, openVenue, setBoards, type Venue } from './venue.ts';

/**
 * `npm run bench:scale`: cost of a move with more nodes and rooms, memory of an idle connection, and reconnection time
 * after a node's death. Loopback only; one minute for each of `--only`.
 */
const PARTS = ['nodes', 'rooms', 'idle', 'storm'] as const;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: PARTS.join(',') },
    rate: { type: 'string', default: '300' },
    rooms: { type: 'string', default: '5000' },
    connections: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '2000' },
  },
});
const [rate, rooms, connections, clients] = [
  Number(values.rate),
  Number(values.rooms),
  Number(values.connections),
  Number(values.clients),
];
const only = values.only.split(',');
if (
  ![rate, rooms, connections, clients].every((count) => count >= 1) ||
  !only.every((part) => PARTS.some((one) => one === part))
) {
  console.error(
    `usage: npm run bench:scale -- --only ${PARTS.join(',')} --rate 300 --rooms 5000 --connections 10000 --clients 2000`,
  );
  process.exit(1);
}

const FEW_ROOMS = 50;
const MANY_ROOMS = 400;
const NODES = [1, 2, 4];
const TURN_SECONDS = 4;
const TURN_PLIES = 30;
const TURNS = 4;
const LONGEST_GAME = 150;
/** Per node: a move costs twice as much until V8 has compiled hot code, which takes long. */
const WARM_UP_MOVES = 36_000;
/** The timekeepers check some seconds later whether new players connected: thousands of jobs. Milliseconds. */
const SETTLE_MS = 15_000;
const SCRIPTS = gameScripts(16, LONGEST_GAME);

interface Measured {
  label: string;
  venue: Venue;
  boards: Board[];
}

/** Alternating order, so that load of the machine affects all equally. */
async function inTurns(
  measured: readonly Measured[],
  turnOf: (one: Measured) => Promise<Play>,
): Promise<Line[]> {
  const plays = measured.map((): Play[] => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const order = measured.map((_, index) => index);
    for (const index of turn % 2 === 0 ? order : order.reverse())
      plays[index]!.push(await turnOf(measured[index]!));
  }
  return measured.map(({ label }, index) => ({ label, play: together(plays[index]!) }));
}

function atRate({ venue, boards }: Measured): Promise<Play> {
  return playAt(venue, boards, rate, TURN_SECONDS);
}

/** Disconnects all players afterwards: more nodes need more players to warm up, but all venues carry the same load. */
async function warmUp(venue: Venue, nodes: number): Promise<void> {
  const plies = LONGEST_GAME - 1;
  const boards = await setBoards(venue, Math.ceil((WARM_UP_MOVES * nodes) / plies), SCRIPTS);
  await playThrough(venue, boards, plies);
  await clearBoards(venue, boards);
}

/** The same load on 1, 2 and 4 nodes: `rate` moves per second, and as many as one core carries. */
async function overNodes(): Promise<boolean> {
  const measured: Measured[] = [];
  try {
    for (const nodes of NODES) {
      const venue = await openVenue(nodes);
      measured.push({ label: `${nodes} nodes`, venue, boards: [] });
      await warmUp(venue, nodes);
      measured.at(-1)!.boards = await setBoards(venue, FEW_ROOMS, SCRIPTS);
    }
    await delay(SETTLE_MS);
    const unhurried = reportGrowth(`1 to 4 nodes, ${rate} moves/s`, await inTurns(measured, atRate), 'nodes');
    for (const one of measured) one.boards = await setBoards(one.venue, MANY_ROOMS, SCRIPTS);
    const full = await inTurns(measured, ({ venue, boards }) => playThrough(venue, boards, TURN_PLIES));
    return reportGrowth('1 to 4 nodes, as fast as it goes', full, 'nodes') && unhurried;
  } finally {
    for (const { venue } of measured) await venue.stop();
  }
}

/** The same load over few and over many rooms, each on a platform with as many nodes. */
async function overRooms(): Promise<boolean> {
  const measured: Measured[] = [];
  try {
    for (const count of [FEW_ROOMS, rooms]) {
      const venue = await openVenue(2, ALL_NODES_IN_USE);
      measured.push({ label: `${count} rooms`, venue, boards: [] });
      await warmUp(venue, 2);
      measured.at(-1)!.boards = await setBoards(venue, count, SCRIPTS);
    }
    await delay(SETTLE_MS);
    return reportGrowth(`${FEW_ROOMS} to ${rooms} rooms`, await inTurns(measured, atRate), 'rooms');
  } finally {
    for (const { venue } of measured) await venue.stop();
  }
}

async function withVenue(work: (venue: Venue) => Promise<boolean>): Promise<boolean> {
  const venue = await openVenue(2);
  try {
    return await work(venue);
  } finally {
    await venue.stop();
  }
}

const SCENES: Record<(typeof PARTS)[number], () => Promise<boolean>> = {
  nodes: overNodes,
  rooms: overRooms,
  idle: () => withVenue(async (venue) => reportIdle(await standIdle(venue, connections))),
  storm: () =>
    withVenue(async (venue) =>
      reportStorm(await weatherStorm(venue, await setBoards(venue, clients / 2, SCRIPTS))),
    ),
};

pinLoad();
let holds = true;
for (const part of PARTS) if (only.includes(part)) holds = (await SCENES[part]()) && holds;
process.exit(holds ? 0 : 1);
