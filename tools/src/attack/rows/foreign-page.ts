import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '@doushouqi/protocol';
import {
  formatFen,
  formatRecord,
  localRuleSet,
  newGame,
  play,
  rulesOf,
  startPosition,
} from '@doushouqi/rules';
import { gameScripts, launchBrowser } from '@doushouqi/scripts';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import type { Attack, Target } from '../attack.ts';
import { attend } from '../attendant.ts';
import { pageAddresses, type Samples } from '../pages.ts';
import { RATED_POOL } from '../rated-games.ts';

/** Time within which a page that acts on load has acted. Milliseconds. */
const ACTS_WITHIN_MS = 2_000;
/** Windows of each user. */
const WINDOWS = 2;

/** Returns the `localStorage` entry of a local game with one move. */
function localGame(): string {
  const ruleSet = localRuleSet(rulesOf(localRuleSet()));
  const played = play(newGame(ruleSet), gameScripts(1, 1)[0]![0]!);
  if (!played.ok) throw new Error('no local game');
  const moves = { version: 1, startTime: Date.now(), moveTimes: [0], record: formatRecord(played.value) };
  return JSON.stringify({ id: 'foreign-page', rules: rulesOf(ruleSet), ruleSet, ...moves });
}

/** Starts a site of another origin: each path is a page that leads to the address in it. */
async function startForeignSite(): Promise<{ leadTo(page: Page, to: string): Promise<void>; stop(): void }> {
  const site = createServer(({ url = '/' }, response) => {
    const to = JSON.stringify(decodeURIComponent(url.slice(1)));
    response.setHeader('content-type', 'text/html').end(`<script>location = ${to}</script>`);
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = site.address() as AddressInfo;
  return {
    async leadTo(page, to) {
      const foreign = `http://127.0.0.1:${port}/${encodeURIComponent(to)}`;
      await page.goto(foreign, { waitUntil: 'commit' });
      await page.waitForURL((url) => url.origin === new URL(to).origin, { waitUntil: 'commit' });
      await page.locator('main').first().waitFor({ state: 'attached' });
      await delay(ACTS_WITHIN_MS);
    },
    stop: () => void site.close(),
  };
}

/** Rooms, a challenge and a user that addresses name. */
interface Named {
  /** A room with a free seat. */
  seat: string;
  /** A room with a running game. */
  running: string;
  challenge: string;
  player: string;
}

const START = formatFen(startPosition());

/** Returns the values that addresses are tried with. */
export function SAMPLES({ seat, running, challenge, player }: Named): Samples {
  return {
    paths: { roomId: [seat, running, 'no-such-room'], id: [challenge], userId: [player] },
    parameters: {
      start: START,
      fen: START,
      line: '0001',
      record: '0'.repeat(24),
      shared: 'x'.repeat(20),
      game: 'unknown',
      transport: 'polling',
      seek: '2+1:rated',
    },
    fragments: ['friends', 'x'.repeat(43)],
  };
}

/** Shows that a page is open: calls that every visit makes, and a visit of a room that takes no seat. */
const PRESENCE = ['/api/users/heartbeat', '/api/users/room/update', '/api/auth/guest/renew'];
const PRESENCE_EVENTS = ['joinRoom', 'syncRoom', 'leaveRoom', 'moveReceived', 'watchLobby'];

/** Returns the names of the events in packets of Socket.IO. */
function eventsIn(packets: string): string[] {
  return packets.split('\u001e').flatMap((packet) => /^42\d*\["(\w+)"/.exec(packet)?.[1] ?? []);
}

function isVisit(request: Request): boolean {
  const { create, seat } = (request.postDataJSON() ?? {}) as { create?: boolean; seat?: boolean };
  return request.method() === 'POST' && create === false && seat === false;
}

/** Whether the request asks the analysis service of the user's machine if it runs. */
function isPing(request: Request): boolean {
  return request.url().endsWith('/analyze') && request.postDataJSON()?.command === 'ping';
}

/** Returns what a request does, other than to read and to show presence. */
function actsOf(request: Request): string[] {
  const { pathname } = new URL(request.url());
  if (['GET', 'HEAD'].includes(request.method())) return [];
  if (pathname.startsWith('/socket.io')) return foreign(eventsIn(request.postData() ?? ''));
  if (PRESENCE.includes(pathname) || (pathname === '/api/games/rooms' && isVisit(request))) return [];
  if (isPing(request)) return [];
  return [`${request.method()} ${pathname}`];
}

function foreign(events: readonly string[]): string[] {
  return events.filter((event) => !PRESENCE_EVENTS.includes(event));
}

/** Returns a browser of a user, a visitor without `session`; with a local game on the device. */
async function browserOf(
  browser: Browser,
  { platform }: Pick<Target, 'platform'>,
  session: Session | null,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  const known = session && { token: session.access_token, userInfo: JSON.stringify(session.user) };
  const page = await context.newPage();
  await page.route(`${platform.url}/__entries`, (route) => route.fulfill({ body: '' }));
  await page.goto(`${platform.url}/__entries`);
  await page.evaluate(
    (all) => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
    },
    { ...known, localGame: localGame() },
  );
  await page.close();
  return context;
}

/** Leads windows of a user to the addresses; resolves to what the pages did, with the games of the device. */
async function lead(
  context: BrowserContext,
  leadTo: (page: Page, to: string) => Promise<void>,
  addresses: readonly string[],
): Promise<{ acts: string[]; aiGame: string | null }> {
  const acts: string[] = [];
  const waiting = [...addresses];
  const work = async (): Promise<void> => {
    const page = await context.newPage();
    for (let to = waiting.pop(); to !== undefined; to = waiting.pop()) {
      const { pathname } = new URL(to);
      const note = (found: readonly string[]) => acts.push(...found.map((act) => `${pathname}: ${act}`));
      page.removeAllListeners();
      page.on('request', (request) => void note(actsOf(request)));
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => void note(foreign(eventsIn(String(payload))))),
      );
      await leadTo(page, to);
    }
  };
  await Promise.all(Array.from({ length: WINDOWS }, work));
  const [page] = context.pages();
  return { acts, aiGame: (await page?.evaluate(() => localStorage.getItem('aiGame'))) ?? null };
}

