import type { Socket } from 'node:net';
import { writeAtOnce } from '@doushouqi/service-kit';
import type { WebSocket } from 'ws';
import type { RealtimeServer } from '../realtime-socket.ts';
import { textFrame } from '../rooms/room-broadcast.ts';
import { type Connection, websocketOf } from './cuts.ts';
import { PingQueue } from './ping-queue.ts';

/**
 * What this file uses of engine.io's `Socket` beyond its public face (version 6.6, `build/socket.js`): it has no option
 * for when and how a ping is sent.
 */
interface Pinged {
  /** Would send the next ping; started at the handshake and by every pong. */
  pingIntervalTimer: NodeJS.Timeout | null;
  /** While a pong is awaited, the first other packet begins the wait anew; this says whether it has. */
  hasRefreshedPingTimeout: boolean;
  /** Closes the connection unless a pong comes within `pingTimeout`. */
  resetPingTimeout(): void;
  sendPacket(type: 'ping'): void;
}

/** And of ws, whose frames go out whole as they are sent, since none is compressed: where it writes them. */
type Written = WebSocket & { _socket: Socket };

interface PingOptions {
  /** How long after a pong, or the handshake, the next ping is sent. Milliseconds. */
  interval: number;
}

/** A ping that is due so soon after another one is sent with it. Milliseconds. */
const AHEAD_MS = 500;
/** So many leave in one turn of the event loop; then whatever came in meanwhile is next. */
const MOST_PER_TURN = 64;
/** engine.io's packet `ping`, the same frame for all. */
const PING = textFrame('2');

/**
 * Sends what engine.io's own timer would send. By its own way, and that of ws, each ping would leave a dozen objects
 * behind in memory that nothing has touched since the last one.
 */
function ping(connection: Connection): void {
  const pinged = connection as unknown as Pinged;
  const websocket = websocketOf(connection) as Written | undefined;
  pinged.hasRefreshedPingTimeout = false;
  if (websocket === undefined) pinged.sendPacket('ping');
  else if (websocket.readyState === websocket.OPEN) writeAtOnce(websocket._socket, PING);
  pinged.resetPingTimeout();
}

/**
 * Pings in groups. engine.io has a timer for each connection, so that with ten thousand of them four hundred times a
 * second a node wakes for one ping, the gateway wakes to pass it on, and both wake once more for the pong. In a group
 * these wake once for many.
 */
export function groupPings(io: RealtimeServer, { interval }: PingOptions): void {
  const queue = new PingQueue<Connection>({ interval, ahead: AHEAD_MS });
  let isScheduled = false;

  function schedule(): void {
    const next = queue.next();
    if (isScheduled || next === undefined) return;
    isScheduled = true;
    setTimeout(pingThoseDue, next - performance.now()).unref();
  }
  function pingThoseDue(): void {
    const group = queue.take(performance.now(), MOST_PER_TURN);
    for (const connection of group) ping(connection);
    if (group.length === MOST_PER_TURN) return void setImmediate(pingThoseDue);
    isScheduled = false;
    schedule();
  }
  function onPong(this: Connection): void {
    // Whole numbers take no memory of their own.
    queue.add(this, Math.floor(performance.now()));
    schedule();
  }
  function onClose(this: Connection): void {
    queue.delete(this);
  }
  io.engine.on('connection', (connection: Connection) => {
    const pinged = connection as unknown as Pinged;
    clearTimeout(pinged.pingIntervalTimer ?? undefined);
    pinged.pingIntervalTimer = null;
    // `heartbeat`: a pong came.
    connection.on('heartbeat', onPong).on('close', onClose);
    onPong.call(connection);
  });
}
