import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_NODES_IN_USE,
  freePorts,
  type LogEntry,
  launchBrowser,
  type Platform,
  refusedByRedis,
  startPlatform,
} from '@doushouqi/scripts';
import { connectMongo } from '@doushouqi/service-kit';
import type { Browser, BrowserContextOptions } from 'playwright';
import { enroll, type Member, storageOf } from './members.ts';
import { Player } from './player.ts';

export const DESKTOP = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  reducedMotion: 'no-preference',
} satisfies BrowserContextOptions;

/** A running product: its addresses and its keys. */
export interface Site {
  url: string;
  redisUrl: string;
  mongodbUrl: string;
  keysDir: string;
  /** Port of each process, by name. */
  ports: Readonly<Record<string, number>>;
}

/** A running product with a browser. */
export interface World {
  site: Site;
  browser: Browser;
  /** Opens an empty window with its own context. */
  open(options?: BrowserContextOptions): Promise<Player>;
  /** Opens a visitor's window on the home page. */
  visitor(options?: BrowserContextOptions): Promise<Player>;
  /** Opens a new member's window on the home page. */
  player(nickname: string, options?: BrowserContextOptions): Promise<Player>;
  /** Opens two players, 山君 and 苍狼, with a running game in their own room; red first. */
  pair(
    roomId: string,
    options?: { red?: BrowserContextOptions; blue?: BrowserContextOptions },
  ): Promise<[Player, Player]>;
  stop(): Promise<void>;
}

/** A world whose processes its user may kill. */
export interface OwnWorld extends World {
  platform: Platform;
  /** Log lines of the processes at warning level and above. */
  warnings(): string[];
}

function mustBeNone(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}: ${[...new Set(found)].join('; ')}`);
}

/** Options of a test with its own site. */
export interface OwnSite {
  platform: Platform;
  site: Site;
  warnings(): string[];
  stop(): Promise<void>;
}

/** `webDist`: another built web; `envOf`: variables of a site at a port. */
export async function startSite(
  webDist?: string,
  envOf: (port: number) => Record<string, string> = () => ({}),
): Promise<OwnSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doushouqi-e2e-'));
  const [port = 0] = await freePorts(1);
  const warnings: string[] = [];
  const log = ({ process: name, level, message }: LogEntry) => {
    if (level === 'warn' || level === 'error') warnings.push(`${name}: ${message}`);
  };
  const platform = await startPlatform({
    dataDir,
    port,
    log,
    env: { ...ALL_NODES_IN_USE, ...envOf(port) },
    ...(webDist !== undefined && { webDist }),
  });
  const { url, redisUrl, mongodbUrl, keysDir, processes } = platform;
  const ports = Object.fromEntries([...processes].map(([name, process]) => [name, process.port]));
  return {
    platform,
    site: { url, redisUrl, mongodbUrl, keysDir, ports },
    warnings: () => warnings,
    async stop() {
      await platform.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a site and a browser. `webDist`: another built web. */
export async function startWorld(webDist?: string): Promise<OwnWorld> {
  const own = await startSite(webDist);
  const world = await visitSite(own.site);
  return {
    ...world,
    platform: own.platform,
    warnings: own.warnings,
    async stop() {
      await world.stop().finally(own.stop);
    },
  };
}

/** Players of all worlds of this test file, until their world stops. */
export const openPlayers = new Set<Player>();

/** Starts a browser for a running site. `stop` leaves the site running. */
export async function visitSite(site: Site): Promise<World> {
  const players: Player[] = [];
  const browser = await launchBrowser();
  const open = async (options: BrowserContextOptions = DESKTOP, member: Member | null = null) => {
    const { baseURL = site.url } = options;
    const context = await browser.newContext({
      locale: 'zh-CN',
      // Motion takes a fifth of the processor; phones show it.
      reducedMotion: 'reduce',
      baseURL,
      ...(member && { storageState: storageOf(baseURL, member) }),
      ...options,
    });
    const player = new Player(await context.newPage(), member?.user.username);
    players.push(player);
    openPlayers.add(player);
    return player;
  };
  const visitor = async (options?: BrowserContextOptions) => {
    const player = await open(options);
    await player.page.goto('/');
    return player;
  };
  const store = await connectMongo(site.mongodbUrl);
  let registering: Promise<unknown> = Promise.resolve();
  /** Registers one after the other: stories of one site use the same nicknames, and a nickname is unique. */
  const register = (nickname: string): Promise<Member> => {
    const registered = registering.then(async () => {
      await store.collection('nicknames').deleteMany({});
      return enroll(site.url, nickname);
    });
    registering = registered.catch(() => {});
    return registered;
  };
  return {
    site,
    browser,
    open,
    visitor,
    async player(nickname, options) {
      const player = await open(options, await register(nickname));
      await player.page.goto('/');
      return player;
    },
    async pair(roomId, options = {}) {
      const [first, second] = [await register('山君'), await register('苍狼')];
      await first.api.joinRoom({ body: { roomId, create: true } });
      await second.api.joinRoom({ body: { roomId } });
      const players: [Player, Player] = [await open(options.red, first), await open(options.blue, second)];
      for (const { page } of players) await page.goto(`/play/room/${roomId}`);
      for (const player of players) await player.waitStatus('playing');
      return players;
    },
    async stop() {
      const refused = await refusedByRedis(site.redisUrl);
      for (const player of players) openPlayers.delete(player);
      await browser.close();
      await store.close();
      mustBeNone('services lack rights in Redis', refused);
      mustBeNone(
        'pages broke the Content-Security-Policy',
        players.flatMap(({ violations }) => violations),
      );
    },
  };
}
