import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SOCKET_PING } from '@doushouqi/protocol';
import { GATEWAY_HEADERS, gatewayKeyOf, type Logger } from '@doushouqi/service-kit';
import { admittedAddress } from './admission.ts';
import { type Affinity, affinityOf } from './affinity.ts';
import type { AddressGuard } from './limits.ts';
import type { NodePool, RealtimeNode } from './node-pool.ts';
import {
  onceClosed,
  type Refusal,
  refuseUpgrade,
  sendRefusal,
  UNKNOWN_SESSION,
  unavailable,
} from './responses.ts';
import type { Release, Sessions } from './sessions.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** Longest poll: much longer than a ping, so that only dead nodes are disconnected. */
const POLL_TIMEOUT_MS = 2 * SOCKET_PING.interval + SOCKET_PING.timeout;

/** This process, as realtime nodes know it. The token is secret, random and long. */
export interface GatewayIdentity {
  id: string;
  token: string;
}

interface Assignment {
  affinity: Affinity;
  node: RealtimeNode;
  /** Ends the count of an opening session; a polling session continues the count of its handshake. */
  release?: Release | undefined;
}

/** Forwards `/socket.io/` to the realtime node of each session. */
export class RealtimeProxy {
  readonly #pool: NodePool;
  readonly #guard: AddressGuard;
  readonly #sessions: Sessions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #upstream: Upstream;
  readonly #assignments = new WeakMap<IncomingMessage, Assignment>();
  /** Open websockets and the addresses of their clients. */
  readonly #open = new Map<Socket, string>();

