import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

const BOUNDS = {
  /** No client of ours splits a message of a few hundred bytes. */
  maxFragments: 16,
  /** A peer that does not answer the word of the end is not waited for. Milliseconds. */
  closeTimeout: 5_000,
};

/** Hears of every websocket before anything comes from it. */
type Opened = (websocket: WebSocket, request: IncomingMessage) => void;

/** The websocket engine for engine.io, with bounds that engine.io has no options for. */
export function websocketServer(opened: Opened): new (options?: ServerOptions) => WebSocketServer {
  return class extends WebSocketServer {
    constructor(options?: ServerOptions) {
      super({ ...options, ...BOUNDS });
    }

    override handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: Opened): void {
      super.handleUpgrade(request, socket, head, (websocket) => {
        opened(websocket, request);
        done(websocket, request);
      });
    }
  };
}
