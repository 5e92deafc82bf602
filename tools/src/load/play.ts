import { setTimeout as delay } from 'node:timers/promises';
import { sum } from '../numbers.ts';
import { cpuOf } from '../processes.ts';
import type { Table, Venue } from './venue.ts';

/** Cost of some play. Latencies in ms, from a move's due time until the opponent has it. */
export interface Play {
  moves: number;
  /** Refused moves, and moves that never arrived. */
  lost: number;
  latencies: number[];
  /** CPU seconds by process, including the wait for the last moves. */
  cpu: Map<string, number>;
}

/** Moves in flight this long after the last one was sent count as lost. */
const LAST_ARRIVALS_MS = 10_000;
/** Players move one by one: longer ticks would send moves in pairs, which a single node would batch. */
const TICK_MS = 1;

/** Returns the CPU seconds that each process has used. */
export function cpuSeconds({ platform }: Venue): Map<string, number> {
  const running = [...platform.processes].filter(([, { pid }]) => pid !== undefined);
  return new Map(running.map(([name, { pid }]) => [name, cpuOf(pid!)]));
}

/** Sends the next move of a table; resolves once the opponent has it. */
function send(table: Table, due: number, play: Play): Promise<void> {
  const { roomId, moves, ply, players } = table;
  const move = moves[ply];
  if (!move) throw new Error('a game is at its end: this load needs more rooms or fewer seconds');
  table.ply += 1;
  const { promise, resolve } = Promise.withResolvers<void>();
  const opponent = players[(ply + 1) % 2]!.client;
  const receive = (event: { ply: number }): void => {
    // The client's own previous move may arrive late.
    if (event.ply !== ply + 1) return;
    opponent.off('moveMade', receive);
    play.moves += 1;
    play.latencies.push(performance.now() - due);
    resolve();
  };
  opponent.on('moveMade', receive);
  const message = { roomId, ...move, player: (ply % 2) + 1, ply, id: `${ply}` };
  players[ply % 2]!.client.ask('move', message).then(
    ({ ok, code }) => {
      if (!ok) console.error(`refused: ${code}`);
    },
    () => undefined,
  );
  return promise;
}

/**
 * Plays on all tables for some time: `rate` moves per second over all tables in turn, or with null each as soon as the
 * last one has arrived. A move due while the table's last one is in flight is sent after its arrival; its latency counts
 * from its due time, so that the delay of a slow server is included.
 */
export async function playFor(
  venue: Venue,
  tables: readonly Table[],
  rate: number | null,
  seconds: number,
): Promise<Play> {
  const play: Play = { moves: 0, lost: 0, latencies: [], cpu: new Map() };
  const before = cpuSeconds(venue);
  const began = performance.now();
  const end = began + seconds * 1_000;
  let sent = 0;
  const enqueue = (table: Table, due: number): void => {
    sent += 1;
    table.turn = table.turn.then(() => send(table, due, play));
  };
  if (rate === null) {
    const playOn = async (table: Table): Promise<void> => {
      for (; performance.now() < end; await table.turn) enqueue(table, performance.now());
    };
    await Promise.race([Promise.all(tables.map(playOn)), delay(end - began + LAST_ARRIVALS_MS)]);
  } else {
    for (let now = began; now < end; now = performance.now()) {
      while (sent < Math.floor(((now - began) / 1_000) * rate))
        enqueue(tables[sent % tables.length]!, began + (sent / rate) * 1_000);
      await delay(TICK_MS);
    }
  }
  for (let waited = 0; waited < LAST_ARRIVALS_MS && play.moves < sent; waited += 20) await delay(20);
  play.lost = sent - play.moves;
  for (const [name, used] of cpuSeconds(venue)) play.cpu.set(name, used - (before.get(name) ?? 0));
  return play;
}

/** Measures all subjects in `turns` short turns in alternating order, so that load of the machine affects all equally. */
export async function inTurns<T>(
  subjects: readonly T[],
  turns: number,
  take: (subject: T) => Promise<Play>,
): Promise<Play[]> {
  const plays = subjects.map((): Play => ({ moves: 0, lost: 0, latencies: [], cpu: new Map() }));
  for (let turn = 0; turn < turns; turn += 1) {
    const order = [...subjects.keys()];
    for (const index of turn % 2 === 0 ? order : order.reverse()) {
      const [all, one] = [plays[index]!, await take(subjects[index]!)];
      all.moves += one.moves;
      all.lost += one.lost;
      all.latencies.push(...one.latencies);
      for (const [name, used] of one.cpu) all.cpu.set(name, (all.cpu.get(name) ?? 0) + used);
    }
  }
  return plays;
}

/** Returns the CPU ms per move of the processes whose names begin with `part`. */
export function cpuPerMove({ cpu, moves }: Play, part = ''): number {
  return (sum([...cpu].map(([name, used]) => (name.startsWith(part) ? used : 0))) / moves) * 1_000;
}
