import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { SESSIONS_HEADER } from '@doushouqi/service-kit';
import { type Candidate, chooseNode, type NodeHealth, probeDelay } from './affinity.ts';
import type { Release, Sessions } from './sessions.ts';

/** A realtime node. `id` is the prefix of its engine ids. */
export interface RealtimeNode {
  id: string;
  /** Base URL, without a slash at its end. */
  url: string;
  /** Gets no new sessions, whatever its readiness; open sessions still reach it. */
  refusing?: boolean;
}

const CONNECT_TIMEOUT_MS = 1_000;
const PROBE_TIMEOUT_MS = 1_000;
/** Without a new session for this long, ready nodes are probed every `PROBE_AT_REST_MS`. Milliseconds. */
const REST_AFTER_MS = 10_000;
const PROBE_AT_REST_MS = 4_000;
/** Probes due within this time run together, which wakes the process once. Milliseconds. */
const TOGETHER_MS = 50;
interface Probed {
  health: NodeHealth;
  /** Sessions through all gateways; null from a node that does not report them. */
  sessions: number | null;
}

interface Probes {
  /** Requests `/readyz` of a base URL. Never rejects. */
  readiness(url: string): Promise<Probed>;
  /** Closes the idle connections. */
  close(): void;
}

/**
 * Probes nodes over persistent connections. `fetch` every second would be a large part of the idle cost of
 * the product.
 */
