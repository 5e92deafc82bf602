import { hash } from 'node:crypto';
import { HANDSHAKE_ROOM } from '@doushouqi/protocol';

/** Session affinity without cookies (design §7): an engine id is `<nodeId>.<random>`. Pure. */

/** Which node a request belongs to. `room`: the one that the client is in. `malformed`: an id that no node of ours made. */
export type Affinity =
  | { kind: 'new'; room: string | null }
  | { kind: 'session'; sid: string; nodeId: string }
  | { kind: 'malformed' };

const ENGINE_ID = /^([a-zA-Z0-9-]{1,63})\.[\w-]{8,64}$/;

/** So long at most: a room's name is only hashed here, so what else it may be is no concern of the gateway. */
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

/** `unknown`: not probed yet. `refusing`: alive, but takes no new sessions (draining, or a store is away). */
export type NodeHealth = 'unknown' | 'ready' | 'refusing' | 'down';

export interface Candidate {
  id: string;
  health: NodeHealth;
  /** Open websockets and polling sessions that came through this gateway. */
  connections: number;
  /** Rises with each choice; the node chosen longest ago wins a tie. */
  lastChosen: number;
}

export interface Choice {
  /** Nodes that just refused. */
  tried: ReadonlySet<string>;
  /** The room that the client is in. */
  room: string | null;
  /** As many sessions for each node that is in use before the next one is; 0: all are in use at once. */
  sessionsPerNode: number;
}

/**
 * The node for a new session: ready ones before those not probed yet; of these, as many as are needed, the room's own,
 * or, for a client in no room, the one with the fewest connections, then the one chosen longest ago. Undefined when no
 * node takes sessions.
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
 * The first nodes by name, as many as the sessions need. A move costs a node that makes few of them several times what it
 * costs a busy one (docs/performance.md), and a node that nobody needs can be taken away without sending anybody
 * to another.
 */
function nodesNeeded(open: readonly Candidate[], sessionsPerNode: number): Candidate[] {
  const sessions = open.reduce((sum, { connections }) => sum + connections, 0);
  const needed = sessionsPerNode === 0 ? open.length : Math.floor(sessions / sessionsPerNode) + 1;
  return open.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, needed);
}

/** A node takes this many times the mean of all, and so many sessions more, for the rooms that are its own. */
const FULL = { times: 1.25, more: 16 };

/**
 * The nodes in the order in which a room prefers them, without those that have more than their share: all gateways
 * that know the same nodes agree, and a node that comes or goes moves no other rooms than its own. Rendezvous hashing
 * (Thaler and Ravishankar 1998) with bounded loads (Mirrokni, Thorup and Zadimoghaddam 2016).
 */
function nodesOf(room: string, open: readonly Candidate[]): Candidate[] {
  const mean = open.reduce((sum, { connections }) => sum + connections, 0) / open.length;
  return open
    .filter(({ connections }) => connections <= mean * FULL.times + FULL.more)
    .map((node) => ({ node, score: hash('sha1', `${room} ${node.id}`) }))
    .sort((a, b) => (a.score < b.score ? 1 : -1))
    .map(({ node }) => node);
}

/** When to probe a node again while sessions come, ms: every second where it answers, else more and more slowly. */
export function probeDelay(failuresInARow: number): number {
  const EVERY_MS = 1_000;
  const SLOWEST_MS = 4_000;
  return Math.min(EVERY_MS * 2 ** Math.max(0, Math.min(failuresInARow, 10) - 1), SLOWEST_MS);
}
