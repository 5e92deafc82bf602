import { isPlaying } from '@doushouqi/room';
import { canMove, type RoomClient } from '@doushouqi/room-client';
import { checkMove, type Point, plyCount, positionOf, type Side, turn } from '@doushouqi/rules';
import { samePoint } from '../../../board/types.ts';
import type { GameNotice, Premoves } from '../../../game/controller.ts';
import { premoveTargets } from '../../../game/premove.ts';
import { premoveRefusalOf, refusalOf } from '../../../game/refusal.ts';
import type { OnlineState } from './online-state.ts';
import type { OnlineStore } from './online-store.ts';

/** The user's own moves as the board makes them, and the premove. */
export class OwnMoves implements Premoves {
  readonly #store: OnlineStore;
  readonly #client: RoomClient;
  readonly #userId: string | null;
  readonly #notify: (notice: GameNotice) => void;

  constructor(
    store: OnlineStore,
    client: RoomClient,
    userId: string | null,
    notify: (notice: GameNotice) => void,
  ) {
    this.#store = store;
    this.#client = client;
    this.#userId = userId;
    this.#notify = notify;
  }

  /** Plays a move on the board at once and sends it. A move against the rules is not sent. */
  make(from: Point, to: Point): void {
    const state = this.#store.get();
    const { room } = state.local;
    if (!room || !canMove(state, this.#userId)) return;
    const refusal = refusalOf(room.game, from, to);
    if (refusal) this.#notify(refusal);
    else void this.#client.move({ from, to });
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
    if (refusal) return void this.#notify(refusal);
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
    else if (fate === 'drop') this.#notify({ kind: 'premoveDropped' });
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
