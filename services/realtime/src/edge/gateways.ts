import type { IncomingMessage } from 'node:http';
import { errorOf, GATEWAY_HEADERS, gatewayKeyOf, type HttpAppOptions } from '@doushouqi/service-kit';
import { websocketOf } from '@doushouqi/service-kit/transport';
import type { WebSocket } from 'ws';
import type { NoteGoing } from '../presence/node-presence.ts';
import type { RealtimeSocket } from '../realtime-socket.ts';
import { drainSockets } from './drain.ts';

type Http = Parameters<NonNullable<HttpAppOptions['mount']>>[0];

const NAME = /^[\w-]{1,32}$/;
const KEY = /^[\w-]{43}$/;

export interface GatewayDoorOptions {
  sockets: () => Iterable<RealtimeSocket>;
  noteGoing: NoteGoing;
}

/**
 * Maps each websocket to its gateway process. A stopping gateway calls the node, which asks its clients to reconnect: a
 * broken connection costs a second and more, and a clock may run.
 */
export class Gateways {
  /** Name and key of the gateway of each websocket. */
  readonly #websockets = new WeakMap<object, string>();
  /** Interned: one string for each gateway, not one for each connection. */
  readonly #known = new Map<string, string>();

  opened(websocket: WebSocket, { headers }: IncomingMessage): void {
    const [name, key] = [headers[GATEWAY_HEADERS.name], headers[GATEWAY_HEADERS.key]];
    if (!NAME.test(String(name)) || !KEY.test(String(key))) return;
    const given = `${name} ${key}`;
    const known = this.#known.get(given) ?? given;
    this.#known.set(known, known);
    this.#websockets.set(websocket, known);
  }

  /**
   * Serves `POST /gateways/:gateway/going`, and responds once its clients have left. Only the token of the gateway that
   * opened a connection moves its client.
   */
  mount(app: Http, { sockets, noteGoing }: GatewayDoorOptions): void {
    app.post('/gateways/:gateway/going', async (req, res) => {
      const token = req.get(GATEWAY_HEADERS.token);
      if (!token) throw errorOf('UNAUTHORIZED');
      const { gateway } = req.params;
      const known = `${gateway} ${gatewayKeyOf(token)}`;
      const leaving = [...sockets()].filter((socket) => this.#isThrough(socket, known));
      if (leaving.length > 0) {
        await noteGoing(gateway, leaving);
        await drainSockets(leaving);
      }
      this.#known.delete(known);
      res.status(204).end();
    });
  }

  #isThrough({ conn }: RealtimeSocket, known: string): boolean {
    const websocket = websocketOf(conn);
    return websocket !== undefined && this.#websockets.get(websocket) === known;
  }
}
