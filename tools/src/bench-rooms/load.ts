import { setTimeout as delay } from 'node:timers/promises';
import type { Table } from './tables.ts';

/** Results of a phase. Latencies in ms, from a move's due time until the opponent receives it. */
export interface Flow {
  moves: number;
  seconds: number;
  latencies: number[];
  /** Refused moves, and moves that never arrived. */
  refused: number;
  lost: number;
}

/** Moves in flight this long after the last one was sent count as lost. */
const LAST_ARRIVALS_MS = 5_000;

function inFlight({ pending }: Table): boolean {
  return pending !== null;
}

interface Running extends Flow {
  over: boolean;
}

/** Sends the next move of a table; `due`: its scheduled time. */
function send(table: Table, due: number, flow: Running): void {
  const { roomId, moves, ply, seats } = table;
  const move = moves[ply];
  if (!move) throw new Error('a game is at its end: this load needs more rooms or fewer seconds');
  table.pending = due;
  table.ply += 1;
  const message = { roomId, ...move, player: ply % 2 === 0 ? 1 : 2, ply, id: `${ply}` };
  seats[ply % 2]!.socket.emit('move', message, (answer: { ok: boolean; code?: string }) => {
    if (answer.ok) return;
    flow.refused += 1;
    if (flow.refused === 1) console.error(`refused: ${answer.code}`);
  });
}

/** Calls back when the opponent has received a move. */
function onArrival(tables: readonly Table[], arrived: (table: Table) => void): () => void {
  const undo = tables.flatMap((table) =>
    table.seats.map(({ socket }, side) => {
      const received = ({ player }: { player: number }): void => {
        if (player - 1 !== side) arrived(table);
      };
      socket.on('moveMade', received);
      return () => socket.off('moveMade', received);
    }),
  );
  return () => {
    for (const off of undo) off();
  };
}

async function run(
  tables: readonly Table[],
  seconds: number,
  drive: (flow: Running) => { next?: (table: Table, now: number) => void; stop?: () => void },
): Promise<Flow> {
  const flow: Running = { moves: 0, seconds, latencies: [], refused: 0, lost: 0, over: false };
  const started = performance.now();
  let driver: ReturnType<typeof drive> = {};
  const off = onArrival(tables, (table) => {
    const now = performance.now();
    if (table.pending === null) return;
    flow.moves += 1;
    flow.latencies.push(now - table.pending);
    table.pending = null;
    if (!flow.over) driver.next?.(table, now);
  });
  driver = drive(flow);
  await delay(seconds * 1_000);
  flow.over = true;
  driver.stop?.();
  flow.seconds = (performance.now() - started) / 1_000;
  for (let waited = 0; waited < LAST_ARRIVALS_MS && tables.some(inFlight); waited += 50) await delay(50);
  off();
  flow.lost = tables.filter(inFlight).length;
  return flow;
}

/** Every player answers as soon as the opponent's move arrives. */
export function closedLoop(tables: readonly Table[], seconds: number): Promise<Flow> {
  return run(tables, seconds, (flow) => {
    for (const table of tables) send(table, performance.now(), flow);
    return { next: (table, now) => send(table, now, flow) };
  });
}

/**
 * Sends `rate` moves per second over all tables in turn. A move due while the table's last one is in flight is sent
 * after its arrival; its latency counts from its due time, so that the delay of a slow server is included.
 */
export function fixedRate(tables: readonly Table[], seconds: number, rate: number): Promise<Flow> {
  return run(tables, seconds, (flow) => {
    const started = performance.now();
    const waiting = new Map<Table, number[]>();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - started) / 1_000) * rate);
      for (; sent < due; sent++) {
        const table = tables[sent % tables.length]!;
        const at = started + (sent / rate) * 1_000;
        if (table.pending === null) send(table, at, flow);
        else waiting.set(table, [...(waiting.get(table) ?? []), at]);
      }
    }, 1);
    return {
      next(table) {
        const at = waiting.get(table)?.shift();
        if (at !== undefined) send(table, at, flow);
      },
      stop: () => clearInterval(timer),
    };
  });
}
