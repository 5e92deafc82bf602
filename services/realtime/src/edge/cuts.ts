import { createLogSample, type Logger, type LogSample } from '@doushouqi/service-kit';
import { type Connection, websocketOf } from '@doushouqi/service-kit/transport';
import type { Counter } from 'prom-client';
import type { WebSocket } from 'ws';

/**
 * Why a connection was cut off: too many packets or bytes, an unknown namespace, a second CONNECT, too much output that
 * the client does not read.
 */
export type CutReason = 'FLOOD' | 'NAMESPACE' | 'CONNECTED_TWICE' | 'BACKLOG';

export interface CutsOptions {
  counter: Counter<'reason'>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** Cuts connections off: at once, without a word, nothing more read and nothing that waits sent. */
export class Cuts {
  readonly #options: CutsOptions;
  readonly #sample: LogSample;

  constructor(options: CutsOptions) {
    this.#options = options;
    this.#sample = createLogSample(options.now);
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

  /** A flood is a number in the metrics and a line now and then, not a line for each connection. */
  #report(reason: CutReason, address: string): void {
    const { counter, logger } = this.#options;
    counter.inc({ reason });
    const omitted = this.#sample(reason);
    if (omitted !== null) logger.warn({ reason, address, omitted }, 'cut a connection off');
  }
}