  constructor(
    {
      pool,
      guard,
      sessions,
      gateway,
    }: { pool: NodePool; guard: AddressGuard; sessions: Sessions; gateway: GatewayIdentity },
    onFailure: () => void,
  ) {
    this.#pool = pool;
    this.#guard = guard;
    this.#sessions = sessions;
    const { name, key } = GATEWAY_HEADERS;
    this.#headers = { [name]: gateway.id, [key]: gatewayKeyOf(gateway.token) };
    this.#upstream = createUpstream({
      timeoutMs: POLL_TIMEOUT_MS,
      onFailure: (error, req, answer) => {
        // A broken open websocket has closed both sides; its node may be healthy.
        if (!('writeHead' in answer) && this.#open.has(answer)) return;
        onFailure();
        const refused = this.#nodeFailed(error, req);
        if ('writeHead' in answer) sendRefusal(req, answer, refused);
        else refuseUpgrade(answer, refused);
      },
      onAnswer: (req, answer) => this.#answered(req, answer),
      onWebsocket: (req, client) => this.#opened(req, client),
    });
  }

  async poll(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const assigned = await this.#assign(req);
    if ('status' in assigned) return sendRefusal(req, res, assigned);
    const { affinity, node } = assigned;
    const address = admittedAddress(req);
    if (affinity.kind === 'session') {
      const { sid } = affinity;
      if (!this.#sessions.polled(sid, node.id, address))
        return sendRefusal(req, res, this.#guard.refuseSession(address));
      onceClosed(res, () => {
        if (!res.writableFinished) this.#sessions.pollingClosed(sid);
      });
    } else {
      const { release: leave } = assigned;
      const release = this.#sessions.request(address);
      assigned.release = () => {
        release?.();
        leave?.();
      };
      onceClosed(res, () => assigned.release?.());
      if (release === null) return sendRefusal(req, res, this.#guard.refuseSession(address));
    }
    this.#upstream.forward(node.url, req, res);
  }

  async upgrade(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const assigned = await this.#assign(req);
    if ('status' in assigned) return refuseUpgrade(socket, assigned);
    onceClosed(socket, () => assigned.release?.());
    if (socket.destroyed) return;
    Object.assign(req.headers, this.#headers);
    this.#upstream.upgrade(assigned.node.url, req, socket, head);
  }

  /** Destroys the open websockets of refused addresses. */
  endRefused(isRefused: (address: string) => boolean): void {
    for (const [socket, address] of this.#open) if (isRefused(address)) socket.destroy();
  }

  /** Destroys every open websocket. */
  close(): void {
    for (const socket of this.#open.keys()) socket.destroy();
    this.#upstream.close();
  }

  /** Returns the node of a request, or its refusal. */
  async #assign(req: IncomingMessage): Promise<Assignment | Refusal> {
    const affinity = affinityOf(req.url ?? '');
    if (affinity.kind === 'malformed') return UNKNOWN_SESSION;
    const node = affinity.kind === 'session' ? this.#pool.find(affinity.nodeId) : undefined;
    const found = affinity.kind === 'new' ? await this.#pool.choose(affinity.room) : node && { node };
    if (found === undefined) return affinity.kind === 'new' ? unavailable() : UNKNOWN_SESSION;
    const assignment: Assignment = { affinity, ...found };
    this.#assignments.set(req, assignment);
    return assignment;
  }

  /** The reply to a handshake contains the engine id, in one chunk. A session unknown to its node is over. */
  #answered(req: IncomingMessage, answer: IncomingMessage): void {
    const assignment = this.#assignments.get(req);
    if (assignment === undefined) return;
    const { affinity, node } = assignment;
    if (affinity.kind === 'session') {
      if (answer.statusCode !== 200) this.#sessions.pollingClosed(affinity.sid);
    } else if (answer.statusCode === 200) {
      answer.once('data', (chunk: Buffer) => {
        const sid = /"sid":"([^"]+)"/.exec(chunk.toString())?.[1];
        if (sid === undefined || !assignment.release) return;
        this.#sessions.pollingOpened(sid, node.id, assignment.release);
        delete assignment.release;
      });
    }
  }

  #opened(req: IncomingMessage, client: Socket): void {
    const { affinity, node } = this.#assignments.get(req) as Assignment;
    const sid = affinity.kind === 'session' ? affinity.sid : undefined;
    const closed = this.#sessions.websocketOpened(node.id, sid);
    const address = admittedAddress(req);
    this.#guard.limitTraffic(client, address);
    this.#open.set(client, address);
    client.once('close', () => {
      this.#open.delete(client);
      closed();
    });
  }

  /** The node does not answer, so the session is lost: the client must reconnect. */
  #nodeFailed(error: Error, req: IncomingMessage): Refusal {
    const assignment = this.#assignments.get(req);
    if (assignment === undefined) return unavailable();
    const { affinity, node } = assignment;
    if ('code' in error && error.code === 'ECONNREFUSED') this.#pool.failed(node.id);
    else this.#pool.suspect(node.id);
    if (affinity.kind !== 'session') return unavailable();
    this.#sessions.pollingClosed(affinity.sid);
    return UNKNOWN_SESSION;
  }
}

/**
 * Asks the realtime nodes to make the clients of this gateway reconnect. Resolves when all have left, or
 * after `timeoutMs`. Clients of an unreachable node stay until the gateway closes their connections.
 */
export async function sendClientsAway(
  { pool, logger }: { pool: Pick<NodePool, 'snapshot' | 'find'>; logger: Logger },
  { id: gatewayId, token }: GatewayIdentity,
  timeoutMs: number,
): Promise<void> {
  const ask = async (url: string): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}/gateways/${gatewayId}/going`, {
      method: 'POST',
      headers: { [GATEWAY_HEADERS.token]: token },
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the node answers ${response.status}`);
  };
  const busy = pool.snapshot().filter(({ connections }) => connections > 0);
  const asked = await Promise.allSettled(busy.map(({ id }) => ask(pool.find(id)?.url ?? '')));
  const failed = asked.filter(({ status }) => status === 'rejected').length;
  if (failed > 0) logger.info({ failed }, 'some realtime nodes could not be asked to send clients away');
}
