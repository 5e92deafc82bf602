import { isOver, isPlaying } from '@doushouqi/room';
import type { Move } from '@doushouqi/rules';
import { RoomConnection, type Signal } from './connection.ts';
import { type MoveOutcome, OwnMoves } from './moves.ts';
import type { RoomClientOptions, Shared } from './parts.ts';
import { RoomPoll } from './poll.ts';
import type { Local, Reconciled } from './reconcile.ts';
import { createHolder, DELAYS, type RoomState, serverTimeOf } from './state.ts';

/**
 * A client of one room without a screen: follows its events, requests what it missed, and sends the user's moves.
 * `reconcile.ts` decides how to handle answers of the server; this class combines the parts.
 */
export class RoomClient {
  readonly #shared: Shared;
  readonly #connection: RoomConnection;
  readonly #poll: RoomPoll;
  readonly #moves: OwnMoves;
  readonly #waiting = new Set<() => void>();
  /** The room is loaded and open to this user. */
  #active = false;
  #stopped = false;

  constructor(options: RoomClientOptions) {
    const holder = options.holder ?? createHolder(options.userId);
    this.#shared = {
      options,
      delays: { ...DELAYS, ...options.delays },
      holder: {
        get: () => holder.get(),
        set: (change) => {
          holder.set(change);
          for (const look of this.#waiting) look();
        },
      },
      take: (result) => this.#take(result),
      setLocal: (local) => this.#setLocal(local),
      notify: (notice) => options.onNotice?.(notice),
      closed: (code) => {
        this.#active = false;
        options.onClosed?.(code);
      },
    };
    this.#connection = new RoomConnection(this.#shared, () => this.#moves.lose());
    this.#poll = new RoomPoll(this.#shared, this.#connection, () => this.#active);
    this.#moves = new OwnMoves(this.#shared, this.#connection, this.#poll);
  }

  get state(): RoomState {
    return this.#shared.holder.get();
  }

  /** Resolves once the state is such; never if the client is stopped before. */
  until(reached: (state: RoomState) => boolean): Promise<RoomState> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!reached(this.state)) return;
        this.#waiting.delete(look);
        resolve(this.state);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** The server's time as estimated by this client, epoch ms; null before the first observation. */
  serverTime(): number | null {
    return serverTimeOf(this.state, this.#shared.options.now());
  }

  /** Loads the room, then connects. May be called again after a failure. */
  async open(): Promise<void> {
    if (this.#stopped) return;
    this.#active = false;
    await this.#poll.check();
    if (this.#shared.options.userId !== null) await this.#connection.open();
  }

  /** Ends all timers and releases the connection; the seat in the room stays. */
  stop(): void {
    this.#stopped = true;
    for (const part of [this.#poll, this.#moves, this.#connection]) part.stop();
  }

  /** Checks the room now; reconnects at once if the connection is down. */
  async refresh(): Promise<void> {
    if (this.#stopped || !this.#active) return;
    this.#connection.reconnect();
    await this.check();
  }

  /** Requests what is missing, over the connection while it is up. */
  check(): Promise<void> {
    return this.#poll.check();
  }

  /** The room has at least version `v`: requests it if the events do not arrive in time. */
  expect(v: number): void {
    this.#poll.expect(v);
  }

  /**
   * Sends a move, with the same id until its outcome is known. It is part of the state at once, as `local.pending`.
   * A move against the rules is refused by the server.
   */
  move(move: Move): Promise<MoveOutcome> {
    return this.#moves.make(move);
  }

  /** Sends a message that has no answer, if it can be sent now. */
  signal(event: Signal): void {
    this.#connection.signal(event);
  }

  #take({ local, fate }: Reconciled): void {
    const before = this.state.local.room;
    if (fate === 'confirmed') this.#moves.end({ kind: 'made' });
    if (fate === 'overtaken') this.#moves.end({ kind: 'overtaken' });
    this.#setLocal(local);
    // When the game ended meanwhile, its result is shown instead.
    if (fate === 'overtaken' && local.room && isPlaying(local.room))
      this.#shared.notify({ kind: 'overtaken' });
    if (fate === 'resend') this.#moves.resend();
    // The poll may have stopped in the finished room; a new game restarts it.
    if (before && isOver(before) && local.room && !isOver(local.room)) this.#poll.arm();
  }

  #setLocal(local: Local): void {
    this.#shared.holder.set({ local });
    if (local.room && !this.#active) {
      this.#active = true;
      this.#poll.arm();
    }
    this.#shared.options.onChange?.();
  }
}
