import { hash } from 'node:crypto';
import { HANDSHAKE_ROOM } from '@doushouqi/protocol';

/** Session affinity without cookies: an engine id is `<nodeId>.<random>`. Pure. */

/** Node of a request. `room`: the room that the client is in. `malformed`: an id that no node creates. */
export type Affinity =
  | { kind: 'new'; room: string | null }
  | { kind: 'session'; sid: string; nodeId: string }
  | { kind: 'malformed' };

const ENGINE_ID = /^([a-zA-Z0-9-]{1,63})\.[\w-]{8,64}$/;

/** Longest room name that is hashed; the gateway does not validate it. */
const LONGEST_ROOM = 64;

/** Reads `sid` and `room` from the target of a `/socket.io/` request. */
export function affinityOf(target: string): Affinity {
  const start = target.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
  const sids = query.getAll('sid');
  const [sid] = sids;
  if (sid === undefined)
    return { kind: 'new', room: query.get(HANDSHAKE_ROOM)?.slice(0, LONGEST_ROOM) || null };
  const nodeId = sids.length === 1 ? ENGINE_ID.exec(sid)?.[1] : undefined;
  return nodeId === undefined ? { kind: 'malformed' } : { kind: 'session', sid, nodeId };
}

/**
 * `unknown`: not probed yet. `refusing`: alive but takes no new sessions (it drains, or a store is
 * unavailable).
 */
export type NodeHealth = 'unknown' | 'ready' | 'refusing' | 'down';

export interface Candidate {
  id: string;
  health: NodeHealth;
  /** Open websockets and polling sessions through this gateway. */
  connections: number;
  /** Increases with each choice; the node chosen longest ago wins a tie. */
  lastChosen: number;
}

export interface Choice {
  /** Nodes that refused this session. */
  tried: ReadonlySet<string>;
  room: string | null;
  /** Sessions for each used node before the next node is used; 0 uses all nodes at once. */
  sessionsPerNode: number;
}

/**
 * Chooses the node for a new session: ready nodes before unprobed ones; of the nodes that the load needs, the
 * room's own, or without a room the one with the fewest connections, then the one chosen longest ago. Returns
 * undefined if no node takes sessions.
 */
export function chooseNode(candidates: readonly Candidate[], choice: Choice): string | undefined {
  const { tried, room, sessionsPerNode } = choice;
  const untried = candidates.filter(({ id }) => !tried.has(id));
  const ready = untried.filter(({ health }) => health === 'ready');
  const open = ready.length > 0 ? ready : untried.filter(({ health }) => health === 'unknown');
  const used = nodesNeeded(open, sessionsPerNode);
  const [best] =
    room === null
      ? used.toSorted((a, b) => a.connections - b.connections || a.lastChosen - b.lastChosen)
      : nodesOf(room, used);
  return best?.id;
}

/**
 * Returns the first nodes by name, as many as the sessions need. A move costs an idle node several times what
 * it costs a busy one (docs/performance.md), and an unused node can be removed without moving clients.
 */
function nodesNeeded(open: readonly Candidate[], sessionsPerNode: number): Candidate[] {
  const sessions = open.reduce((sum, { connections }) => sum + connections, 0);
  const needed = sessionsPerNode === 0 ? open.length : Math.floor(sessions / sessionsPerNode) + 1;
  return open.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, needed);
}

/** A node hosts its own rooms up to `times` × the mean sessions plus `more`. */
const FULL = { times: 1.25, more: 16 };

/**
 * Sorts the nodes by a room's preference, without nodes beyond their share. All gateways with the same nodes
 * agree, and a node that joins or leaves moves only its own rooms. Rendezvous hashing (Thaler and Ravishankar
 * 1998) with bounded loads (Mirrokni, Thorup and Zadimoghaddam 2016).
 */
function nodesOf(room: string, open: readonly Candidate[]): Candidate[] {
  const mean = open.reduce((sum, { connections }) => sum + connections, 0) / open.length;
  return open
    .filter(({ connections }) => connections <= mean * FULL.times + FULL.more)
    .map((node) => ({ node, score: hash('sha1', `${room} ${node.id}`) }))
    .sort((a, b) => (a.score < b.score ? 1 : -1))
    .map(({ node }) => node);
}

/** Returns the delay of the next probe under load, ms: 1 s, doubled for each failure up to 4 s. */
export function probeDelay(failuresInARow: number): number {
  const EVERY_MS = 1_000;
  const SLOWEST_MS = 4_000;
  return Math.min(EVERY_MS * 2 ** Math.max(0, Math.min(failuresInARow, 10) - 1), SLOWEST_MS);
}
