export interface SessionCountOptions {
  /** A polling session ends after this time without a poll, ms. */
  silenceMs: number;
  /** A chosen node counts a new session for this time before its first request, ms. */
  handshakeMs: number;
  /** Most sessions stored; the one silent longest is removed first. */
  cap: number;
}

/**
 * Counts the sessions of one node through this gateway: open websockets and polling sessions, which have no
 * connection. A session that is opening has no id yet. Time is an argument, ms.
 */
export class SessionCount {
  readonly #options: SessionCountOptions;
  readonly #polling = new Map<string, number>();
  readonly #upgraded = new Set<string>();
  readonly #handshakes: number[] = [];
  #websockets = 0;

  constructor(options: SessionCountOptions) {
    this.#options = options;
  }

  /** Counts an opening session. */
  opening(now: number): void {
    this.#handshakes.push(now);
    if (this.#handshakes.length > this.#options.cap) this.#handshakes.shift();
  }

  /** Counts a poll of `sid`. The last polls of an upgrading session overlap with its websocket. */
  polled(sid: string, now: number): void {
    if (this.#upgraded.has(sid)) return;
    if (!this.#polling.delete(sid)) this.#handshakes.shift();
    this.#polling.set(sid, now);
    const [oldest] = this.#polling.keys();
    if (this.#polling.size > this.#options.cap && oldest !== undefined) this.#polling.delete(oldest);
  }

  /** Ends a session whose client closed a poll, as engine.io does. */
  brokenOff(sid: string): void {
    this.#polling.delete(sid);
  }

  /**
   * Counts a websocket: a new session, or with `sid` the upgrade of a polling one. Call the result at its
   * end.
   */
  websocketOpened(sid: string | undefined): () => void {
    this.#websockets += 1;
    if (sid === undefined) this.#handshakes.shift();
    else {
      this.#polling.delete(sid);
      this.#upgraded.add(sid);
    }
    return () => {
      this.#websockets -= 1;
      if (sid !== undefined) this.#upgraded.delete(sid);
    };
  }

  /** Removes the polling sessions of a dead node; websockets report their own end. */
  clear(): void {
    this.#polling.clear();
    this.#handshakes.length = 0;
  }

  /** Number of open websockets. */
  get websockets(): number {
    return this.#websockets;
  }

  count(now: number): number {
    this.#sweep(now);
    return this.#websockets + this.#polling.size + this.#handshakes.length;
  }

  // Both lists are sorted by time, so the sweep stops at the first live one.
  #sweep(now: number): void {
    const { silenceMs, handshakeMs } = this.#options;
    while (this.#handshakes[0] !== undefined && this.#handshakes[0] <= now - handshakeMs)
      this.#handshakes.shift();
    for (const [sid, at] of this.#polling) {
      if (at > now - silenceMs) return;
      this.#polling.delete(sid);
    }
  }
}
