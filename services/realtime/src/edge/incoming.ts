import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import { addressOf } from './client-address.ts';
import type { Connection, CutReason, Cuts } from './cuts.ts';
import type { BucketLimits } from './token-bucket.ts';
import { AddressMeters, addressLimits, connectionLimits, Meter, type TrafficLimits } from './traffic.ts';

/** A packet of engine.io; of type `message` it carries one of Socket.IO. */
interface Packet {
  type: string;
  data?: unknown;
}

/** Where packets come from, and how many. */
interface Source {
  address: string;
  own: Meter;
  shared: Meter;
}

interface Known {
  address: string;
  /** Counts its polls; the frames of a websocket are counted with the websocket. */
  polls: Source | null;
  /** It has asked to be connected. */
  asked: boolean;
}

export interface IncomingOptions {
  /** What a socket may say; everything else is measured by it. */
  messages: BucketLimits;
  cuts: Cuts;
  /** ms. */
  now: () => number;
}

/** How long a packet's content is: characters of text, bytes of anything else. */
function lengthOf(data: unknown): number {
  return typeof data === 'string' ? data.length : ((data as ArrayBuffer | undefined)?.byteLength ?? 0);
}

/** The namespace that a packet of Socket.IO names. */
function namespaceIn(text: string): string {
  return /^\d(?:\d+-)?(\/[^,]*)/.exec(text)?.[1] ?? '/';
}

/**
 * Counts all that comes in, before and after anybody has logged in, by connection and by address, and cuts off whoever
 * floods. Of websockets every frame counts, of polls every packet. The one namespace is `/`, asked for once.
 */
export class Incoming {
  readonly #options: IncomingOptions;
  readonly #limits: TrafficLimits;
  readonly #addresses: AddressMeters;
  readonly #known = new WeakMap<Connection, Known>();

  constructor(options: IncomingOptions) {
    this.#options = options;
    this.#limits = connectionLimits(options.messages);
    this.#addresses = new AddressMeters(addressLimits(options.messages));
  }

  /** A websocket was opened, for a new connection or to take over from polls. */
  websocket(websocket: WebSocket, request: IncomingMessage): void {
    const source = this.#sourceOf(addressOf(request));
    const count = (data?: { length: number }): void => {
      const reason = this.#count(source, data?.length ?? 0);
      if (reason) this.#options.cuts.websocket(websocket, reason, source.address);
    };
    for (const event of ['message', 'ping', 'pong']) websocket.on(event, count);
  }

  watch(io: RealtimeServer): void {
    const incoming = this;
    function onPacket(this: Connection, packet: Packet): void {
      incoming.#hear(this, packet);
    }
    function onDisconnect(this: RealtimeSocket, reason: string): void {
      // Without its namespace a connection is nobody's, and would stay for as long as it answers pings.
      if (reason === 'client namespace disconnect') this.conn.close();
    }
    io.engine.on('connection', (connection: Connection) => {
      this.#known.set(connection, { address: addressOf(connection.request), polls: null, asked: false });
      connection.on('packet', onPacket);
    });
    io.on('connection', (socket) => socket.on('disconnect', onDisconnect));
  }

  #sourceOf(address: string): Source {
    const now = this.#options.now();
    return { address, own: new Meter(this.#limits, now), shared: this.#addresses.of(address, now) };
  }

  #count({ own, shared }: Source, bytes: number): CutReason | null {
    const now = this.#options.now();
    const both = [own.count(bytes, now), shared.count(bytes, now)];
    return both[0] ? (both[1] ? null : 'ADDRESS_FLOOD') : 'FLOOD';
  }

  #countPoll(known: Known, data: unknown): CutReason | null {
    known.polls ??= this.#sourceOf(known.address);
    return this.#count(known.polls, lengthOf(data));
  }

  #hear(connection: Connection, packet: Packet): void {
    const known = this.#known.get(connection);
    if (!known) return;
    const reason = this.#faultIn(known, packet, connection.transport.name);
    if (reason) this.#options.cuts.connection(connection, reason, known.address);
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
