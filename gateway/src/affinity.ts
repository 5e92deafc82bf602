import { HANDSHAKE_ROOM } from '@doushouqi/protocol';
import { type NodeLoad, type Placement, placeSession } from '@doushouqi/protocol/server';

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

/** `connections`: open websockets and polling sessions. */
export interface Candidate extends NodeLoad {
  health: NodeHealth;
  /** Increases with each choice; the node chosen longest ago wins a tie. */
  lastChosen: number;
}

export interface Choice extends Placement {
  /** Nodes that refused this session. */
  tried: ReadonlySet<string>;
}

/**
 * Chooses the node for a new session: ready nodes before unprobed ones, then by `placeSession`; of equal nodes the one
 * chosen longest ago. Returns undefined if no node takes sessions.
 */
export function chooseNode(candidates: readonly Candidate[], choice: Choice): string | undefined {
  const untried = candidates
    .filter(({ id }) => !choice.tried.has(id))
    .toSorted((a, b) => a.lastChosen - b.lastChosen);
  const ready = untried.filter(({ health }) => health === 'ready');
  const open = ready.length > 0 ? ready : untried.filter(({ health }) => health === 'unknown');
  return placeSession(open, choice)?.id;
}

/** Returns the delay of the next probe under load, ms: 1 s, doubled for each failure up to 4 s. */
export function probeDelay(failuresInARow: number): number {
  const EVERY_MS = 1_000;
  const SLOWEST_MS = 4_000;
  return Math.min(EVERY_MS * 2 ** Math.max(0, Math.min(failuresInARow, 10) - 1), SLOWEST_MS);
}
