import { type ErrorCode, type MoveAck, toWireSide } from '@doushouqi/protocol';
import { isPlaying, seatOf, turnOf } from '@doushouqi/room';
import { type Move, plyCount } from '@doushouqi/rules';
import type { RoomConnection } from './connection.ts';
import type { Shared } from './parts.ts';
import type { RoomPoll } from './poll.ts';
import { type PendingMove, reconcile } from './reconcile.ts';
import { type RoomState, UNDECIDED } from './state.ts';

/**
 * What became of a move. `made`: acknowledged, or seen in the game. `overtaken`: the game continued differently.
 * `notSent`: no connection, not this user's turn, or another move is under way. `unknown`: the client was stopped.
 */
export type MoveOutcome =
  | { kind: 'made' | 'overtaken' | 'notSent' | 'unknown' }
  | { kind: 'refused'; code: ErrorCode; message: string };

/**
 * Returns whether the user can make a move now: also while the first connection is made, after which it is sent if the
 * game is still at that point. Pure.
 */
export function canMove({ local: { room, pending }, connection }: RoomState, userId: string | null): boolean {
  if (!room || pending || !isPlaying(room)) return false;
  if (connection !== 'up' && connection !== 'connecting') return false;
  return turnOf(room) === seatOf(room.header, userId);
}

/** The user's own moves on their way to the server: in the state at once, then confirmed or undone. */
export class OwnMoves {
  readonly #shared: Shared;
  readonly #connection: RoomConnection;
  readonly #poll: RoomPoll;
  #resolve: ((outcome: MoveOutcome) => void) | null = null;
  #stopped = false;
  /** The move that failed last: reported once, however often it is retried. */
  #failed: string | null = null;

  constructor(shared: Shared, connection: RoomConnection, poll: RoomPoll) {
    this.#shared = shared;
    this.#connection = connection;
    this.#poll = poll;
  }

  stop(): void {
    this.#stopped = true;
    this.end({ kind: 'unknown' });
  }

  /** Sends a move, again and again with the same id until its outcome is known. */
  make({ from, to }: Move): Promise<MoveOutcome> {
    const state = this.#shared.holder.get();
    const { room } = state.local;
    const { userId, randomId } = this.#shared.options;
    if (this.#stopped || !room || !canMove(state, userId)) return Promise.resolve({ kind: 'notSent' });
    const outcome = new Promise<MoveOutcome>((resolve) => {
      this.#resolve = resolve;
    });
    const ply = plyCount(room.game);
    const isUp = state.connection === 'up';
    const pending = { id: randomId(), gameId: room.header.gameId!, ply, from, to, awaiting: isUp };
    // Without a connection the sync after it sends the move.
    if (isUp) this.#send(pending);
    else this.#shared.setLocal({ room, pending });
    return outcome;
  }

  /** Reports the outcome of the move that is under way. */
  end(outcome: MoveOutcome): void {
    this.#resolve?.(outcome);
    this.#resolve = null;
  }

  /** Resends the pending move: the server is at the same version and has not received it. */
  resend(): void {
    const { pending } = this.#shared.holder.get().local;
    if (pending) this.#send({ ...pending, awaiting: true });
  }

  /** The outcome of the move is unknown until the next sync. */
  lose(): void {
    const { room, pending } = this.#shared.holder.get().local;
    if (pending) this.#shared.setLocal({ room, pending: { ...pending, awaiting: false } });
  }

  #send(pending: PendingMove): void {
    this.#shared.setLocal({ room: this.#shared.holder.get().local.room, pending });
    void this.#deliver(pending);
  }

  async #deliver({ id, ply, from, to }: PendingMove): Promise<void> {
    const { roomId, userId } = this.#shared.options;
    const { room } = this.#shared.holder.get().local;
    const own = room && seatOf(room.header, userId);
    if (!own) return;
    const ack = await this.#connection.sendMove({ roomId, from, to, player: toWireSide(own), ply, id });
    if (this.#stopped || this.#shared.holder.get().local.pending?.id !== id) return;
    if (!ack) this.#undecided(id);
    else if (ack.ok) {
      this.end({ kind: 'made' });
      this.#poll.expect(ack.v);
    } else this.#refused(id, ack);
  }

  #undecided(id: string): void {
    if (this.#failed !== id && this.#shared.holder.get().connection === 'up') {
      // It was not delivered although the connection seems to be up.
      this.#shared.notify({ kind: 'moveFailed' });
    }
    this.#failed = id;
    this.lose();
    this.#connection.syncSoon();
  }

  #refused(id: string, { code, message, room: snapshot }: MoveAck & { ok: false }): void {
    if (UNDECIDED.includes(code)) {
      this.#undecided(id);
      return;
    }
    if (snapshot) {
      this.#shared.take(reconcile(this.#shared.holder.get().local, { kind: 'snapshot', room: snapshot }));
    }
    const { room, pending } = this.#shared.holder.get().local;
    if (!pending) return;
    this.end({ kind: 'refused', code, message });
    this.#shared.setLocal({ room, pending: null });
    this.#shared.notify({ kind: 'refused', message, from: pending.from });
    void this.#connection.sync('tail');
  }
}
