import { setTimeout as delay } from 'node:timers/promises';
import { formatRecord, gameMoves, type Move, otherSide, type Side } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { type Arena, insist, type Table } from './arena.ts';
import type { Fault } from './faults.ts';
import { sameMove } from './headless-player.ts';

/** Result of a fault: acknowledged moves, and how many of them are lost or duplicated. */
export interface Row {
  fault: string;
  tried: number;
  lost: number;
  doubled: number;
  /** Longest time of a move from its first sending to its acknowledgement, ms. */
  longestMove: number;
  /** Time from the stored deadline until both clients of the other table received the flag, ms. */
  flagLate: number;
  /** Failures; empty if there are none. */
  wrong: string[];
}

const PACE_MS = 40;
const PLIES_BEFORE = 8;
const PLIES_AFTER = 8;
const MOVE_DEADLINE_MS = 60_000;
/** Time left of the other table, which runs out during the fault. */
const SHORT_CLOCK_MS = 700;
const SCRIPTS = gameScripts(8, 600);

function later(ms: number, what: string): Promise<never> {
  return delay(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(what)));
}

/** Plays until stopped; counts acknowledged moves. */
class Game {
  ply = 0;
  longestMove = 0;
  readonly moves: readonly Move[];
  readonly #table: Table;
  #stopping = false;

  constructor(table: Table, moves: readonly Move[]) {
    this.#table = table;
    this.moves = moves;
  }

  async run(): Promise<void> {
    while (!this.#stopping && this.ply < this.moves.length) {
      const client = this.#table.clients[this.ply % 2 === 0 ? 0 : 1];
      // A player answers the current position.
      await client.until(() => client.moves.length >= this.ply, MOVE_DEADLINE_MS, `at ply ${this.ply}`);
      const begun = performance.now();
      const refusal = await Promise.race([
        client.play(this.moves[this.ply]!),
        later(MOVE_DEADLINE_MS, `no answer to move ${this.ply}`),
      ]);
      if (refusal) throw new Error(`move ${this.ply} was refused: ${refusal}`);
      this.longestMove = Math.max(this.longestMove, performance.now() - begun);
      this.ply += 1;
      await delay(PACE_MS);
    }
  }

  stop(): void {
    this.#stopping = true;
  }

  async reach(ply: number, running: Promise<void>): Promise<void> {
    const finished = running.then(() => Promise.reject(new Error('the game ended early')));
    finished.catch(() => undefined);
    while (this.ply < ply) await Promise.race([delay(20), finished]);
  }
}

/** Compares what both clients, the store and the archive have; adds to `wrong`. Resolves to the stored moves. */
async function agree(arena: Arena, table: Table, wrong: string[]): Promise<Move[]> {
  const { clients, roomId, apis } = table;
  const stored = await arena.store.load(roomId);
  if (!stored) throw new Error(`room ${roomId} is gone`);
  await Promise.all(clients.map((client) => client.catchUp(stored.v)));
  const record = formatRecord(stored.game);
  const moves = gameMoves(stored.game);
  for (const [index, client] of clients.entries()) {
    const who = index === 0 ? 'red' : 'blue';
    const same = client.moves.length === moves.length && client.moves.every((m, i) => sameMove(m, moves[i]));
    if (!same) wrong.push(`${who} has ${client.moves.length} moves, the store ${moves.length}`);
    if (client.v !== stored.v) wrong.push(`${who} is at ${client.v}, the store at ${stored.v}`);
    if (!client.over) wrong.push(`${who} sees no end`);
  }
  const deadline = Date.now() + 60_000;
  let records = await arena.records(apis[0]);
  while (
    (records.length === 0 || (await arena.store.undelivered(roomId)).length > 0) &&
    Date.now() < deadline
  ) {
    await delay(100);
    records = await arena.records(apis[0]);
  }
  const archived = records.map(({ notation }) => notation.record);
  if (archived.length !== 1) wrong.push(`archived ${archived.length} times`);
  else if (archived[0] !== record) wrong.push(`archived as ${archived[0]}, stored as ${record}`);
  return moves;
}

/** Waits for the other table's timeout, which the side to move must lose. Resolves to the lateness, ms. */
async function flagged(table: Table, loser: Side, wrong: string[]): Promise<number> {
  const flags = table.clients.map(async (client) => {
    await client.until(() => client.ending !== null, MOVE_DEADLINE_MS, 'flagged');
    const { winner, endReason, receivedAt, deadline } = client.ending!;
    if (endReason !== 'TIME_UP' || winner !== otherSide(loser))
      wrong.push(`flag: ${winner} won by ${endReason}`);
    const late = receivedAt - (deadline ?? receivedAt);
    if (late < 0) wrong.push(`flagged ${-late} ms before the deadline`);
    return late;
  });
  return Math.max(...(await Promise.all(flags)));
}

async function setUp(arena: Arena, index: number) {
  const [playing, flagging] = [await arena.table(), await arena.table()];
  const loser = index % 2 === 0 ? 'red' : 'blue';
  if (loser === 'blue') await flagging.clients[0].play(SCRIPTS[0]![0]!);
  return { playing, flagging, loser } as const;
}

/** Runs one fault during a game and another game's timeout. */
export async function attempt(arena: Arena, fault: Fault, index: number): Promise<Row> {
  const wrong: string[] = [];
  const { playing, flagging, loser } = await setUp(arena, index);
  const game = new Game(playing, SCRIPTS[index % SCRIPTS.length]!);
  const running = game.run();
  running.catch(() => undefined);
  await arena.shorten(flagging.roomId, SHORT_CLOCK_MS);
  await game.reach(PLIES_BEFORE, running);
  await fault.strike(arena, playing, flagging);
  await game.reach(game.ply + PLIES_AFTER, running);
  game.stop();
  await running;
  const flagLate = await flagged(flagging, loser, wrong);
  await insist(() => playing.apis[0].surrender({ params: { roomId: playing.roomId } }));
  const moves = await agree(arena, playing, wrong);
  await agree(arena, flagging, wrong);
  const promised = game.moves.slice(0, game.ply);
  const lost = promised.filter((move, ply) => !sameMove(move, moves[ply])).length;
  for (const client of [...playing.clients, ...flagging.clients]) client.close();
  const { longestMove } = game;
  const doubled = Math.max(0, moves.length - promised.length);
  return { fault: fault.name, tried: game.ply, lost, doubled, longestMove, flagLate, wrong };
}

/** Formats the rows as a table. */
export function tableOf(rows: readonly Row[]): string {
  const heads = ['fault', 'tried', 'lost', 'doubled', 'longest move', 'flag late', 'else wrong'];
  const lines = rows.map(({ fault, tried, lost, doubled, longestMove, flagLate, wrong }) => [
    fault,
    String(tried),
    String(lost),
    String(doubled),
    `${Math.round(longestMove)} ms`,
    `${Math.round(flagLate)} ms`,
    wrong.join('; ') || '-',
  ]);
  const all = [heads, ...lines];
  const widths = heads.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n');
}
