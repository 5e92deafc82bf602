import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SOCKET_PING } from '@doushouqi/protocol';
import type { Logger } from '@doushouqi/service-kit';
import { admittedAddress, tooMany } from './admission.ts';
import { type Affinity, affinityOf } from './affinity.ts';
import type { AddressGuard } from './limits.ts';
import type { NodePool, RealtimeNode } from './node-pool.ts';
import { type Refusal, refuseUpgrade, sendRefusal, UNKNOWN_SESSION, unavailable } from './responses.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** A poll waits for the next ping at most; far longer, so that only a dead node is cut off. */
const POLL_TIMEOUT_MS = 2 * SOCKET_PING.interval + SOCKET_PING.timeout;

/** Names the gateway through which a websocket came. */
const GATEWAY_HEADER = 'x-gateway';

interface Assignment {
  affinity: Affinity;
  node: RealtimeNode;
  /** Ends the count of a handshake by polling; the session that it opens takes it over. */
  release?: () => void;
}

/** Carries `/socket.io/` to the realtime node that each session belongs to (design §7). */
export class RealtimeProxy {
  readonly #pool: NodePool;
  readonly #guard: AddressGuard;
  readonly #gatewayId: string;
  readonly #upstream: Upstream;
  readonly #assignments = new WeakMap<IncomingMessage, Assignment>();
  readonly #open = new Set<Socket>();

  constructor(
    { pool, guard, gatewayId }: { pool: NodePool; guard: AddressGuard; gatewayId: string },
    onFailure: () => void,
  ) {
    this.#pool = pool;
    this.#guard = guard;
    this.#gatewayId = gatewayId;
    this.#upstream = createUpstream({
      timeoutMs: POLL_TIMEOUT_MS,
      onFailure: (error, req, answer) => {
        // An open websocket that breaks has already closed both its sides; its node may be well.
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
    if (affinity.kind === 'session') {
      const { sid } = affinity;
      if (!this.#guard.polled(sid, admittedAddress(req))) return sendRefusal(req, res, tooMany());
      this.#pool.polled(node.id, sid);
      res.once('close', () => {
        if (!res.writableFinished) this.#pollingClosed(node.id, sid);
      });
    } else {
      const release = this.#guard.take(admittedAddress(req));
      if (release === null) return sendRefusal(req, res, tooMany());
      assigned.release = release;
      res.once('close', () => assigned.release?.());
    }
    this.#upstream.forward(node.url, req, res);
  }

  async upgrade(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const assigned = await this.#assign(req);
    if (socket.destroyed) return;
    if ('status' in assigned) return refuseUpgrade(socket, assigned);
    req.headers[GATEWAY_HEADER] = this.#gatewayId;
    this.#upstream.upgrade(assigned.node.url, req, socket, head);
  }

  /** Destroys every open websocket. */
  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#upstream.close();
  }

  /** The node of a request, or the refusal that it gets instead. */
  async #assign(req: IncomingMessage): Promise<Assignment | Refusal> {
    const affinity = affinityOf(req.url ?? '');
    if (affinity.kind === 'malformed') return UNKNOWN_SESSION;
    const node =
      affinity.kind === 'new' ? await this.#pool.choose(affinity.room) : this.#pool.find(affinity.nodeId);
    if (node === undefined) return affinity.kind === 'new' ? unavailable() : UNKNOWN_SESSION;
    const assignment: Assignment = { affinity, node };
    this.#assignments.set(req, assignment);
    return assignment;
  }

  /** A handshake tells its engine id in its answer, in one chunk; a session that its node does not know is over. */
  #answered(req: IncomingMessage, answer: IncomingMessage): void {
    const assignment = this.#assignments.get(req);
    if (assignment === undefined) return;
    const { affinity, node } = assignment;
    if (affinity.kind === 'session') {
      if (answer.statusCode !== 200) this.#pollingClosed(node.id, affinity.sid);
    } else if (answer.statusCode === 200) {
      answer.once('data', (chunk: Buffer) => {
        const sid = /"sid":"([^"]+)"/.exec(chunk.toString())?.[1];
        if (sid === undefined || !assignment.release) return;
        this.#guard.pollingOpened(sid, assignment.release);
        delete assignment.release;
      });
    }
  }

  #pollingClosed(nodeId: string, sid: string): void {
    this.#pool.pollBrokenOff(nodeId, sid);
    this.#guard.pollingClosed(sid);
  }

  #opened(req: IncomingMessage, client: Socket): void {
    const { affinity, node } = this.#assignments.get(req) as Assignment;
    const sid = affinity.kind === 'session' ? affinity.sid : undefined;
    const closed = this.#pool.websocketOpened(node.id, sid);
    this.#guard.websocketOpened(client, admittedAddress(req), sid);
    this.#open.add(client);
    client.once('close', () => {
      this.#open.delete(client);
      closed();
    });
  }

  /** The node did not answer, so its session is as good as gone: the client is told to connect anew. */
  #nodeFailed(error: Error, req: IncomingMessage): Refusal {
    const assignment = this.#assignments.get(req);
    if (assignment === undefined) return unavailable();
    if ('code' in error && error.code === 'ECONNREFUSED') this.#pool.failed(assignment.node.id);
    else this.#pool.suspect(assignment.node.id);
    return assignment.affinity.kind === 'session' ? UNKNOWN_SESSION : unavailable();
  }
}

/**
 * Has the realtime nodes ask the clients of this gateway to connect anew; resolves when all have left, or after
 * `timeoutMs`. A node that cannot be asked keeps its clients until the gateway closes their connections.
 */
export async function sendClientsAway(
  { pool, logger }: { pool: Pick<NodePool, 'snapshot' | 'find'>; logger: Logger },
  gatewayId: string,
  timeoutMs: number,
): Promise<void> {
  const ask = async (url: string): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}/gateways/${gatewayId}/going`, { method: 'POST', signal });
    await response.body?.cancel();
  };
  const busy = pool.snapshot().filter(({ connections }) => connections > 0);
  const asked = await Promise.allSettled(busy.map(({ id }) => ask(pool.find(id)?.url ?? '')));
  const failed = asked.filter(({ status }) => status === 'rejected').length;
  if (failed > 0) logger.info({ failed }, 'some realtime nodes could not be asked to send clients away');
}
