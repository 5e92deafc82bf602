import { type MoveAck, toWireSide } from '@doushouqi/protocol';
import { isPlaying, turnOf } from '@doushouqi/room';
import { checkMove, type Point, plyCount, positionOf, type Side, turn } from '@doushouqi/rules';
import { samePoint } from '../../../board/types.ts';
import type { GameNotice, Premoves } from '../../../game/controller.ts';
import { premoveTargets } from '../../../game/premove.ts';
import { premoveRefusalOf, refusalOf } from '../../../game/refusal.ts';
import { type OnlineState, UNDECIDED } from './online-state.ts';
import type { OnlineGameDeps, OnlineStore } from './online-store.ts';
import { type Local, type PendingMove, type Reconciled, reconcile } from './reconcile.ts';
import type { RoomConnection } from './room-connection.ts';

interface Handlers {
  /** Stores the room and the own move in it. */
  setLocal: (local: Local) => void;
  take: (result: Reconciled) => void;
  /** The room has at least this version. */
  expect: (v: number) => void;
  notify: (notice: GameNotice) => void;
  /** A move was not delivered although the connection seems to be up. */
  failed: () => void;
}

/**
 * The user's own moves on their way to the server: shown at once, then confirmed or undone. Also holds the premove.
 */
export class OwnMoves implements Premoves {
  readonly #deps: OnlineGameDeps;
  readonly #store: OnlineStore;
  readonly #connection: RoomConnection;
  readonly #handlers: Handlers;
  #stopped = false;
  /** The move that failed last: reported once, however often it is retried. */
  #failed: string | null = null;

  constructor(deps: OnlineGameDeps, store: OnlineStore, connection: RoomConnection, handlers: Handlers) {
    this.#deps = deps;
    this.#store = store;
    this.#connection = connection;
    this.#handlers = handlers;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Plays a move on the board at once and sends it. A move against the rules is not sent. */
  make(from: Point, to: Point): void {
    const { local, own, connection } = this.#store.get();
    const { room, pending } = local;
    if (!room || pending || own === null || connection !== 'up') return;
    if (!isPlaying(room) || turnOf(room) !== own) return;
    const refusal = refusalOf(room.game, from, to);
    if (refusal) return void this.#handlers.notify(refusal);
    const { gameId } = room.header;
    const ply = plyCount(room.game);
    this.#send({ id: this.#deps.randomId(), gameId, ply, from, to, awaiting: true });
  }

  /** Sets the premove during the opponent's turn; it is made on the user's turn if it is legal then. */
  choose(from: Point, to: Point): void {
    const { gameId, game, status, own } = this.#store.get();
    if (gameId === null || status !== 'playing' || own === null) return;
    if (turn(positionOf(game)) === own) return;
    const isPossible = premoveTargets(game, own).some(
      (one) => samePoint(one.from, from) && samePoint(one.to, to),
    );
    const refusal = isPossible ? null : premoveRefusalOf(game, from, to);
    if (refusal) return void this.#handlers.notify(refusal);
    this.#store.set({ premove: { gameId, ply: plyCount(game), from, to } });
  }

  cancel(): void {
    if (this.#store.get().premove) this.#store.set({ premove: null });
  }

  /** Makes or drops the premove if it is due or outdated. */
  checkPremove(): void {
    const state = this.#store.get();
    const fate = premoveFate(state, state.own);
    if (!fate || !state.premove) return;
    const { from, to } = state.premove;
    this.#store.set({ premove: null });
    if (fate === 'play') this.make(from, to);
    else if (fate === 'drop') this.#handlers.notify({ kind: 'premoveDropped' });
  }

  /** Resends the pending move: the server is at the same version and has not received it. */
  resend(): void {
    const { local, own } = this.#store.get();
    if (local.pending && own !== null) this.#send({ ...local.pending, awaiting: true });
  }

  /** The outcome of the move is unknown until the next sync. */
  lose(): void {
    const { room, pending } = this.#store.get().local;
    if (pending) this.#handlers.setLocal({ room, pending: { ...pending, awaiting: false } });
  }

  #send(pending: PendingMove): void {
    this.#handlers.setLocal({ room: this.#store.get().local.room, pending });
    void this.#deliver(pending);
  }

  async #deliver({ id, ply, from, to }: PendingMove): Promise<void> {
    const { own } = this.#store.get();
    if (own === null) return;
    const { roomId } = this.#deps;
    const ack = await this.#connection.sendMove({ roomId, from, to, player: toWireSide(own), ply, id });
    if (this.#stopped || this.#store.get().local.pending?.id !== id) return;
    if (!ack) this.#undecided(id);
    else if (ack.ok) this.#handlers.expect(ack.v);
    else this.#refused(id, ack);
  }

  #undecided(id: string): void {
    if (this.#failed !== id && this.#store.get().connection === 'up') this.#handlers.failed();
    this.#failed = id;
    this.lose();
    this.#connection.syncSoon();
  }

  #refused(id: string, refusal: MoveAck & { ok: false }): void {
    if (UNDECIDED.includes(refusal.code)) {
      this.#undecided(id);
      return;
    }
    if (refusal.room) {
      this.#handlers.take(reconcile(this.#store.get().local, { kind: 'snapshot', room: refusal.room }));
    }
    const { room, pending } = this.#store.get().local;
    if (!pending) return;
    this.#handlers.setLocal({ room, pending: null });
    this.#handlers.notify({ kind: 'refused', message: refusal.message, from: pending.from });
    void this.#connection.sync('tail');
  }
}

/**
 * Returns the fate of the premove: `play` it, `drop` it because it is not legal, `forget` it because it is outdated
 * (the game ended, an undo, another game), or null to wait. Pure.
 */
export function premoveFate(
  state: Pick<OnlineState, 'premove' | 'connection' | 'local'>,
  seat: Side | null,
): 'play' | 'drop' | 'forget' | null {
  const { premove, connection, local } = state;
  const { room, pending } = local;
  if (!premove) return null;
  if (!room || seat === null || !isPlaying(room)) return 'forget';
  const played = plyCount(room.game);
  if (room.header.gameId !== premove.gameId || played > premove.ply + 1) return 'forget';
  if (pending) return null;
  if (played < premove.ply) return 'forget';
  if (played === premove.ply || connection !== 'up' || turn(positionOf(room.game)) !== seat) return null;
  return checkMove(room.game, premove) ? 'drop' : 'play';
}