function openProbes(): Probes {
  const plain = new http.Agent({ keepAlive: true });
  const secure = new https.Agent({ keepAlive: true });
  return {
    readiness: (url) =>
      new Promise((resolve) => {
        const [get, agent] = url.startsWith('https:') ? [https.get, secure] : [http.get, plain];
        const request = get(`${url}/readyz`, { agent, timeout: PROBE_TIMEOUT_MS }, (response) => {
          response.on('error', () => undefined).resume();
          const sessions = Number.parseInt(String(response.headers[SESSIONS_HEADER]), 10);
          const health = response.statusCode === 200 ? 'ready' : 'refusing';
          resolve({ health, sessions: Number.isNaN(sessions) ? null : sessions });
        });
        request.on('timeout', () => request.destroy());
        request.on('error', () => resolve({ health: 'down', sessions: null }));
      }),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

interface NodeState {
  node: RealtimeNode;
  health: NodeHealth;
  failures: number;
  nextProbe: number;
  /** The running probe. */
  probing: Promise<void> | null;
  /** Sessions through other gateways, by the last probe. */
  elsewhere: number;
  lastChosen: number;
}

function newState(node: RealtimeNode): NodeState {
  return { node, health: 'unknown', failures: 0, nextProbe: 0, probing: null, elsewhere: 0, lastChosen: 0 };
}

/** The node of an opening session. */
export interface Chosen {
  node: RealtimeNode;
  /** Ends the count of the session. */
  release: Release;
}

export interface NodePoolOptions {
  sessions: Sessions;
  /** See `Choice`. */
  sessionsPerNode: number;
  onHealth?: (nodeId: string, health: NodeHealth) => void;
}

/** The realtime nodes with health and load, seen from this gateway. `openNodes` fills it. */
export class NodePool {
  readonly #sessions: Sessions;
  readonly #sessionsPerNode: number;
  readonly #onHealth: (nodeId: string, health: NodeHealth) => void;
  #states = new Map<string, NodeState>();
  readonly #probes: Probes = openProbes();
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #choices = 0;
  #chosenAt = Number.NEGATIVE_INFINITY;
  #waking: Promise<void> | undefined;

  constructor(options: NodePoolOptions) {
    this.#sessions = options.sessions;
    this.#sessionsPerNode = options.sessionsPerNode;
    this.#onHealth = options.onHealth ?? (() => undefined);
  }

  /** Replaces the list of existing nodes, alive or not. Those that stay keep their health. */
  setNodes(nodes: readonly RealtimeNode[]): void {
    const states = this.#states;
    this.#states = new Map(
      nodes.map((node) => [node.id, Object.assign(states.get(node.id) ?? newState(node), { node })]),
    );
    if (this.#running) this.#probeDue();
  }

  /** Starts probing. Resolves after the first result of every node. */
  async start(): Promise<void> {
    this.#running = true;
    this.#probeDue();
    await Promise.all([...this.#states.values()].map(({ probing }) => probing));
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
    this.#probes.close();
  }

  find(nodeId: string): RealtimeNode | undefined {
    return this.#states.get(nodeId)?.node;
  }

  /** Returns the nodes with health and load. */
  snapshot(): (Candidate & { websockets: number; elsewhere: number })[] {
    return [...this.#states.values()].map(({ node: { id, refusing = false }, ...state }) => ({
      id,
      health: refusing && state.health !== 'down' ? 'refusing' : state.health,
      connections: this.#sessions.count(id),
      websockets: this.#sessions.websockets(id),
      elsewhere: state.elsewhere,
      lastChosen: state.lastChosen,
    }));
  }

  /**
   * Chooses a node that accepts connections now, or undefined, and counts the session that opens there until `release`.
   * `room`: the room that the client is in.
   */
  async choose(room: string | null): Promise<Chosen | undefined> {
    const wasResting = this.#isResting();
    this.#chosenAt = Date.now();
    if (wasResting) this.#waking = this.#wakeUp();
    await this.#waking;
    const chosen = await this.#chooseKnown(room);
    if (chosen !== undefined) return chosen;
    // Nodes may have become ready since the last probe, as at the start of the product.
    await this.#ask([...this.#states.values()]);
    return this.#chooseKnown(room);
  }

  async #chooseKnown(room: string | null): Promise<Chosen | undefined> {
    const tried = new Set<string>();
    const choice = { tried, room, sessionsPerNode: this.#sessionsPerNode };
    for (;;) {
      const loads = this.snapshot().map((node) => ({
        ...node,
        connections: node.connections + node.elsewhere,
      }));
      const state = this.#states.get(chooseNode(loads, choice) ?? '');
      if (state === undefined) return undefined;
      const { node } = state;
      // Counted before the wait, so that simultaneous sessions are spread too.
      const release = this.#sessions.opening(node.id);
      this.#choices += 1;
      state.lastChosen = this.#choices;
      if (await acceptsConnections(node.url)) return { node, release };
      release();
      this.failed(node.id);
      tried.add(node.id);
    }
  }

  /** Marks a node as down until a probe succeeds. */
  failed(nodeId: string): void {
    const state = this.#states.get(nodeId);
    if (state === undefined) return;
    state.nextProbe = Math.min(state.nextProbe, Date.now() + probeDelay(1));
    this.#setHealth(state, 'down');
    this.#plan();
  }

  /** Probes a node at once after a broken request, which may have other causes. */
  suspect(nodeId: string): void {
    const state = this.#states.get(nodeId);
    if (state !== undefined) state.nextProbe = 0;
    this.#plan();
  }

  #setHealth(state: NodeState, health: NodeHealth): void {
    if (state.health === health) return;
    const { id } = state.node;
    if (health === 'down') this.#sessions.nodeDied(id);
    state.health = health;
    this.#onHealth(id, health);
  }

  #isResting(): boolean {
    return Date.now() - this.#chosenAt > REST_AFTER_MS;
  }

  /** Probes the nodes before the first session after a rest: their health may be seconds old. */
  async #wakeUp(): Promise<void> {
    await this.#ask([...this.#states.values()].filter(({ health }) => health !== 'down'));
    this.#waking = undefined;
  }

  /** Probes these nodes now. Concurrent callers share the probe. */
  async #ask(states: readonly NodeState[]): Promise<void> {
    for (const state of states) state.nextProbe = 0;
    this.#probeDue();
    await Promise.all(states.map(({ probing }) => probing));
  }

  #probeDue(): void {
    const soon = Date.now() + TOGETHER_MS;
    for (const state of this.#states.values())
      if (state.nextProbe <= soon) state.probing ??= this.#probe(state);
    this.#plan();
  }

  async #probe(state: NodeState): Promise<void> {
    const { health, sessions } = await this.#probes.readiness(state.node.url);
    state.probing = null;
    if (!this.#running) return;
    state.elsewhere = sessions === null ? 0 : Math.max(0, sessions - this.#sessions.count(state.node.id));
    state.failures = health === 'down' ? state.failures + 1 : 0;
    const atRest = health === 'ready' && this.#isResting();
    state.nextProbe = Date.now() + (atRest ? PROBE_AT_REST_MS : probeDelay(state.failures));
    this.#setHealth(state, health);
    this.#plan();
  }

  /** Schedules the next probe. */
  #plan(): void {
    if (!this.#running) return;
    clearTimeout(this.#timer);
    const waiting = [...this.#states.values()].filter(({ probing }) => probing === null);
    const ms = Math.min(...waiting.map(({ nextProbe }) => nextProbe - Date.now()), PROBE_AT_REST_MS);
    this.#timer = setTimeout(() => this.#probeDue(), Math.max(0, ms)).unref();
  }
}

/**
 * Returns whether a server accepts connections now. Probes may be 1 s old; this check costs one connection
 * per session and makes failover equal for polling and websockets.
 */
function acceptsConnections(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: CONNECT_TIMEOUT_MS,
    });
    const resolveWith = (accepts: boolean) => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => resolveWith(true));
    socket.once('error', () => resolveWith(false));
    socket.once('timeout', () => resolveWith(false));
  });
}
