import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Affinity, affinityOf } from './affinity.ts';
import type { RealtimeNode } from './node-directory.ts';
import type { NodePool } from './node-pool.ts';
import { type Refusal, refuseUpgrade, sendRefusal, UNKNOWN_SESSION, unavailable } from './responses.ts';
import { createUpstream } from './upstream.ts';

/** Longer than engine.io lets a poll wait (25 s), so that only a dead node is cut off. */
const POLL_TIMEOUT_MS = 60_000;

export interface RealtimeProxy {
  poll(req: IncomingMessage, res: ServerResponse): Promise<void>;
  upgrade(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void>;
  /** Destroys every open websocket. */
  close(): void;
}

interface Assignment {
  affinity: Affinity;
  node: RealtimeNode;
}

/** Carries `/socket.io/` to the realtime node that each session belongs to (design §7). */
export function createRealtimeProxy(pool: NodePool): RealtimeProxy {
  const assignments = new WeakMap<IncomingMessage, Assignment>();
  const open = new Set<Socket>();

  /** The node of a request, or the refusal that it gets instead. */
  async function assign(req: IncomingMessage): Promise<Assignment | Refusal> {
    const affinity = affinityOf(req.url ?? '');
    if (affinity.kind === 'malformed') return UNKNOWN_SESSION;
    const node = affinity.kind === 'new' ? await pool.choose() : pool.find(affinity.nodeId);
    if (node === undefined) return affinity.kind === 'new' ? unavailable() : UNKNOWN_SESSION;
    const assignment = { affinity, node };
    assignments.set(req, assignment);
    return assignment;
  }

  /** The node did not answer, so its session is as good as gone: the client is told to connect anew. */
  function nodeFailed(error: Error, req: IncomingMessage): Refusal {
    const assignment = assignments.get(req);
    if (assignment === undefined) return unavailable();
    if ('code' in error && error.code === 'ECONNREFUSED') pool.failed(assignment.node.id);
    else pool.suspect(assignment.node.id);
    return assignment.affinity.kind === 'session' ? UNKNOWN_SESSION : unavailable();
  }

  const upstream = createUpstream({
    timeoutMs: POLL_TIMEOUT_MS,
    onFailure(error, req, answer) {
      // An open websocket that breaks has already closed both its sides; its node may be well.
      if ('writeHead' in answer) sendRefusal(req, answer, nodeFailed(error, req));
      else if (!open.has(answer)) refuseUpgrade(answer, nodeFailed(error, req));
    },
    onWebsocket(req, client) {
      const { affinity, node } = assignments.get(req) as Assignment;
      const closed = pool.websocketOpened(node.id, affinity.kind === 'session' ? affinity.sid : undefined);
      open.add(client);
      client.once('close', () => {
        open.delete(client);
        closed();
      });
    },
  });

  return {
    async poll(req, res) {
      const assigned = await assign(req);
      if ('status' in assigned) return sendRefusal(req, res, assigned);
      const { affinity, node } = assigned;
      if (affinity.kind === 'session') {
        const { sid } = affinity;
        pool.polled(node.id, sid);
        res.once('close', () => {
          if (!res.writableFinished) pool.pollBrokenOff(node.id, sid);
        });
      }
      upstream.forward(node.url, req, res);
    },
    async upgrade(req, socket, head) {
      const assigned = await assign(req);
      if (socket.destroyed) return;
      if ('status' in assigned) return refuseUpgrade(socket, assigned);
      upstream.upgrade(assigned.node.url, req, socket, head);
    },
    close() {
      for (const socket of open) socket.destroy();
      upstream.close();
    },
  };
}
