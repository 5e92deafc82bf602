/** Session affinity without cookies (design §7): an engine id is `<nodeId>.<random>`. Pure. */

/** Which node a request belongs to. `malformed`: an id that no node of ours made. */
export type Affinity =
  | { kind: 'new' }
  | { kind: 'session'; sid: string; nodeId: string }
  | { kind: 'malformed' };

const ENGINE_ID = /^([a-zA-Z0-9-]{1,63})\.[\w-]{8,64}$/;

/** Reads `sid` from the target of a `/socket.io/` request. */
export function affinityOf(target: string): Affinity {
  const query = target.indexOf('?');
  const sids = query === -1 ? [] : new URLSearchParams(target.slice(query + 1)).getAll('sid');
  const [sid] = sids;
  if (sid === undefined) return { kind: 'new' };
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

/**
 * The node for a new session: ready ones before those not probed yet, then fewest connections, then the one chosen
 * longest ago. Undefined when no node takes sessions. `tried`: nodes that just refused.
 */
export function chooseNode(candidates: readonly Candidate[], tried: ReadonlySet<string>): string | undefined {
  const open = candidates.filter(
    ({ id, health }) => !tried.has(id) && (health === 'ready' || health === 'unknown'),
  );
  const [best] = open.toSorted(
    (a, b) =>
      Number(b.health === 'ready') - Number(a.health === 'ready') ||
      a.connections - b.connections ||
      a.lastChosen - b.lastChosen,
  );
  return best?.id;
}

/** When to probe a node again while sessions come, ms: every second where it answers, else more and more slowly. */
export function probeDelay(failuresInARow: number): number {
  const EVERY_MS = 1_000;
  const SLOWEST_MS = 4_000;
  return Math.min(EVERY_MS * 2 ** Math.max(0, Math.min(failuresInARow, 10) - 1), SLOWEST_MS);
}
