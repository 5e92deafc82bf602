import { SOCKET_PING } from '@doushouqi/protocol';
import { networkOf } from '@doushouqi/service-kit';

/** Ends a count. Further calls do nothing. */
export type Release = () => void;

/** Counts open items by key, up to `limit` for each key. */
export class Counts {
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Counts one more. Returns a function that ends it, or null at the limit. */
  take(key: string): Release | null {
    return this.of(key) < this.#limit ? this.add(key) : null;
  }

  /** Counts one more, whatever the limit. */
  add(key: string): Release {
    this.#open.set(key, this.of(key) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = this.of(key) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    };
  }

  of(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  /** Number of keys with open items. */
  size(): number {
    return this.#open.size;
  }
}

/** A live polling client sends a poll within one ping interval and its timeout. */
const SILENCE_MS = SOCKET_PING.interval + SOCKET_PING.timeout;
/** Most polling sessions stored; the one silent longest is removed first. */
const MOST_POLLING = 100_000;

interface PollingSession {
  nodeId: string;
  polledAt: number;
  /** Ends its counts. */
  release: Release;
}

/**
 * Counts the sessions through this gateway by realtime node and, with open requests, by client address (an IPv6 /64 is
 * one). A session is a websocket, or polls of one engine id, which hold no connection in between.
 */
export class Sessions {
  readonly #now: () => number;
  readonly #cap: number;
  readonly #byAddress: Counts;
  readonly #byNode = new Counts();
  readonly #websockets = new Counts();
  /** By engine id; the one silent longest is first. */
  readonly #polling = new Map<string, PollingSession>();
  /** Engine ids of websockets that polled before; their last polls arrive late. */
  readonly #upgraded = new Set<string>();

  /** `perAddress`: most sessions and open requests of one address. */
  constructor(perAddress: number, { now = Date.now, cap = MOST_POLLING } = {}) {
    this.#byAddress = new Counts(perAddress);
    this.#now = now;
    this.#cap = cap;
  }

  /** Counts an open request of an address. Returns a function that ends it, or null at the limit. */
  request(address: string): Release | null {
    this.#sweep();
    return this.#byAddress.take(networkOf(address));
  }

  /** Counts a session that opens at a node. It has no id yet. */
  opening(nodeId: string): Release {
    return this.#byNode.add(nodeId);
  }

  /** Counts a polling session until it ends. `release` ends the counts of its handshake. */
  pollingOpened(sid: string, nodeId: string, release: Release): void {
    this.pollingClosed(sid);
    this.#polling.set(sid, { nodeId, release, polledAt: this.#now() });
    const [oldest] = this.#polling.keys();
    if (this.#polling.size > this.#cap && oldest !== undefined) this.pollingClosed(oldest);
  }

  /** Counts a poll of a session, once for all its polls. Returns false at the limit. */
  polled(sid: string, nodeId: string, address: string): boolean {
    if (this.#upgraded.has(sid)) return true;
    const session = this.#polling.get(sid);
    if (session !== undefined) {
      session.polledAt = this.#now();
      this.#polling.delete(sid);
      this.#polling.set(sid, session);
      return true;
    }
    const release = this.request(address);
    if (release === null) return false;
    const leave = this.opening(nodeId);
    this.pollingOpened(sid, nodeId, () => {
      release();
      leave();
    });
    return true;
  }

  pollingClosed(sid: string): void {
    this.#polling.get(sid)?.release();
    this.#polling.delete(sid);
  }

  /**
   * Counts a websocket of a node: with `sid` the upgrade of a polling session, else one counted since `opening`. Call
   * the result at its end.
   */
  websocketOpened(nodeId: string, sid: string | undefined): Release {
    const closed = this.#websockets.add(nodeId);
    if (sid === undefined) return closed;
    const leave = this.opening(nodeId);
    this.pollingClosed(sid);
    this.#upgraded.add(sid);
    return () => {
      closed();
      leave();
      this.#upgraded.delete(sid);
    };
  }

  /** Ends the polling sessions of a dead node; websockets report their own end. */
  nodeDied(nodeId: string): void {
    for (const [sid, session] of this.#polling) if (session.nodeId === nodeId) this.pollingClosed(sid);
  }

  /** Number of sessions of a node, open and opening. */
  count(nodeId: string): number {
    this.#sweep();
    return this.#byNode.of(nodeId);
  }

  /** Number of open websockets of a node. */
  websockets(nodeId: string): number {
    return this.#websockets.of(nodeId);
  }

  /** Ends silent polling sessions. Stops at the first live one. */
  #sweep(): void {
    const since = this.#now() - SILENCE_MS;
    for (const [sid, { polledAt }] of this.#polling) {
      if (polledAt > since) return;
      this.pollingClosed(sid);
    }
  }
}
