import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { SOCKET_PING } from '@doushouqi/protocol';
import { createLogSample, type Logger, networkOf } from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { plainAddress, type TrustedProxy } from './client-address.ts';
import type { GatewayMetrics } from './metrics.ts';

/**
 * Limits per client address (an IPv6 /64 is one address). Only the gateway counts them; see
 * docs/threat-model.md.
 */
export interface AddressLimits {
  /** TCP connections, unless they come from a trusted proxy. */
  connections: number;
  /** Websockets, polling sessions and open requests. */
  sessions: number;
  /** Requests per second, and the burst. */
  requests: { perSecond: number; burst: number };
  /** Bytes per second from websockets. */
  bytesPerSecond: number;
}

export type RefusedKind = 'connection' | 'session' | 'traffic';

/** A refused connection may send one request, whose reply is the refusal. */
const LAST_REQUEST_MS = 2_000;
/** Time until a used burst is available again. */
const BURST_SECONDS = 10;
/** Longest burst of traffic. */
const TRAFFIC_SECONDS = 3;
/** Bytes added to each read of a websocket: the gateway's work for a small message. */
const BYTES_PER_READ = 512;
/** A live polling client sends a poll within one ping interval and its timeout. */
const POLLING_TTL_MS = SOCKET_PING.interval + SOCKET_PING.timeout;
const MOST_POLLING = 100_000;

type Release = () => void;

/** Counts open items per address, up to `limit`. */
export class AddressCounts {
  readonly #limit: number;
  readonly #held = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one more. Returns a function that ends it, or null at the limit. */
  take(address: string): Release | null {
    const network = networkOf(address);
    const held = this.#held.get(network) ?? 0;
    if (held >= this.#limit) return null;
    this.#held.set(network, held + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#held.get(network) ?? 1) - 1;
      if (left === 0) this.#held.delete(network);
      else this.#held.set(network, left);
    };
  }

  /** Number of addresses with open items. */
  size(): number {
    return this.#held.size;
  }
}

/** Limits what one address may hold open and send. */
export class AddressGuard {
  readonly #connections: AddressCounts;
  /** Refused connections that wait for their reply; further ones are destroyed. */
  readonly #excess: AddressCounts;
  readonly #isExcess = new WeakSet<Socket>();
  readonly #sessions: AddressCounts;
  /** Polling sessions by engine id; they hold no connection between polls. */
  readonly #polling = new LRUCache<string, Release>({
    max: MOST_POLLING,
    ttl: POLLING_TTL_MS,
    updateAgeOnGet: true,
    dispose: (release) => release(),
  });
  /** Sessions that upgraded to a websocket; their last polls arrive late. */
  readonly #upgraded = new Set<string>();
  readonly #requests: BurstyRateLimiter;
  readonly #traffic: RateLimiterMemory;
  readonly #trusted: TrustedProxy;
  readonly #refused: (kind: RefusedKind, address: string) => void;

  constructor(
    limits: AddressLimits,
    options: { trusted: TrustedProxy; metrics: Pick<GatewayMetrics, 'connectionsRefused'>; logger: Logger },
  ) {
    const { trusted, metrics, logger } = options;
    const { perSecond, burst } = limits.requests;
    const sample = createLogSample(Date.now);
    this.#connections = new AddressCounts(limits.connections);
    this.#excess = new AddressCounts(Math.ceil(limits.connections / 10));
    this.#sessions = new AddressCounts(limits.sessions);
    this.#requests = new BurstyRateLimiter(
      new RateLimiterMemory({ keyPrefix: 'steady', points: perSecond, duration: 1 }),
      new RateLimiterMemory({
        keyPrefix: 'burst',
        points: Math.max(0, burst - perSecond),
        duration: BURST_SECONDS,
      }),
    );
    const points = limits.bytesPerSecond * TRAFFIC_SECONDS;
    this.#traffic = new RateLimiterMemory({ keyPrefix: 'traffic', points, duration: TRAFFIC_SECONDS });
    this.#trusted = trusted;
    this.#refused = (kind, address) => {
      metrics.connectionsRefused.inc({ kind });
      const omitted = sample(kind);
      if (omitted !== null) logger.warn({ kind, address, omitted }, 'an address exceeds a limit');
    };
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
  }

  /** Whether the request came over a connection beyond the limit. */
  isExcess(req: IncomingMessage): boolean {
    return this.#isExcess.has(req.socket);
  }

  /** Counts a request. Resolves to null, or to the seconds after which the client may retry. */
  async request(address: string): Promise<number | null> {
    try {
      await this.#requests.consume(networkOf(address));
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      throw refusal;
    }
  }

  /** Counts a request or a session. Returns a function that ends it, or null at the limit. */
  take(address: string): Release | null {
    let release = this.#sessions.take(address);
    if (release === null && this.#polling.purgeStale()) release = this.#sessions.take(address);
    if (release === null) this.#refused('session', address);
    return release;
  }

  /** Counts a poll of a session, once for all its polls. Returns false at the limit. */
  polled(sid: string, address: string): boolean {
    if (this.#upgraded.has(sid) || this.#polling.get(sid)) return true;
    const release = this.take(address);
    if (release === null) return false;
    this.pollingOpened(sid, release);
    return true;
  }

  /** `release` ends an already counted polling session. */
  pollingOpened(sid: string, release: Release): void {
    this.#polling.set(sid, release);
  }

  pollingClosed(sid: string): void {
    this.#polling.delete(sid);
  }

  /** Counts the bytes of a websocket and destroys it at the limit. `sid`: the session that polled before. */
  websocketOpened(socket: Socket, address: string, sid: string | undefined): void {
    const network = networkOf(address);
    socket.on('data', (chunk: Buffer) => {
      this.#traffic.consume(network, chunk.length + BYTES_PER_READ).catch(() => {
        if (socket.destroyed) return;
        socket.destroy();
        this.#refused('traffic', address);
      });
    });
    if (sid === undefined) return;
    this.#polling.delete(sid);
    this.#upgraded.add(sid);
    socket.once('close', () => this.#upgraded.delete(sid));
  }

  #opened(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (this.#trusted(address, 0)) return;
    const release = this.#connections.take(address);
    if (release !== null) return void socket.once('close', release);
    this.#refused('connection', address);
    const waiting = this.#excess.take(address);
    if (waiting === null) return void socket.destroy();
    this.#isExcess.add(socket);
    const overdue = setTimeout(() => socket.destroy(), LAST_REQUEST_MS);
    socket.once('close', () => {
      clearTimeout(overdue);
      waiting();
    });
  }
}
