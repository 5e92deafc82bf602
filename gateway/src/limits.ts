import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createLogSample, type Logger, networkOf } from '@doushouqi/service-kit';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { plainAddress, type TrustedProxy } from './client-address.ts';
import type { GatewayMetrics } from './metrics.ts';
import { type Refusal, tooMany } from './responses.ts';
import { Counts } from './sessions.ts';

/**
 * Limits per client address (an IPv6 /64 is one address), besides that of `Sessions`. Only the gateway counts them; see
 * docs/threat-model.md.
 */
export interface AddressLimits {
  /** TCP connections, unless they come from a trusted proxy. */
  connections: number;
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
/** Limits what one address may hold open and send. */
export class AddressGuard {
  readonly #connections: Counts;
  /** Refused connections that wait for their reply; further ones are destroyed. */
  readonly #excess: Counts;
  readonly #isExcess = new WeakSet<Socket>();
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
    this.#connections = new Counts(limits.connections);
    this.#excess = new Counts(Math.ceil(limits.connections / 10));
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

  /** Returns the refusal of a request or session beyond the limit of its address, and reports it. */
  refuseSession(address: string): Refusal {
    this.#refused('session', address);
    return tooMany();
  }

  /** Counts the bytes of a websocket and destroys it at the limit. */
  limitTraffic(socket: Socket, address: string): void {
    const network = networkOf(address);
    socket.on('data', (chunk: Buffer) => {
      this.#traffic.consume(network, chunk.length + BYTES_PER_READ).catch(() => {
        if (socket.destroyed) return;
        socket.destroy();
        this.#refused('traffic', address);
      });
    });
  }

  #opened(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (this.#trusted(address, 0)) return;
    const release = this.#connections.take(networkOf(address));
    if (release !== null) return void socket.once('close', release);
    this.#refused('connection', address);
    const waiting = this.#excess.take(networkOf(address));
    if (waiting === null) return void socket.destroy();
    this.#isExcess.add(socket);
    const overdue = setTimeout(() => socket.destroy(), LAST_REQUEST_MS);
    socket.once('close', () => {
      clearTimeout(overdue);
      waiting();
    });
  }
}
