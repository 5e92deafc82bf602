import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { SOCKET_PING } from '@doushouqi/protocol';
import { SESSIONS_HEADER } from '@doushouqi/service-kit';
import { type Candidate, chooseNode, type NodeHealth, probeDelay } from './affinity.ts';
import { SessionCount } from './session-count.ts';

/** A realtime node. `id` is the prefix of its engine ids. */
export interface RealtimeNode {
  id: string;
  /** Base URL, without a slash at its end. */
  url: string;
  /** Gets no new sessions, whatever its readiness; open sessions still reach it. */
  refusing?: boolean;
}

/**
 * Source of the realtime nodes: a static list (`node-directory.ts`) or a watch on Kubernetes
 * (`watched-directory.ts`).
 */
export interface NodeDirectory {
  /** Existing nodes, alive or not. Called on every request, so it must be cheap. */
  nodes(): readonly RealtimeNode[];
}

const CONNECT_TIMEOUT_MS = 1_000;
const PROBE_TIMEOUT_MS = 1_000;
/** Without a new session for this long, ready nodes are probed every `PROBE_AT_REST_MS`. Milliseconds. */
const REST_AFTER_MS = 10_000;
const PROBE_AT_REST_MS = 4_000;
/** Probes due within this time run together, which wakes the process once. Milliseconds. */
const TOGETHER_MS = 50;
/** A live polling client sends a poll within one ping interval and its timeout. */
const SESSION_LIMITS = {
  silenceMs: SOCKET_PING.interval + SOCKET_PING.timeout,
  handshakeMs: 5_000,
  cap: 100_000,
};

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
  health: NodeHealth;
  failures: number;
  nextProbe: number;
  /** The running probe. */
  probing: Promise<void> | null;
  sessions: SessionCount;
  /** Sessions through other gateways, by the last probe. */
  elsewhere: number;
  lastChosen: number;
}

export interface NodePoolOptions {
  directory: NodeDirectory;
  /** See `Choice`. */
  sessionsPerNode: number;
  onHealth?: (nodeId: string, health: NodeHealth) => void;
}

/** Health and load of the realtime nodes, seen from this gateway. */
export class NodePool {
  readonly #directory: NodeDirectory;
  readonly #sessionsPerNode: number;
  readonly #onHealth: (nodeId: string, health: NodeHealth) => void;
  readonly #states = new Map<string, NodeState>();
  readonly #probes: Probes = openProbes();
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #choices = 0;
  #chosenAt = Number.NEGATIVE_INFINITY;
  #waking: Promise<void> | undefined;

  constructor(options: NodePoolOptions) {
    this.#directory = options.directory;
    this.#sessionsPerNode = options.sessionsPerNode;
    this.#onHealth = options.onHealth ?? (() => undefined);
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
    return this.#directory.nodes().find(({ id }) => id === nodeId);
  }

