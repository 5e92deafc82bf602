import { createLogSample, type Logger, type LogSample } from '@doushouqi/service-kit';
import type { Counter } from 'prom-client';
import type { WebSocket } from 'ws';
import type { RealtimeSocket } from '../realtime-socket.ts';

/** An engine.io connection, whatever its transport. */
export type Connection = RealtimeSocket['conn'];

/**
 * Why a connection was cut off: more packets or bytes than anybody needs, from it or from its address; a namespace that
 * is not there; a second CONNECT; more connections of one address than a node holds; more waiting to go out than a client that reads lets pile up.
 */
export type CutReason =
  | 'FLOOD'
  | 'ADDRESS_FLOOD'
  | 'NAMESPACE'
  | 'CONNECTED_TWICE'
  | 'BACKLOG'
  | 'ADDRESS_CONNECTIONS';

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

  /** One that was not let in, so that there is nothing to cut. */
  refused(reason: CutReason, address: string): void {
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
