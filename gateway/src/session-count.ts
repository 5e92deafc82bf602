export interface SessionCountOptions {
  /** A polling session lives until it has been silent for this long, ms. */
  silenceMs: number;
  /** A chosen node counts its new session at once, and for this long while nothing follows, ms. */
  handshakeMs: number;
  /** Bounds the memory: beyond it the session silent longest goes first. */
  cap: number;
}

/**
 * The sessions of one node, as far as this gateway can see: open websockets, plus what polls, for HTTP has no
 * connection to count. A session that is being opened counts under no id until its id or its websocket shows up.
 * Time is passed in, ms.
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

  /** A session is being opened. */
  opening(now: number): void {
    this.#handshakes.push(now);
    if (this.#handshakes.length > this.#options.cap) this.#handshakes.shift();
  }

  /** A poll of `sid` came by. The last ones of a session that goes over to a websocket overlap with it. */
  polled(sid: string, now: number): void {
    if (this.#upgraded.has(sid)) return;
    if (!this.#polling.delete(sid)) this.#handshakes.shift();
    this.#polling.set(sid, now);
    const [oldest] = this.#polling.keys();
    if (this.#polling.size > this.#options.cap && oldest !== undefined) this.#polling.delete(oldest);
  }

  /** A poll of `sid` was broken off by its client: engine.io ends the session there and then. */
  brokenOff(sid: string): void {
    this.#polling.delete(sid);
  }

  /** A websocket opened, as a session of its own or (with `sid`) in place of polling. Call the result at its end. */
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

  /** The node died, and its polling sessions with it; websockets report their own end. */
  clear(): void {
    this.#polling.clear();
    this.#handshakes.length = 0;
  }

  /** Open websockets alone. */
  get websockets(): number {
    return this.#websockets;
  }

  count(now: number): number {
    this.#sweep(now);
    return this.#websockets + this.#polling.size + this.#handshakes.length;
  }

  // Both lists are in order of time, so the sweep stops at the first that is still alive.
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
