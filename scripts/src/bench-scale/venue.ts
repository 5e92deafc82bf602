import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Move } from '@doushouqi/rules';
import { type Pinned, startPinned } from '../bench/pinned.ts';
import { MemoryMeter } from '../bench/processes.ts';
import { mustPost } from '../bench/requests.ts';
import { LightClient } from './light-client.ts';

/** So many things are under way at once while a scene is set. */
const AT_ONCE = 16;
const ATTEMPTS = 20;
const ATTEMPT_INTERVAL_MS = 500;

/** A platform of the product with so many realtime nodes. */
export interface Venue extends Pinned {
  memory: MemoryMeter;
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
  /** A move is on its way. */
  pending: boolean;
}

export async function openVenue(nodes: number): Promise<Venue> {
  const memory = new MemoryMeter();
  const preload = join(import.meta.dirname, '..', 'bench-rooms', 'report-memory.ts');
  const pinned = await startPinned(`${nodes} nodes`, {
    replicas: { realtime: nodes },
    log: memory.log,
    env: { NODE_OPTIONS: `--import=${preload}`, SOCKETS_PER_USER: '1000000' },
  });
  return { ...pinned, memory };
}

/** Does `work` for 0, 1, 2 … `count` - 1, some at a time; the results in order. */
export async function severalAtOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const indices = Array.from({ length: count }, (_, index) => index).values();
  const worker = async (): Promise<void> => {
    for (const index of indices) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** The gateway takes a moment to see that the nodes are up, so the first attempts may be refused. */
export async function enter({ platform, tokenOf }: Venue): Promise<Player> {
  const userId = randomBytes(12).toString('hex');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { userId, client: await LightClient.connect(platform.url, tokenOf(userId)) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(ATTEMPT_INTERVAL_MS);
    }
  }
}

/** Takes a seat in the room and looks at it. */
async function sit({ platform, tokenOf }: Venue, roomId: string, { userId, client }: Player): Promise<void> {
  await mustPost(platform.url, { token: tokenOf(userId) }, '/games/rooms', { roomId });
  const joined = await client.ask<{ ok: boolean; code?: string }>('joinRoom', { roomId });
  if (!joined.ok) throw new Error(`joinRoom: ${joined.code}`);
}

/** Rooms with a game for two new players each, wherever the gateway puts them. */
export function setBoards(
  venue: Venue,
  count: number,
  scripts: readonly (readonly Move[])[],
): Promise<Board[]> {
  return severalAtOnce(count, async (index) => {
    const roomId = randomBytes(8).toString('hex');
    const players = [await enter(venue), await enter(venue)] as const;
    for (const player of players) await sit(venue, roomId, player);
    return { roomId, players, moves: scripts[index % scripts.length]!, ply: 0, pending: false };
  });
}
