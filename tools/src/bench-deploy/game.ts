import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { insist, LIKE_THE_WEB, RoomClient } from '@doushouqi/e2e';
import type { RoomHeader } from '@doushouqi/protocol';
import { gameMoves, type Move } from '@doushouqi/rules';
import type { Installation } from './installation.ts';

/** The part of an installation that a game needs. */
export type Venue = Pick<Installation, 'url' | 'tokenOf' | 'apiOf'>;

/** Observations of all players since the last reading. */
export interface Life {
  sent: number;
  acknowledged: number;
  /** Permanent refusals by code. */
  refused: Map<string, number>;
  /** Delays of moves, and of acknowledged moves until the opponent has them. Milliseconds. */
  stalls: number[];
  /** Clock charge beyond the player's thinking time, per move. Milliseconds. */
  charges: number[];
  /** Times of reconnects, epoch ms. */
  reconnects: number[];
}

export function newLife(): Life {
  return { sent: 0, acknowledged: 0, refused: new Map(), stalls: [], charges: [], reconnects: [] };
}

const MOVE_DEADLINE_MS = 30_000;

function clockOf(header: RoomHeader, ply: number): number {
  return ply % 2 === 0 ? header.timeLeft.red : header.timeLeft.blue;
}

/** Two players, connected as browsers, who answer each other after a fixed thinking time. */
export class Game {
  readonly roomId = randomBytes(6).toString('hex');
  readonly #clients: [RoomClient, RoomClient];
  readonly #moves: readonly Move[];
  #ply = 0;
  #stopping = false;

  private constructor(clients: [RoomClient, RoomClient], roomId: string, moves: readonly Move[]) {
    this.roomId = roomId;
    this.#clients = clients;
    this.#moves = moves;
  }

  static async sitDown({ url, tokenOf, apiOf }: Venue, moves: readonly Move[]): Promise<Game> {
    const roomId = randomBytes(6).toString('hex');
    const users = [1, 2].map(() => randomBytes(12).toString('hex'));
    for (const user of users) await insist(() => apiOf(user).joinRoom({ body: { roomId } }));
    const clients = users.map(
      (user, side) =>
        new RoomClient({
          url,
          token: tokenOf(user),
          roomId,
          seat: side === 0 ? 'red' : 'blue',
          manner: LIKE_THE_WEB,
        }),
    ) as [RoomClient, RoomClient];
    await Promise.all(clients.map((client) => client.inSync()));
    return new Game(clients, roomId, moves);
  }

  /** Returns the number of acknowledged moves missing in the stored game, and of stored moves that were never made. */
  compare(stored: Parameters<typeof gameMoves>[0]): { lost: number; doubled: number } {
    const made = this.#moves.slice(0, this.#ply);
    const played = gameMoves(stored).map(({ from, to }) => ({ from, to }));
    const same = (a: Move | undefined, b: Move | undefined) => JSON.stringify(a) === JSON.stringify(b);
    return {
      lost: made.filter(({ from, to }, ply) => !same({ from, to }, played[ply])).length,
      doubled: Math.max(0, played.length - made.length),
    };
  }

  /** Plays until stopped; adds observations to the current `life()`. */
  async play(life: () => Life, thinkMs: number): Promise<void> {
    for (const { socket } of this.#clients) socket.on('connect', () => life().reconnects.push(Date.now()));
    while (!this.#stopping && this.#ply < this.#moves.length) {
      await delay(thinkMs);
      await this.#move(life, thinkMs);
    }
  }

  stop(): void {
    this.#stopping = true;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  async #move(life: () => Life, thinkMs: number): Promise<void> {
    const ply = this.#ply;
    const [mover, other] =
      ply % 2 === 0 ? this.#clients : (this.#clients.toReversed() as [RoomClient, RoomClient]);
    const begun = performance.now();
    const before = clockOf(mover.header!, ply);
    life().sent += 1;
    const refusal = await mover.play(this.#moves[ply]!);
    if (refusal) {
      const { refused } = life();
      refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
      throw new Error(`${this.roomId}: move ${ply} was refused: ${refusal}`);
    }
    this.#ply += 1;
    life().acknowledged += 1;
    life().stalls.push(performance.now() - begun);
    const acknowledged = performance.now();
    const there = (client: RoomClient) =>
      client.until(() => client.moves.length > ply, MOVE_DEADLINE_MS, `at ply ${ply + 1}`);
    await Promise.all([there(mover), there(other)]);
    life().stalls.push(performance.now() - acknowledged);
    const { header } = mover;
    const charged = before - clockOf(header!, ply) + header!.timeControl!.increment * 1_000;
    life().charges.push(charged - thinkMs);
  }
}
