import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

const BOUNDS = {
  /** Clients do not split messages of a few hundred bytes. */
  maxFragments: 16,
  /** Time for a peer to answer the close frame. Milliseconds. */
  closeTimeout: 5_000,
};

/** Called with every websocket before any data arrives. */
type Opened = (websocket: WebSocket, request: IncomingMessage) => void;

/** Returns a websocket engine for engine.io with limits that engine.io has no options for. */
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
