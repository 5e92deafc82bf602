import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Move } from '@doushouqi/rules';
import type { Platform } from '@doushouqi/scripts';
import { type Pinned, startPinned } from '../measure/pinned.ts';
import { MemoryMeter } from '../measure/processes.ts';
import { mustPost } from '../measure/requests.ts';
import { LightClient } from './light-client.ts';

/** Number of parallel operations during setup. */
const AT_ONCE = 16;
const ATTEMPTS = 20;
const ATTEMPT_INTERVAL_MS = 500;

/** A connection costs the gateway two open files: the client's and the node's. */
const FILES_OF_GATEWAY = 2;
/** Reserve for other files of a process. */
const SPARE_FILES = 800;

/** A platform of the product with this many realtime nodes. */
export interface Venue extends Pinned {
  memory: MemoryMeter;
  /**
   * Returns the address for this many connections: the gateway, or the nodes in turn once the gateway has no files
   * left.
   */
  commands(connections: number): string;
}

export interface Player {
  userId: string;
  client: LightClient;
}

/** A room with its two players, red first, and their game. */
export interface Board {
  roomId: string;
  players: readonly [Player, Player];
  moves: readonly Move[];
  /** Half-moves sent. */
  ply: number;
  /** A move is in flight. */
  pending: boolean;
}

/** `env`: overrides of the product's environment. */
export async function openVenue(nodes: number, env: Record<string, string> = {}): Promise<Venue> {
  const memory = new MemoryMeter();
  const preload = join(import.meta.dirname, '..', 'bench-rooms', 'report-memory.ts');
  const pinned = await startPinned(`${nodes} nodes`, {
    replicas: { realtime: nodes },
    log: memory.log,
    env: { NODE_OPTIONS: `--import=${preload}`, SOCKETS_PER_USER: '1000000', ...env },
  });
  return { ...pinned, memory, commands: commandsOf(pinned.platform) };
}

/** Returns the maximum number of open files of a process. */
function fileLimit(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1_024);
}

function commandsOf({ url, processes }: Platform): Venue['commands'] {
  const nodes = [...processes].filter(([name]) => name.startsWith('realtime'));
  const throughGateway = Math.floor((fileLimit() - SPARE_FILES) / FILES_OF_GATEWAY);
  let opened = 0;
  let turn = 0;
  return (connections) => {
    opened += connections;
    if (opened <= throughGateway) return url;
    turn += 1;
    const [, { port }] = nodes[turn % nodes.length]!;
    return `http://127.0.0.1:${port}`;
  };
}

/** Runs `work` for 0 to `count` - 1 with limited parallelism; returns the results in order. */
export async function severalAtOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const indices = Array.from({ length: count }, (_, index) => index).values();
  const worker = async (): Promise<void> => {
    for (const index of indices) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** The gateway needs a moment to detect the nodes, so the first attempts may be refused. */
async function enter({ tokenOf }: Venue, url: string, room: string): Promise<Player> {
  const userId = randomBytes(12).toString('hex');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { userId, client: await LightClient.connect(url, tokenOf(userId), { room }) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(ATTEMPT_INTERVAL_MS);
    }
  }
}

/** Takes a seat in the room and joins it. */
async function sit({ platform, tokenOf }: Venue, roomId: string, { userId, client }: Player): Promise<void> {
  await mustPost(platform.url, { token: tokenOf(userId) }, '/games/rooms', { roomId });
  const joined = await client.ask<{ ok: boolean; code?: string }>('joinRoom', { roomId });
  if (!joined.ok) throw new Error(`joinRoom: ${joined.code}`);
}

/**
 * Opens rooms with a game for two new players each, who name their room as the web does and use the node that the
 * gateway chooses.
 */
export function setBoards(
  venue: Venue,
  count: number,
  scripts: readonly (readonly Move[])[],
): Promise<Board[]> {
  return severalAtOnce(count, async (index) => {
    const roomId = randomBytes(8).toString('hex');
    const commands = venue.commands(2);
    const players = [await enter(venue, commands, roomId), await enter(venue, commands, roomId)] as const;
    for (const player of players) await sit(venue, roomId, player);
    return { roomId, players, moves: scripts[index % scripts.length]!, ply: 0, pending: false };
  });
}

/** Ends the games and disconnects all players. */
export async function clearBoards({ platform, tokenOf }: Venue, boards: readonly Board[]): Promise<void> {
  await severalAtOnce(boards.length, async (index) => {
    const { roomId, players } = boards[index]!;
    await mustPost(platform.url, { token: tokenOf(players[0].userId) }, `/games/rooms/${roomId}/surrender`);
    for (const { client } of players) client.close();
  });
}
