import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_NAMES, urlVariable } from '@doushouqi/protocol/server';
import type { Move } from '@doushouqi/rules';
import { freePorts, NO_LIMITS, type Platform, type PlatformOptions, startPlatform } from '@doushouqi/scripts';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import { times } from '../numbers.ts';
import { MemoryMeter, REPORTS_MEMORY } from '../processes.ts';
import { RawSocket } from '../raw-socket.ts';

/** Server processes share the first core; the load generator has the second. */
const SERVER_CORE = '0';
/** Of parallel operations during setup. */
const AT_ONCE = 16;
const ATTEMPTS = 20;
const ATTEMPT_INTERVAL_MS = 500;

/** Sizes of a measurement, from the command line. */
export interface Extent {
  rooms: number | undefined;
  seconds: number | undefined;
  clients: number | undefined;
}

/** A platform without limits, all of whose processes run on the servers' core. */
export interface Venue {
  name: string;
  /** The usual design instead of the product: it needs no services. */
  isUsual: boolean;
  platform: Platform;
  memory: MemoryMeter;
  tokenOf(userId: string): string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** The usual design behind the product's gateway. */
const USUAL: NonNullable<PlatformOptions['processes']> = [
  { name: 'redis', stage: 'redis', role: 'redis' },
  ...['realtime-1', 'realtime-2'].map((name) => ({
    name,
    stage: 'realtime' as const,
    role: 'realtime',
    entry: 'tools/src/load/usual.ts',
  })),
  { name: 'gateway', stage: 'gateway', role: 'gateway', entry: 'gateway/src/main.ts' },
];

/** Addresses of its services, which are not started. */
const NOWHERE = Object.fromEntries(SERVICE_NAMES.map((name) => [urlVariable(name), 'http://127.0.0.1:9']));

/** Starts the product with this many realtime nodes, or the usual design. `env`: of every process. */
export async function openVenue(
  name: string,
  {
    nodes = 2,
    isUsual = false,
    env = {},
  }: { nodes?: number; isUsual?: boolean; env?: Record<string, string> } = {},
): Promise<Venue> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-load-'));
  const [port = 0] = await freePorts(1);
  const memory = new MemoryMeter();
  const platform = await startPlatform({
    ...(isUsual ? { processes: USUAL } : { replicas: { realtime: nodes } }),
    dataDir,
    port,
    logLevel: 'warn',
    log(entry) {
      memory.log(entry);
      if (entry.level === 'error') console.error(name, entry.process, entry.message, entry.details);
    },
    prefix: ['taskset', '-c', SERVER_CORE],
    env: { ...NO_LIMITS, ...REPORTS_MEMORY, SOCKETS_PER_USER: '1000000', ...(isUsual && NOWHERE), ...env },
  });
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  return {
    name,
    isUsual,
    platform,
    memory,
    tokenOf: (userId) => signTestToken(userId, privateKey),
    async stop() {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Player {
  userId: string;
  client: RawSocket;
}

/** A room with its players, red first, and their game. */
export interface Table {
  roomId: string;
  players: readonly Player[];
  spectators: readonly Player[];
  moves: readonly Move[];
  /** Half-moves sent. */
  ply: number;
  /** Resolves once the last move has arrived. */
  turn: Promise<void>;
}

function apiOf({ platform, tokenOf }: Venue, userId: string) {
  return apiFrom(platform.url, undefined, tokenOf(userId));
}

/** The gateway needs a moment to detect the nodes, so the first attempts may be refused. */
async function enter({ platform, tokenOf }: Venue, room?: string): Promise<Player> {
  const userId = randomBytes(12).toString('hex');
  for (let attempt = 1; ; attempt += 1) {
    try {
      const options = room === undefined ? {} : { room };
      return { userId, client: await RawSocket.connect(platform.url, tokenOf(userId), options) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(ATTEMPT_INTERVAL_MS);
    }
  }
}

/**
 * Returns pairs of users of the usual design, who are on different nodes in half of the rooms, as by chance. Those of
 * the product name their room as the web does, and share a node.
 */
async function pairUp(venue: Venue, count: number): Promise<[Player, Player][]> {
  const all = await times(2 * count, () => enter(venue), AT_ONCE);
  const [one = [], two = []] = Object.values(Object.groupBy(all, ({ client }) => client.node)) as Player[][];
  const across = Array.from({ length: Math.floor(count / 2) }, () => [one.pop(), two.pop()]);
  const rest = [...one, ...two];
  const beside = Array.from({ length: Math.ceil(count / 2) }, (_, n) => rest.slice(2 * n, 2 * n + 2));
  return [...across, ...beside] as [Player, Player][];
}

/** Opens rooms with a game of two new players each; `spectators`: per room. */
export async function seatTables(
  venue: Venue,
  count: number,
  scripts: readonly (readonly Move[])[],
  spectators = 0,
): Promise<Table[]> {
  const pairs = venue.isUsual ? await pairUp(venue, count) : [];
  const sit = async ({ userId, client }: Player, roomId: string): Promise<void> => {
    if (!venue.isUsual) await apiOf(venue, userId).joinRoom({ body: { roomId } });
    await client.join(roomId);
  };
  return times(
    count,
    async (index) => {
      const roomId = randomBytes(8).toString('hex');
      const newPlayer = () => enter(venue, venue.isUsual ? undefined : roomId);
      const players = pairs[index] ?? [await newPlayer(), await newPlayer()];
      const others = await times(spectators, newPlayer);
      for (const player of [...players, ...others]) await sit(player, roomId);
      const moves = scripts[index % scripts.length]!;
      return { roomId, players, spectators: others, moves, ply: 0, turn: Promise.resolve() };
    },
    AT_ONCE,
  );
}

/** Ends the games and disconnects all users. */
export async function clearTables(venue: Venue, tables: readonly Table[]): Promise<void> {
  const clear = async ({ roomId, players, spectators }: Table): Promise<void> => {
    if (!venue.isUsual) await apiOf(venue, players[0]!.userId).surrender({ params: { roomId } });
    for (const { client } of [...players, ...spectators]) client.close();
  };
  await times(tables.length, (index) => clear(tables[index]!), AT_ONCE);
}