  /** Returns the nodes with health and load. */
  snapshot(): (Candidate & { websockets: number; elsewhere: number })[] {
    const now = Date.now();
    return this.#directory.nodes().map(({ id, refusing = false }) => {
      const state = this.#stateOf(id);
      return {
        id,
        health: refusing && state.health !== 'down' ? 'refusing' : state.health,
        connections: state.sessions.count(now),
        websockets: state.sessions.websockets,
        elsewhere: state.elsewhere,
        lastChosen: state.lastChosen,
      };
    });
  }

  /** Chooses a node that accepts connections now, or undefined. `room`: the room that the client is in. */
  async choose(room: string | null): Promise<RealtimeNode | undefined> {
    const wasResting = this.#isResting();
    this.#chosenAt = Date.now();
    if (wasResting) this.#waking = this.#wakeUp();
    await this.#waking;
    const node = await this.#chooseKnown(room);
    if (node !== undefined) return node;
    // Nodes may have become ready since the last probe, as at the start of the product.
    await this.#ask([...this.#states.values()]);
    return this.#chooseKnown(room);
  }

  async #chooseKnown(room: string | null): Promise<RealtimeNode | undefined> {
    const tried = new Set<string>();
    const choice = { tried, room, sessionsPerNode: this.#sessionsPerNode };
    for (;;) {
      const loads = this.snapshot().map((node) => ({
        ...node,
        connections: node.connections + node.elsewhere,
      }));
      const id = chooseNode(loads, choice);
      const node = id === undefined ? undefined : this.find(id);
      if (node === undefined) return undefined;
      // Counted before the wait, so that simultaneous sessions are spread too.
      const state = this.#stateOf(node.id);
      this.#choices += 1;
      state.lastChosen = this.#choices;
      state.sessions.opening(Date.now());
      if (await acceptsConnections(node.url)) return node;
      this.failed(node.id);
      tried.add(node.id);
    }
  }

  /** Marks a node as down until a probe succeeds. */
  failed(nodeId: string): void {
    const state = this.#stateOf(nodeId);
    state.nextProbe = Math.min(state.nextProbe, Date.now() + probeDelay(1));
    this.#setHealth(nodeId, state, 'down');
    this.#plan();
  }

  /** Probes a node at once after a broken request, which may have other causes. */
  suspect(nodeId: string): void {
    this.#stateOf(nodeId).nextProbe = 0;
    this.#plan();
  }

  /** Counts a poll of a session of this node. */
  polled(nodeId: string, sid: string): void {
    this.#stateOf(nodeId).sessions.polled(sid, Date.now());
  }

  /** The client closed a poll, as a closed page does. */
  pollBrokenOff(nodeId: string, sid: string): void {
    this.#stateOf(nodeId).sessions.brokenOff(sid);
  }

  /** Counts a websocket to this node. Call the result when it closes. */
  websocketOpened(nodeId: string, sid: string | undefined): () => void {
    return this.#stateOf(nodeId).sessions.websocketOpened(sid);
  }

  #stateOf(nodeId: string): NodeState {
    let state = this.#states.get(nodeId);
    if (state === undefined) {
      state = {
        health: 'unknown',
        failures: 0,
        nextProbe: 0,
        probing: null,
        sessions: new SessionCount(SESSION_LIMITS),
        elsewhere: 0,
        lastChosen: 0,
      };
      this.#states.set(nodeId, state);
    }
    return state;
  }

  #setHealth(nodeId: string, state: NodeState, health: NodeHealth): void {
    if (health === 'down') state.sessions.clear();
    if (state.health === health) return;
    state.health = health;
    this.#onHealth(nodeId, health);
  }

  #isResting(): boolean {
    return Date.now() - this.#chosenAt > REST_AFTER_MS;
  }

  /** Probes the nodes before the first session after a rest: their health may be seconds old. */
  async #wakeUp(): Promise<void> {
    const states = this.#directory.nodes().map(({ id }) => this.#stateOf(id));
    await this.#ask(states.filter(({ health }) => health !== 'down'));
    this.#waking = undefined;
  }

  /** Probes these nodes now. Concurrent callers share the probe. */
  async #ask(states: readonly NodeState[]): Promise<void> {
    for (const state of states) state.nextProbe = 0;
    this.#probeDue();
    await Promise.all(states.map(({ probing }) => probing));
  }

  #probeDue(): void {
    const nodes = this.#directory.nodes();
    const known = new Set(nodes.map(({ id }) => id));
    for (const id of this.#states.keys()) if (!known.has(id)) this.#states.delete(id);
    const soon = Date.now() + TOGETHER_MS;
    for (const node of nodes) {
      const state = this.#stateOf(node.id);
      if (state.nextProbe <= soon) state.probing ??= this.#probe(node, state);
    }
    this.#plan();
  }

  async #probe(node: RealtimeNode, state: NodeState): Promise<void> {
    const { health, sessions } = await this.#probes.readiness(node.url);
    state.probing = null;
    if (!this.#running) return;
    state.elsewhere = sessions === null ? 0 : Math.max(0, sessions - state.sessions.count(Date.now()));
    state.failures = health === 'down' ? state.failures + 1 : 0;
    const atRest = health === 'ready' && this.#isResting();
    state.nextProbe = Date.now() + (atRest ? PROBE_AT_REST_MS : probeDelay(state.failures));
    this.#setHealth(node.id, state, health);
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
