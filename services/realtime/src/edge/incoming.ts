import type { IncomingMessage } from 'node:http';
import type { Connection } from '@doushouqi/service-kit/transport';
import type { WebSocket } from 'ws';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import { addressOf, noteAddress } from './client-address.ts';
import type { CutReason, Disconnects } from './disconnects.ts';
import type { BucketLimits } from './token-bucket.ts';
import { connectionLimits, Meter, type TrafficLimits } from './traffic.ts';

/** A packet of engine.io; type `message` carries a Socket.IO packet. */
interface Packet {
  type: string;
  data?: unknown;
}

interface Known {
  address: string;
  /** Meter of polls; websocket frames are counted with the websocket. */
  polls: Meter | null;
  /** A CONNECT packet was received. */
  asked: boolean;
}

export interface IncomingOptions {
  /** Limits of a socket's messages; the other limits derive from them. */
  messages: BucketLimits;
  disconnects: Disconnects;
  /** ms. */
  now: () => number;
}

/** Returns the length of a packet's content: characters of text, bytes of binary data. */
function lengthOf(data: unknown): number {
  return typeof data === 'string' ? data.length : ((data as ArrayBuffer | undefined)?.byteLength ?? 0);
}

/** Returns the namespace of a Socket.IO packet. */
function namespaceIn(text: string): string {
  return /^\d(?:\d+-)?(\/[^,]*)/.exec(text)?.[1] ?? '/';
}

/**
 * Counts the packets of each connection, logged in or not, and cuts a connection that floods: every frame of a
 * websocket, every packet of a poll. The only namespace is `/`, requested once. The gateway enforces limits by address.
 */
export class Incoming {
  readonly #options: IncomingOptions;
  readonly #limits: TrafficLimits;
  readonly #known = new WeakMap<Connection, Known>();

  constructor(options: IncomingOptions) {
    this.#options = options;
    this.#limits = connectionLimits(options.messages);
  }

  /** Meters a websocket of a new connection or of an upgrade from polling. */
  websocket(websocket: WebSocket, request: IncomingMessage): void {
    const { now, disconnects } = this.#options;
    const address = addressOf(request);
    const meter = new Meter(this.#limits, now());
    const count = (data?: { length: number }): void => {
      if (!meter.count(data?.length ?? 0, now())) disconnects.websocket(websocket, 'FLOOD', address);
    };
    for (const event of ['message', 'ping', 'pong']) websocket.on(event, count);
  }

  watch(io: RealtimeServer): void {
    const incoming = this;
    function onPacket(this: Connection, packet: Packet): void {
      incoming.#receive(this, packet);
    }
    function onDisconnect(this: RealtimeSocket, reason: string): void {
      // A connection without its namespace has no user, and would stay open as long as it answers pings.
      if (reason === 'client namespace disconnect') this.conn.close();
    }
    io.engine.on('connection', (connection: Connection) => {
      this.#known.set(connection, { address: noteAddress(connection), polls: null, asked: false });
      connection.on('packet', onPacket);
    });
    io.on('connection', (socket) => socket.on('disconnect', onDisconnect));
  }

  #countPoll(known: Known, data: unknown): CutReason | null {
    const now = this.#options.now();
    known.polls ??= new Meter(this.#limits, now);
    return known.polls.count(lengthOf(data), now) ? null : 'FLOOD';
  }

  #receive(connection: Connection, packet: Packet): void {
    const known = this.#known.get(connection);
    if (!known) return;
    const reason = this.#faultIn(known, packet, connection.transport.name);
    if (reason) this.#options.disconnects.connection(connection, reason, known.address);
  }

  #faultIn(known: Known, { type, data }: Packet, transport: string): CutReason | null {
    const flood = transport === 'polling' ? this.#countPoll(known, data) : null;
    if (flood || type !== 'message' || typeof data !== 'string') return flood;
    if (namespaceIn(data) !== '/') return 'NAMESPACE';
    if (!data.startsWith('0')) return null;
    if (known.asked) return 'CONNECTED_TWICE';
    known.asked = true;
    return null;
  }
}
