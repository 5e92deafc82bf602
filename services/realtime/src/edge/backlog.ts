import type { IncomingMessage, ServerResponse } from 'node:http';
import { http } from '@doushouqi/service-kit';
import { type Connection, connectionOf, websocketOf } from '@doushouqi/service-kit/transport';
import type { RealtimeServer } from '../realtime-socket.ts';
import { addressOf } from './client-address.ts';
import type { Disconnects } from './disconnects.ts';

/** Bytes. Only a client that does not read reaches this backlog; one more message may wait beyond it. */
const MAX_BACKLOG = 256 * 1024;
/** Time for a closed connection to flush. Milliseconds. */
const LAST_ANSWERS_MS = 5_000;

/** An outgoing engine.io packet: text, except for its type. */
interface Packet {
  data?: string;
}

interface Outgoing {
  /** Characters of packets that wait in engine.io for the socket or the next poll. */
  queued: number;
  /** Poll responses not yet read; one, if the client reads a response before it polls again. */
  answers: Set<ServerResponse> | null;
  address: string;
  isCut: boolean;
}

function waitingFor(connection: Connection, { queued, answers }: Outgoing): number {
  let waiting = queued + (websocketOf(connection)?.bufferedAmount ?? 0);
  if (answers) for (const answer of answers) waiting += answer.writableLength;
  return waiting;
}

/**
 * Bounds the output that waits for a connection, and cuts connections above the bound. Neither engine.io nor Node
 * bounds it.
 */
export class Backlog {
  readonly #disconnects: Disconnects;
  readonly #outgoing = new WeakMap<Connection, Outgoing>();

  constructor(disconnects: Disconnects) {
    this.#disconnects = disconnects;
  }

  watch(io: RealtimeServer): void {
    const backlog = this;
    function onPacket(this: Connection, packet: Packet): void {
      backlog.#add(this, packet);
    }
    function onFlush(this: Connection): void {
      const outgoing = backlog.#outgoing.get(this);
      if (outgoing) outgoing.queued = 0;
    }
    function onClose(this: Connection): void {
      backlog.#closed(this);
    }
    io.engine.on('connection', (connection: Connection) => {
      this.#outgoing.set(connection, {
        queued: 0,
        answers: null,
        address: addressOf(connection.request),
        isCut: false,
      });
      connection.on('packetCreate', onPacket).on('flush', onFlush).on('close', onClose);
    });
    io.engine.use(
      (request: IncomingMessage & { _query: { sid?: string } }, response: unknown, next: () => void) => {
        const connection = connectionOf(io, request._query.sid ?? '');
        if (connection && response instanceof http.ServerResponse) this.#answering(connection, response);
        next();
      },
    );
  }

  #add(connection: Connection, { data }: Packet): void {
    const outgoing = this.#outgoing.get(connection);
    if (!outgoing || outgoing.isCut) return;
    outgoing.isCut = waitingFor(connection, outgoing) > MAX_BACKLOG;
    outgoing.queued += data?.length ?? 0;
    // Not within `send`: a broadcast to the room may be in progress.
    if (outgoing.isCut) process.nextTick(() => this.#cut(connection, outgoing));
  }

  #cut(connection: Connection, { answers, address }: Outgoing): void {
    this.#disconnects.connection(connection, 'BACKLOG', address);
    for (const answer of answers ?? []) answer.destroy();
  }

  #answering(connection: Connection, answer: ServerResponse): void {
    const outgoing = this.#outgoing.get(connection);
    if (!outgoing) return;
    outgoing.answers ??= new Set();
    const { answers } = outgoing;
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  }

  #closed(connection: Connection): void {
    const { answers } = this.#outgoing.get(connection) ?? {};
    if (!answers?.size) return;
    setTimeout(() => {
      for (const answer of answers) answer.destroy();
    }, LAST_ANSWERS_MS).unref();
  }
}
