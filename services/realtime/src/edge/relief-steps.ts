import { setTimeout as delay } from 'node:timers/promises';
import { type NodeLoad, placeSession } from '@doushouqi/protocol/server';
import { isPlaying, seatOf } from '@doushouqi/room';
import type { BootLoad } from '@doushouqi/room-core/presence';
import type { NoteGoing } from '../presence/node-presence.ts';
import { gameRoomsOf, type RealtimeServer, type RealtimeSocket } from '../realtime-socket.ts';
import type { RoomCache } from '../rooms/room-cache.ts';
import { drainSockets } from './drain.ts';
import { coolerNodes, RELIEF_INTERVAL_MS, sessionsToMove } from './relief.ts';

/** A player whose last move is more recent than this, or with less time, moves last. Milliseconds. */
const BUSY = { movedWithin: 3_000, timeLeft: 30_000 };
/** Suffix of a boot after the node's name. */
const BOOT_SUFFIX = /-[0-9a-f]{12}$/;

export interface ReliefOptions {
  nodeId: string;
  io: Pick<RealtimeServer, 'sockets'>;
  cache: Pick<RoomCache, 'get'>;
  loads: () => Promise<BootLoad[]>;
  /** Records moved players, so that their clocks are compensated. */
  noteGoing: NoteGoing;
  sessionsPerNode: number;
  intervalMs?: number;
  now: () => number;
  onMoved: (sessions: number) => void;
  onFailed: (error: unknown) => void;
}

/**
 * Returns the loads by name of the node. `settled` is false while a node drains or has restarted within a lease: its
 * sessions are about to move. Pure.
 */
export function nodesOfBoots(boots: readonly BootLoad[]): { nodes: NodeLoad[]; settled: boolean } {
  const nodes = boots.map(({ boot, sessions }) => ({
    id: boot.replace(BOOT_SUFFIX, ''),
    connections: sessions,
  }));
  const isUnique = new Set(nodes.map(({ id }) => id)).size === nodes.length;
  return { nodes, settled: isUnique && boots.every(({ stopping }) => !stopping) };
}

/** Moves sessions of this node to cooler ones, such as a node that was added (docs/kubernetes.md). */
export class Relief {
  readonly #options: ReliefOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #relieving = false;
  #waves = 0;

  constructor(options: ReliefOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Resolves after the step in progress, which takes at most 3 s. */
  stop(): Promise<void> {
    this.#stop.abort();
    return this.#running;
  }

  async #run(): Promise<void> {
    const { intervalMs = RELIEF_INTERVAL_MS, onFailed } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const pause = intervalMs * (0.75 + Math.random() / 2);
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.#step().catch(onFailed);
    }
  }

  async #step(): Promise<void> {
    const { nodeId, loads, sessionsPerNode, noteGoing, onMoved } = this.#options;
    const { nodes, settled } = nodesOfBoots(await loads());
    const count = sessionsToMove({
      own: nodeId,
      nodes,
      draining: !settled,
      sessionsPerNode,
      relieving: this.#relieving,
      random: Math.random(),
    });
    const leaving = count === 0 ? [] : this.#choose(count, nodes);
    this.#relieving = leaving.length > 0;
    if (leaving.length === 0 || this.#stop.signal.aborted) return;
    this.#waves += 1;
    await noteGoing(`${nodeId}-relief-${this.#options.now().toString(36)}-${this.#waves}`, leaving);
    onMoved(leaving.length);
    await drainSockets(leaving);
  }

  /** Returns sockets that the gateway will send to a cooler node, players in the middle of a move last. */
  #choose(count: number, nodes: readonly NodeLoad[]): RealtimeSocket[] {
    const { io, nodeId, sessionsPerNode } = this.#options;
    const cooler = coolerNodes(nodes, sessionsPerNode);
    const ranked = [...io.sockets.sockets.values()]
      .map((socket) => ({ socket, room: gameRoomsOf(socket)[0] ?? null, rank: this.#rankOf(socket) }))
      .sort((a, b) => a.rank - b.rank);
    const places = new Map<string | null, string | undefined>();
    const chosen: RealtimeSocket[] = [];
    for (const { socket, room } of ranked) {
      if (chosen.length === count) break;
      if (!places.has(room)) places.set(room, placeSession(nodes, { room, sessionsPerNode })?.id);
      const place = places.get(room);
      if (place !== undefined && place !== nodeId && cooler.has(place)) chosen.push(socket);
    }
    return chosen;
  }

  /** 0: spectators and users without a game; 1: players; 2: players with little time or a move just made. */
  #rankOf(socket: RealtimeSocket): number {
    const now = this.#options.now();
    const ranks = gameRoomsOf(socket).map((roomId) => {
      const room = this.#options.cache.get(roomId);
      if (!room || !isPlaying(room) || seatOf(room.header, socket.data.userId) === null) return 0;
      const { lastMoveTime, timeLeft } = room.header;
      const hasMoved = lastMoveTime !== null && now - lastMoveTime < BUSY.movedWithin;
      return hasMoved || Math.min(timeLeft.red, timeLeft.blue) < BUSY.timeLeft ? 2 : 1;
    });
    return Math.max(0, ...ranks);
  }
}
