import { setTimeout as delay } from 'node:timers/promises';
import { cpuBetween, cpuSeconds } from '../measure/processes.ts';
import type { Board, Venue } from './venue.ts';

/** Cost of a turn of play. */
export interface Play {
  moves: number;
  refused: number;
  lost: number;
  /** CPU seconds by process. */
  cpu: Map<string, number>;
}

const LAST_ARRIVALS_MS = 10_000;
/** Players move one by one: longer ticks would send moves in pairs, which a single node would batch. */
const TICK_MS = 1;

function newPlay(): Play {
  return { moves: 0, refused: 0, lost: 0, cpu: new Map() };
}

/** Sends the next move of a board; resolves once the opponent has it. */
function send(board: Board, play: Play): Promise<void> {
  const { roomId, moves, ply, players } = board;
  const move = moves[ply];
  if (move === undefined)
    throw new Error('a game is at its end: this load needs more rooms or fewer seconds');
  const { client } = players[ply % 2]!;
  const player = ply % 2 === 0 ? 1 : 2;
  board.pending = true;
  board.ply += 1;
  const arrival = board.ply;
  const { promise, resolve } = Promise.withResolvers<void>();
  players[board.ply % 2]!.client.onEvent = (event, moved: { ply: number }) => {
    // The client's own previous move may arrive late.
    if (event !== 'moveMade' || moved.ply !== arrival || !board.pending) return;
    board.pending = false;
    play.moves += 1;
    resolve();
  };
  void client.ask<{ ok: boolean }>('move', { roomId, ...move, player, ply, id: `${ply}` }).then(({ ok }) => {
    if (!ok) play.refused += 1;
  });
  return promise;
}

/** `rate` moves per second over all boards in turn; skips a board whose last move is in flight. */
export async function playAt(
  { platform }: Venue,
  boards: readonly Board[],
  rate: number,
  seconds: number,
): Promise<Play> {
  const play = newPlay();
  const before = cpuSeconds(platform);
  const began = performance.now();
  let sent = 0;
  let turn = 0;
  for (let now = began; now < began + seconds * 1_000; now = performance.now()) {
    const due = Math.floor(((now - began) / 1_000) * rate);
    for (let passed = 0; sent < due && passed < boards.length; turn += 1) {
      const board = boards[turn % boards.length]!;
      if (board.pending) passed += 1;
      else {
        void send(board, play);
        sent += 1;
      }
    }
    await delay(TICK_MS);
  }
  await lastArrivals(boards, play);
  play.cpu = cpuBetween(before, cpuSeconds(platform));
  return play;
}

/** `plies` half-moves on every board, each sent as soon as the last has arrived. */
export async function playThrough(
  { platform }: Venue,
  boards: readonly Board[],
  plies: number,
): Promise<Play> {
  const play = newPlay();
  const before = cpuSeconds(platform);
  await Promise.all(
    boards.map(async (board) => {
      for (let ply = 0; ply < plies; ply += 1) await send(board, play);
    }),
  );
  play.cpu = cpuBetween(before, cpuSeconds(platform));
  return play;
}

async function lastArrivals(boards: readonly Board[], play: Play): Promise<void> {
  const onTheWay = () => boards.filter(({ pending }) => pending).length;
  for (let waited = 0; waited < LAST_ARRIVALS_MS && onTheWay() > 0; waited += 50) await delay(50);
  play.lost = onTheWay();
}

/** Merges several turns. */
export function together(plays: readonly Play[]): Play {
  const all = newPlay();
  for (const { moves, refused, lost, cpu } of plays) {
    all.moves += moves;
    all.refused += refused;
    all.lost += lost;
    for (const [name, seconds] of cpu) all.cpu.set(name, (all.cpu.get(name) ?? 0) + seconds);
  }
  return all;
}
