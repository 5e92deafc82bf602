import { createLogSample, type Logger, type LogSample } from '@doushouqi/service-kit';
import { type Connection, websocketOf } from '@doushouqi/service-kit/transport';
import type { Counter } from 'prom-client';
import type { WebSocket } from 'ws';

/**
 * Why a connection was cut: too many packets or bytes, an unknown namespace, a second CONNECT, too much unread output.
 */
export type CutReason = 'FLOOD' | 'NAMESPACE' | 'CONNECTED_TWICE' | 'BACKLOG';

export interface DisconnectsOptions {
  counter: Counter<'reason'>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** Closes connections at once: reads nothing more, sends nothing that waits. */
export class Disconnects {
  readonly #options: DisconnectsOptions;
  readonly #sample: LogSample;

  constructor(options: DisconnectsOptions) {
    this.#options = options;
    this.#sample = createLogSample(options.now);
  }

  connection(connection: Connection, reason: CutReason, address: string): void {
    const websocket = websocketOf(connection);
    // Discards the buffer: a polling client that does not poll could else take 30 s to fetch the close packet.
    connection.close(true);
    websocket?.terminate();
    this.#report(reason, address);
  }

  /** Cuts a websocket that may not carry a connection yet. */
  websocket(websocket: WebSocket, reason: CutReason, address: string): void {
    // The frames received in the same read, possibly thousands, are ignored.
    for (const event of ['message', 'ping', 'pong']) websocket.removeAllListeners(event);
    websocket.terminate();
    this.#report(reason, address);
  }

  /** A flood is counted in the metrics and logged at intervals, not per connection. */
  #report(reason: CutReason, address: string): void {
    const { counter, logger } = this.#options;
    counter.inc({ reason });
    const omitted = this.#sample(reason);
    if (omitted !== null) logger.warn({ reason, address, omitted }, 'cut a connection off');
  }
}
