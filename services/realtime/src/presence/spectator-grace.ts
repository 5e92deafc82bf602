/** Minimum interval between two removals of spectators from a room. Milliseconds. */
const INTERVAL_MS = 1_000;

export interface SpectatorGraceOptions {
  /** Time without a connection after which a spectator is removed. Milliseconds. */
  graceMs: number;
  /** Removes spectators from the room in one command; after a failure they are part of the next one. */
  notify: (roomId: string, userIds: readonly string[]) => Promise<void>;
  onFailed: (error: unknown, roomId: string) => void;
}

/** Spectators without a connection who may reconnect, as after a reload of the page. */
export class SpectatorGrace {
  readonly #options: SpectatorGraceOptions;
  /** By room and user: tick at which the grace ends. */
  readonly #rooms = new Map<string, Map<string, number>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SpectatorGraceOptions) {
    this.#options = options;
  }

  /** Starts the grace after the spectator's last connection ended. */
  begin(roomId: string, userId: string): void {
    this.#add(roomId, userId, performance.now() + this.#options.graceMs);
  }

  /** Ends the grace after a reconnect. */
  cancel(roomId: string, userId: string): void {
    const users = this.#rooms.get(roomId);
    if (users?.delete(userId) && users.size === 0) this.#rooms.delete(roomId);
  }

  /** Returns whether a spectator of the room is within the grace. */
  awaits(roomId: string): boolean {
    return this.#rooms.has(roomId);
  }

  size(): number {
    return this.#rooms.size;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#rooms.clear();
  }

  #add(roomId: string, userId: string, at: number): void {
    const users = this.#rooms.get(roomId) ?? new Map<string, number>();
    this.#rooms.set(roomId, users.set(userId, at));
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#rooms.size === 0) return;
    this.#timer = setTimeout(() => this.#look(), INTERVAL_MS).unref();
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [roomId, users] of this.#rooms) {
      const gone = [...users].filter(([, at]) => at <= now).map(([userId]) => userId);
      if (gone.length > 0) void this.#notifyRoom(roomId, gone);
    }
    this.#schedule();
  }

  async #notifyRoom(roomId: string, gone: readonly string[]): Promise<void> {
    const { notify, onFailed } = this.#options;
    try {
      for (const userId of gone) this.cancel(roomId, userId);
      await notify(roomId, gone);
    } catch (error) {
      onFailed(error, roomId);
      for (const userId of gone) this.#add(roomId, userId, 0);
    }
  }
}
