import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { AddressCounts, createLogSample, type Logger } from '@doushouqi/service-kit';
import { plainAddress, type TrustedProxy } from './client-address.ts';
import type { GatewayMetrics } from './metrics.ts';

export interface ConnectionLimits {
  /** TCP connections of an address that is no trusted proxy. */
  connections: number;
  /** Websockets and requests in hand of a client's address, wherever its connection comes from. */
  sessions: number;
}

export type RefusedKind = 'connection' | 'session';

/** One connection too many is told so with its first request, and has this long to make one. Milliseconds. */
const LAST_WORD_MS = 2_000;

/** Bounds what one address holds open, so that it leaves room for everybody else (docs/threat-model.md). */
export class ConnectionGuard {
  readonly #connections: AddressCounts;
  /** Those beyond the limit that wait for their refusal: more of them are cut without a word. */
  readonly #excess: AddressCounts;
  readonly #sessions: AddressCounts;
  readonly #isExcess = new WeakSet<Socket>();
  readonly #trusted: TrustedProxy;
  readonly #refused: (kind: RefusedKind, address: string) => void;

  constructor(
    limits: ConnectionLimits,
    options: { trusted: TrustedProxy; metrics: Pick<GatewayMetrics, 'connectionsRefused'>; logger: Logger },
  ) {
    const { trusted, metrics, logger } = options;
    const sample = createLogSample(Date.now);
    this.#connections = new AddressCounts(limits.connections);
    this.#excess = new AddressCounts(Math.ceil(limits.connections / 10));
    this.#sessions = new AddressCounts(limits.sessions);
    this.#trusted = trusted;
    this.#refused = (kind, address) => {
      metrics.connectionsRefused.inc({ kind });
      const omitted = sample(kind);
      if (omitted !== null) logger.warn({ kind, address, omitted }, 'too many connections of one address');
    };
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
  }

  /** The request came over one connection too many. */
  isExcess(req: IncomingMessage): boolean {
    return this.#isExcess.has(req.socket);
  }

  /** Counts a request or a websocket of `address` until it closes; false where there are enough. */
  admit(address: string, closing: { once(event: 'close', over: () => void): unknown }): boolean {
    const release = this.#sessions.take(address);
    if (release === null) this.#refused('session', address);
    else closing.once('close', release);
    return release !== null;
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
    const overdue = setTimeout(() => socket.destroy(), LAST_WORD_MS);
    socket.once('close', () => {
      clearTimeout(overdue);
      waiting();
    });
  }
}
