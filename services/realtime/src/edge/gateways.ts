import type { IncomingMessage } from 'node:http';
import type { HttpAppOptions } from '@doushouqi/service-kit';
import { websocketOf } from '@doushouqi/service-kit/transport';
import type { WebSocket } from 'ws';
import type { NoteGoing } from '../presence/node-presence.ts';
import type { RealtimeSocket } from '../realtime-socket.ts';
import { drainSockets } from './drain.ts';

type Http = Parameters<NonNullable<HttpAppOptions['mount']>>[0];

/** The gateway sets this header on every upgrade and overwrites the client's. */
const GATEWAY_HEADER = 'x-gateway';
const NAME = /^[\w-]{1,32}$/;

export interface GatewayDoorOptions {
  sockets: () => Iterable<RealtimeSocket>;
  noteGoing: NoteGoing;
}

/**
 * Maps each websocket to its gateway process. A stopping gateway calls the node, which asks its clients to reconnect: a
 * broken connection costs a second and more, and a clock may run.
 */
export class Gateways {
  readonly #websockets = new WeakMap<object, string>();
  /** Interned: one string for each gateway, not one for each connection. */
  readonly #names = new Map<string, string>();

  opened(websocket: WebSocket, request: IncomingMessage): void {
    const given = request.headers[GATEWAY_HEADER];
    if (typeof given !== 'string' || !NAME.test(given)) return;
    const name = this.#names.get(given) ?? given;
    this.#names.set(name, name);
    this.#websockets.set(websocket, name);
  }

  /** Serves `POST /gateways/:gateway/going`, and responds once its clients have left. This port is internal. */
  mount(app: Http, { sockets, noteGoing }: GatewayDoorOptions): void {
    app.post('/gateways/:gateway/going', async (req, res) => {
      const { gateway } = req.params;
      const leaving = [...sockets()].filter((socket) => this.#isThrough(socket, gateway));
      if (leaving.length > 0) {
        await noteGoing(gateway, leaving);
        await drainSockets(leaving);
      }
      this.#names.delete(gateway);
      res.status(204).end();
    });
  }

  #isThrough({ conn }: RealtimeSocket, gateway: string): boolean {
    const websocket = websocketOf(conn);
    return websocket !== undefined && this.#websockets.get(websocket) === gateway;
  }
}
