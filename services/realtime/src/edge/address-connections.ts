import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { ERRORS, errorBody } from '@doushouqi/protocol';
import { AddressCounts, http } from '@doushouqi/service-kit';
import type { RealtimeServer } from '../realtime-socket.ts';
import { addressOf } from './client-address.ts';
import type { Connection, Cuts } from './cuts.ts';

const TRY_LATER_SECONDS = '10';

/** A request to engine.io, which has read its query. */
type EngineRequest = IncomingMessage & { _query: { sid?: string } };

/** Refuses a new connection, by HTTP where it polls; a websocket is cut before it is one. */
function refuse(request: EngineRequest, response: unknown): void {
  if (!(response instanceof http.ServerResponse)) return void request.socket.destroy();
  response.writeHead(ERRORS.TOO_MANY_CONNECTIONS.status, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': TRY_LATER_SECONDS,
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(errorBody('TOO_MANY_CONNECTIONS')));
}

/**
 * Bounds the connections that one address has at this node, polling or by websocket. The gateway counts too, but by what
 * is in hand: a session that polls holds nothing there between two polls.
 */
export function limitConnections(io: RealtimeServer, { limit, cuts }: { limit: number; cuts: Cuts }): void {
  const counts = new AddressCounts(limit);
  /** By what ends it: the answer to a poll or a websocket's socket at first, then the connection. */
  const releases = new WeakMap<object, () => void>();
  /** By request, what ends it where no connection follows. */
  const endings = new WeakMap<object, EventEmitter>();
  function onEnd(this: EventEmitter): void {
    releases.get(this)?.();
  }
  io.engine.use((request: EngineRequest, response: unknown, next: () => void) => {
    if (request._query.sid !== undefined) return next();
    const address = addressOf(request);
    const release = counts.take(address);
    if (release === null) {
      cuts.refused('ADDRESS_CONNECTIONS', address);
      return refuse(request, response);
    }
    // One that comes to nothing, for whatever reason, is over with its request.
    const ending = response instanceof http.ServerResponse ? response : request.socket;
    endings.set(request, ending);
    releases.set(ending, release);
    ending.on('close', onEnd);
    next();
  });
  io.engine.on('connection', (connection: Connection) => {
    const ending = endings.get(connection.request);
    const release = ending && releases.get(ending);
    if (!release) return;
    ending.off('close', onEnd);
    releases.delete(ending);
    releases.set(connection, release);
    connection.on('close', onEnd);
  });
}