/** A user with an account or a guest, and the state that an address might change. */
async function userOf(
  { platform, newAddress, register }: Target,
  isGuest: boolean,
): Promise<{ session: Session; state(): Promise<string[]> }> {
  const visitor = apiFrom(platform.url, newAddress(), null);
  const session = isGuest
    ? await visitor.createGuest({ body: {} })
    : await visitor.login({ body: await register('路过的人') });
  const user = apiFrom(platform.url, newAddress(), session.access_token);
  return {
    session,
    async state() {
      const { ticket, paired, challenge } = await user.getMyPairing();
      const { records } = await user.listRecords({ query: { filter: 'local' } });
      const changed = { ticket, paired, challenge, record: records[0] ?? null };
      return Object.entries(changed).flatMap(([name, value]) => (value === null ? [] : [name]));
    },
  };
}

export const foreignPage: Attack = {
  name: 'foreign-page',
  what: 'A page of another site sends the browsers of a visitor, a guest and a member to every page with every parameter.',
  aim: 'Each address only shows: no request or message that changes something, no ticket, game, seat or saved game.',
  needsBrowser: true,
  async run(target) {
    const { platform } = target;
    const [owner, opponent] = await Promise.all(['设局的人', '应局的人'].map((name) => attend(target, name)));
    const tag = owner!.userId.slice(-6);
    const [seat, running] = [`seat-${tag}`, `running-${tag}`];
    for (const roomId of [seat, running]) await owner!.api.joinRoom({ body: { roomId } });
    await opponent!.api.joinRoom({ body: { roomId: running } });
    const { challenge } = await owner!.api.createChallenge({ body: { ...RATED_POOL, unlisted: true } });
    const named = { seat, running, challenge: challenge.id, player: owner!.userId };
    const { all, alone } = await pageAddresses(SAMPLES(named));
    const [guest, member] = await Promise.all([userOf(target, true), userOf(target, false)]);
    const site = await startForeignSite();
    const browser = await launchBrowser(['--blink-settings=imagesEnabled=false']);
    try {
      const users = [
        { session: null, paths: all },
        { session: guest.session, paths: all },
        { session: member.session, paths: [...all, ...alone] },
      ];
      const led = await Promise.all(
        users.map(async ({ session, paths }) => {
          const addresses = paths.map((path) => platform.url + path);
          return lead(await browserOf(browser, target, session), site.leadTo, addresses);
        }),
      );
      const acts = [...new Set(led.flatMap((one) => one.acts))];
      const changed = [...(await guest.state()), ...(await member.state())];
      if (led.some(({ aiGame }) => aiGame !== null)) changed.push('game of the device');
      const params = { roomId: seat };
      const { players } = await owner!.api.getRoom({ params, query: { view: 'compact' } });
      if (players.length > 1) changed.push('seat');
      const figures = {
        addresses: String(users.flatMap(({ paths }) => paths).length),
        acts: acts.join(', ') || 'none',
        changed: changed.join(', ') || 'nothing',
      };
      return { figures, holds: acts.length === 0 && changed.length === 0 };
    } finally {
      site.stop();
      for (const { socket } of [owner!, opponent!]) socket.close();
      await browser.close();
    }
  },
};
