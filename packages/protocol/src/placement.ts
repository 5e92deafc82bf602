import { hash } from 'node:crypto';

/** A realtime node and its load. */
export interface NodeLoad {
  id: string;
  connections: number;
}

export interface Placement {
  /** The room that the client is in. */
  room: string | null;
  /** Sessions for each used node before the next node is used; 0 uses all nodes at once. */
  sessionsPerNode: number;
}

/** A node hosts its own rooms up to `times` × the mean sessions plus `more`. */
const FULL = { times: 1.25, more: 16 };

/**
 * Returns the first nodes by name, as many as the sessions need. A move costs an idle node several times what it costs a
 * busy one (docs/performance.md), and an unused node can be removed without moving clients. Pure.
 */
export function nodesInUse<Node extends NodeLoad>(open: readonly Node[], sessionsPerNode: number): Node[] {
  const sessions = open.reduce((sum, { connections }) => sum + connections, 0);
  const needed = sessionsPerNode === 0 ? open.length : Math.floor(sessions / sessionsPerNode) + 1;
  return open.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, needed);
}

/**
 * Returns the node for a session: of the used ones the room's own, or without a room the one with the fewest connections;
 * `open` is sorted for ties. Gateways place sessions by it, and a node finds by it the sessions to move. Pure.
 */
export function placeSession<Node extends NodeLoad>(
  open: readonly Node[],
  { room, sessionsPerNode }: Placement,
): Node | undefined {
  const used = nodesInUse(open, sessionsPerNode);
  if (room !== null) return nodesOf(room, used)[0];
  const isUsed = new Set(used);
  return open.filter((node) => isUsed.has(node)).toSorted((a, b) => a.connections - b.connections)[0];
}

/**
 * Sorts the nodes by a room's preference, without nodes beyond their share. All gateways with the same nodes agree, and a
 * node that joins or leaves moves only its own rooms. Rendezvous hashing (Thaler and Ravishankar 1998) with bounded loads
 * (Mirrokni, Thorup and Zadimoghaddam 2016).
 */
function nodesOf<Node extends NodeLoad>(room: string, open: readonly Node[]): Node[] {
  const mean = open.reduce((sum, { connections }) => sum + connections, 0) / open.length;
  return open
    .filter(({ connections }) => connections <= mean * FULL.times + FULL.more)
    .map((node) => ({ node, score: hash('sha1', `${room} ${node.id}`) }))
    .sort((a, b) => (a.score < b.score ? 1 : -1))
    .map(({ node }) => node);
}
