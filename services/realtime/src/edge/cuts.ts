import type { Logger } from '@doushouqi/service-kit';
import type { Counter } from 'prom-client';
import type { WebSocket } from 'ws';
import type { RealtimeSocket } from '../realtime-socket.ts';

/** An engine.io connection, whatever its transport. */
export type Connection = RealtimeSocket['conn'];

/**
 * Why a connection was cut off: more packets or bytes than anybody needs, from it or from its address; a namespace that
 * is not there; a second CONNECT; more waiting to go out than a client that reads lets pile up.
 */
export type CutReason = 'FLOOD' | 'ADDRESS_FLOOD' | 'NAMESPACE' | 'CONNECTED_TWICE' | 'BACKLOG';

/** A flood is a number in the metrics and a line in this long, not a line for each connection. Milliseconds. */
const LOG_INTERVAL_MS = 10_000;

export interface CutsOptions {
  counter: Counter<'reason'>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The websocket under a connection; undefined while it polls. */
export function websocketOf({ transport }: Connection): WebSocket | undefined {
  return transport.name === 'websocket' ? (transport as unknown as { socket: WebSocket }).socket : undefined;
}

/** Cuts connections off: at once, without a word, nothing more read and nothing that waits sent. */
export class Cuts {
  readonly #options: CutsOptions;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #unlogged = 0;

  constructor(options: CutsOptions) {
    this.#options = options;
  }

  connection(connection: Connection, reason: CutReason, address: string): void {
    const websocket = websocketOf(connection);
    // Discarded: a polling client that does not poll would else have half a minute to fetch the word of its end.
    connection.close(true);
    websocket?.terminate();
    this.#report(reason, address);
  }

  /** A websocket that may not carry a connection yet. */
  websocket(websocket: WebSocket, reason: CutReason, address: string): void {
    // What was received with this frame is still to come, thousands of frames perhaps: nobody hears them.
    for (const event of ['message', 'ping', 'pong']) websocket.removeAllListeners(event);
    websocket.terminate();
    this.#report(reason, address);
  }

  #report(reason: CutReason, address: string): void {
    const { counter, logger, now } = this.#options;
    counter.inc({ reason });
    this.#unlogged += 1;
    const at = now();
    if (Math.abs(at - this.#loggedAt) < LOG_INTERVAL_MS) return;
    logger.warn({ reason, address, connections: this.#unlogged }, 'cut connections off; this is the latest');
    this.#loggedAt = at;
    this.#unlogged = 0;
  }
}
