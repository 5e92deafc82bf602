import { randomUUID } from 'node:crypto';
import type { ErrorCode, RoomHeader } from '@doushouqi/protocol';
import { canMove, RoomClient } from '@doushouqi/room-client';
import type { GameSocket } from '@doushouqi/room-client/connection';
import { openSocket } from '@doushouqi/room-client/socket';
import { gameMoves, type Move, type Winner } from '@doushouqi/rules';

/** Faster than users, to shorten tests. Milliseconds. */
const DELAYS = { ack: 2_000, retry: 150, poll: 2_000 };
const RECONNECTION = { reconnectionDelay: 100, reconnectionDelayMax: 500, timeout: 3_000 };
/** Until a move can be made again after a fault. */
const PATIENCE_MS = 120_000;

interface HeadlessPlayerOptions {
  /** Address of the gateway, or of a proxy before it. */
  url: string;
  token: string;
  userId: string;
  roomId: string;
}

/** The end of a game as this player received it. Epoch ms. */
interface Ending {
  winner: Winner | null;
  endReason: string;
  receivedAt: number;
  /**
   * Time at which the side to move runs out of time, by the previous clock of this client; null if there was none.
   */
  deadline: number | null;
}

export function sameMove(a: Move | undefined, b: Move | undefined): boolean {
  return a?.from.x === b?.from.x && a?.from.y === b?.from.y && a?.to.x === b?.to.x && a?.to.y === b?.to.y;
}

/** A player without a browser. Its connection does not name the room, so that the gateway chooses any node. */
export class HeadlessPlayer {
  readonly socket: GameSocket;
  ending: Ending | null = null;
  readonly #client: RoomClient;
  readonly #userId: string;
  readonly #disconnect: () => void;
  #before: RoomHeader | null = null;

  constructor({ url, token, userId, roomId }: HeadlessPlayerOptions) {
    const { socket, close } = openSocket({
      url,
      token: () => token,
      random: Math.random,
      reconnection: RECONNECTION,
    });
    this.socket = socket;
    this.#disconnect = close;
    this.#userId = userId;
    this.#client = new RoomClient({
      roomId,
      userId,
      connect: async () => socket,
      now: () => performance.now(),
      randomId: randomUUID,
      delays: DELAYS,
      onChange: () => this.#changed(),
    });
    void this.#client.open();
  }

  /** The realtime node that the gateway chose for this connection. */
  get node(): string {
    return String(this.socket.io.engine?.id).split('.')[0] ?? '';
  }

  get v(): number {
    return this.#client.state.local.room?.v ?? 0;
  }

  /** Without one that the server has not confirmed. */
  get moves(): Move[] {
    const { room } = this.#client.state.local;
    return room ? gameMoves(room.game).map(({ from, to }) => ({ from, to })) : [];
  }

  get header(): RoomHeader | null {
    return this.#client.state.local.room?.header ?? null;
  }

  get over(): boolean {
    return this.header !== null && this.header.winner !== null;
  }

  /** Resolves when `holds` returns true; rejects with this player's state after `ms`. */
  async until(holds: () => boolean, ms: number, what: string): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const { v, moves, header } = this;
      reject(new Error(`not ${what} in ${ms} ms: v ${v}, ${moves.length} moves, ${header?.status}`));
    }, ms);
    await Promise.race([this.#client.until(holds), late]).finally(() => clearTimeout(timer));
  }

  /** Makes the next move with retries; resolves to its refusal, or null once it is made. */
  async play(move: Move): Promise<ErrorCode | null> {
    await this.inRoom();
    const ply = this.moves.length;
    for (;;) {
      const isDue = () => this.over || this.moves.length > ply || canMove(this.#client.state, this.#userId);
      await this.until(isDue, PATIENCE_MS, `able to make move ${ply}`);
      if (this.moves.length > ply) return sameMove(this.moves[ply], move) ? null : 'STALE_MOVE';
      if (this.over) return 'GAME_OVER';
      const outcome = await this.#client.move(move);
      if (outcome.kind === 'made') return null;
      if (outcome.kind === 'refused' && outcome.code !== 'STALE_MOVE') return outcome.code;
      await this.#client.check();
    }
  }

  /** Resolves when this player has the room. */
  inRoom(): Promise<void> {
    return this.until(() => this.header !== null, PATIENCE_MS, 'in the room');
  }

  /** Requests what is missing, and resolves when this player has version `v`, or after some seconds without it. */
  async catchUp(v: number): Promise<void> {
    await this.#client.refresh();
    await this.until(() => this.v >= v, 10_000, `at version ${v}`).catch(() => undefined);
  }

  close(): void {
    this.#disconnect();
    this.#client.stop();
  }

  #changed(): void {
    const { header } = this;
    if (header === null || header === this.#before) return;
    if (header.winner === null) this.ending = null;
    else this.ending ??= this.#endingOf(header);
    this.#before = header;
  }

  #endingOf({ winner, endReason }: RoomHeader): Ending {
    const started = this.#before?.lastMoveTime ?? null;
    const left = this.#before?.timeLeft[this.moves.length % 2 === 0 ? 'red' : 'blue'];
    const deadline = started === null || left === undefined ? null : started + left;
    return { winner, endReason, receivedAt: Date.now(), deadline };
  }
}
