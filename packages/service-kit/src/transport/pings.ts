import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { type Connection, textFrame, type WithEngine, websocketOf } from './connections.ts';
import { writeAtOnce } from './writes.ts';

/** Peers in the order in which their pings are due. All wait equally long. Times in ms. */
export class PingQueue<Peer> {
  readonly #interval: number;
  readonly #ahead: number;
  /** Due times, the earliest first. */
  readonly #due = new Map<Peer, number>();

  /** A peer waits `interval`, or up to `ahead` less if another peer is due then. */
  constructor({ interval, ahead }: { interval: number; ahead: number }) {
    this.#interval = interval;
    this.#ahead = ahead;
  }

  /** Starts the wait of a peer again. */
  add(peer: Peer, now: number): void {
    this.#due.delete(peer);
    this.#due.set(peer, now + this.#interval);
  }

  delete(peer: Peer): void {
    this.#due.delete(peer);
  }

  /** Returns the next due time, or undefined if no peer waits. */
  next(): number | undefined {
    return this.#due.values().next().value;
  }

  /** Removes and returns at most `most` peers that are due now or within `ahead`. */
  take(now: number, most: number): Peer[] {
    const taken: Peer[] = [];
    for (const [peer, due] of this.#due) {
      if (due > now + this.#ahead || taken.length === most) break;
      taken.push(peer);
      this.#due.delete(peer);
    }
    return taken;
  }
}

/** The private part of engine.io's `Socket` (6.6, `build/socket.js`): there is no option for when a ping is sent. */
interface Pinged {
  /** Sends the next ping; started by the handshake and by each pong. */
  pingIntervalTimer: NodeJS.Timeout | null;
  /** Whether another packet has restarted the wait for the pong. */
  hasRefreshedPingTimeout: boolean;
  /** Closes the connection unless a pong comes within `pingTimeout`. */
  resetPingTimeout(): void;
  sendPacket(type: 'ping'): void;
}

/** The private socket of ws. */
type Written = WebSocket & { _socket: Socket };

/** A ping due this soon after another one is sent with it. */
const AHEAD_MS = 500;
/** Pings sent in one turn of the event loop, so that moves come in between. */
const MOST_PER_TURN = 64;
/** engine.io's packet `ping`, the same frame for all. */
const PING = textFrame('2');

/**
 * Sends what engine.io's own timer would send, past engine.io and ws: through them each ping leaves a dozen objects in
 * old memory.
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
 * Pings connections in groups, `interval` ms after the last pong or the handshake. engine.io has one timer for each
 * connection: with 10 000 connections the timers of a node fire 400 times a second, and the gateway handles as many
 * events.
 *
 * Gain: with 10 000 idle sockets 300 moves/s cost 0.87 ×, and at rest all processes together become active 209
 * instead of 1 300 times a second (docs/performance.md).
 */
export function groupPings({ engine }: WithEngine, { interval }: { interval: number }): void {
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
    // V8 stores whole numbers without an object.
    queue.add(this, Math.floor(performance.now()));
    schedule();
  }
  function onClose(this: Connection): void {
    queue.delete(this);
  }
  engine.on('connection', (connection: Connection) => {
    const pinged = connection as unknown as Pinged;
    clearTimeout(pinged.pingIntervalTimer ?? undefined);
    pinged.pingIntervalTimer = null;
    // `heartbeat`: a pong came.
    connection.on('heartbeat', onPong).on('close', onClose);
    onPong.call(connection);
  });
}
