import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { storageOf } from '@doushouqi/e2e';
import { LEVELS } from '@doushouqi/endgames';
import type { Session } from '@doushouqi/protocol';
import { dayOf } from '@doushouqi/puzzles';
import { readPuzzles } from '@doushouqi/puzzles/data';
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
import type { BrowserContext, Page, Request } from 'playwright';
import { times } from '../../numbers.ts';
import { type Attack, is } from '../attack.ts';
import type { Target } from '../target.ts';
import { RATED_POOL } from './pairing.ts';

const WEB = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'src');
/** Time within which a page that acts on load has acted. Milliseconds. */
const ACTS_WITHIN_MS = 2_000;
const START = formatFen(startPosition());
/** Names that a page might once read for an action. */
const ACTIONS = ['now', 'accept', 'save', 'seek', 'create', 'enter', 'join', 'intention', 'earlyPress'];
const PUZZLE = readPuzzles()[0]!.id;
const FRAGMENTS = ['friends', 'x'.repeat(43)];
/** A value for each parameter that pages read from an address. */
const SAMPLES: Readonly<Record<string, string>> = {
  start: START,
  fen: START,
  line: '0001',
  record: '0'.repeat(24),
  shared: 'x'.repeat(20),
  game: 'unknown',
  next: '/play',
  transport: 'polling',
  seek: '2+1:rated',
};
/** Calls and events that show that a page is open: every visit makes them, and a visit of a room takes no seat. */
const PRESENCE = ['/api/users/heartbeat', '/api/users/room/update', '/api/auth/guest/renew'];
/** Shows a puzzle: the server measures the time from it. The attempt changes nothing before a move. */
const SHOWS = /^\/api\/puzzles\/\w+\/attempts$/;
const PRESENCE_EVENTS = ['joinRoom', 'syncRoom', 'leaveRoom', 'moveReceived', 'watchLobby'];

/**
 * Returns the addresses that a foreign page tries: each page with every parameter and a fragment. `alone`: with one of
 * them, where a page shows the first that it finds. Throws if a page reads a parameter without a sample.
 */
async function addressesOf(values: Readonly<Record<string, readonly string[]>>) {
  const files = globSync('features/*/routes.ts', { cwd: WEB }).sort();
  const { PARAMETERS } = (await import(join(WEB, 'client', 'address.ts'))) as { PARAMETERS: string[] };
  const routes = await times(
    files.length,
    async (n) => ((await import(join(WEB, files[n]!))) as { routes: { path: string }[] }).routes,
  );
  const missing = PARAMETERS.filter((name) => !(name in SAMPLES));
  if (missing.length > 0) throw new Error(`no sample for the parameter ${missing.join(', ')}`);
  const paths = routes.flat().flatMap(({ path }) => {
    const name = /:(\w+)/.exec(path)?.[1];
    if (name === undefined) return [path];
    if (!values[name]) throw new Error(`no sample for :${name} of ${path}`);
    return values[name].map((value) => path.replace(`:${name}`, value));
  });
  const actions = Object.fromEntries(ACTIONS.map((name) => [name, SAMPLES[name] ?? '']));
  const query = new URLSearchParams({ ...SAMPLES, ...actions });
  return {
    all: paths.map((path, n) => `${path}?${query}#${FRAGMENTS[n % 2]}`),
    alone: [
      ...PARAMETERS.map((name) => `/analysis?${new URLSearchParams({ [name]: SAMPLES[name]! })}`),
      ...FRAGMENTS.map((fragment) => `/#${fragment}`),
    ],
  };
}

/** Starts a site of another origin: each path is a page that leads to the address in it. */
async function startForeignSite() {
  const site = createServer(({ url = '/' }, response) => {
    const to = JSON.stringify(decodeURIComponent(url.slice(1)));
    response.setHeader('content-type', 'text/html').end(`<script>location = ${to}</script>`);
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = site.address() as AddressInfo;
  return {
    async leadTo(page: Page, to: string): Promise<void> {
      await page.goto(`http://127.0.0.1:${port}/${encodeURIComponent(to)}`, { waitUntil: 'commit' });
      await page.waitForURL((url) => url.origin === new URL(to).origin, { waitUntil: 'commit' });
      await page.locator('main').first().waitFor({ state: 'attached' });
      await delay(ACTS_WITHIN_MS);
    },
    stop: () => void site.close(),
  };
}

/** Returns the events in packets of Socket.IO, except those of presence. */
function eventsIn(packets: string): string[] {
  const names = packets.split('\u001e').flatMap((packet) => /^42\d*\["(\w+)"/.exec(packet)?.[1] ?? []);
  return names.filter((name) => !PRESENCE_EVENTS.includes(name));
}

/** Returns what a request does, other than to read and to show presence. */
function actsOf(request: Request): string[] {
  const { pathname } = new URL(request.url());
  const method = request.method();
  if (['GET', 'HEAD'].includes(method)) return [];
  if (pathname.startsWith('/socket.io')) return eventsIn(request.postData() ?? '');
  const { create, seat, command } = (request.postDataJSON() ?? {}) as Record<string, unknown>;
  const isVisit = pathname === '/api/games/rooms' && method === 'POST' && create === false && seat === false;
  // Whether the analysis service of the user's machine runs.
  const isPing = pathname === '/analyze' && command === 'ping';
  const isShown = PRESENCE.includes(pathname) || SHOWS.test(pathname);
  return isShown || isVisit || isPing ? [] : [`${method} ${pathname}`];
}

/** Returns the `localStorage` entry of a local game with one move. */
function localGame() {
  const ruleSet = localRuleSet(rulesOf(localRuleSet()));
  const played = play(newGame(ruleSet), gameScripts(1, 1)[0]![0]!);
  if (!played.ok) throw new Error('no local game');
  const moves = { version: 1, startTime: Date.now(), moveTimes: [0], record: formatRecord(played.value) };
  const value = JSON.stringify({ id: 'foreign-page', rules: rulesOf(ruleSet), ruleSet, ...moves });
  return { name: 'localGame', value };
}

/** Leads two windows of a user to the addresses; resolves to what the pages did, with the games of the device. */
async function lead(
  context: BrowserContext,
  leadTo: (page: Page, to: string) => Promise<void>,
  addresses: readonly string[],
): Promise<{ acts: string[]; aiGame: string | null }> {
  const acts: string[] = [];
  const waiting = addresses.values();
  await times(2, async () => {
    const page = await context.newPage();
    for (const to of waiting) {
      const note = (found: readonly string[]) =>
        void acts.push(...found.map((act) => `${new URL(to).pathname}: ${act}`));
      page.removeAllListeners();
      page.on('request', (request) => note(actsOf(request)));
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => note(eventsIn(String(payload)))),
      );
      await leadTo(page, to);
    }
  });
  const aiGame = await context.pages()[0]!.evaluate(() => localStorage.getItem('aiGame'));
  return { acts, aiGame };
}

/** Returns the names of what an address has changed for a user. */
async function changesOf(t: Target, { access_token }: Session): Promise<string[]> {
  const user = t.as(access_token);
  const { ticket, paired, challenge } = await user.getMyPairing();
  const { records } = await user.listRecords({ query: { filter: 'local' } });
  const changed = { ticket, paired, challenge, record: records[0] ?? null };
  return Object.entries(changed).flatMap(([name, value]) => (value === null ? [] : [name]));
}

export const foreignPage: Attack = {
  name: 'foreign-page',
  what: 'A page of another site sends the browsers of a visitor, a guest and a member to every page with every parameter.',
  aim: 'Each address only shows: no request or message that changes something, no ticket, game, seat or saved game.',
  needsBrowser: true,
  async run(t) {
    const { url } = t.platform;
    const [owner, opponent] = await t.attend('设局的人', '应局的人');
    const [seat, running] = [`seat-${owner.userId.slice(-6)}`, `running-${owner.userId.slice(-6)}`];
    for (const roomId of [seat, running]) await owner.api.joinRoom({ body: { roomId } });
    await opponent.api.joinRoom({ body: { roomId: running } });
    const { challenge } = await owner.api.createChallenge({ body: { ...RATED_POOL, unlisted: true } });
    const { all, alone } = await addressesOf({
      roomId: [seat, running, 'no-such-room'],
      id: [challenge.id],
      userId: [owner.userId],
      levelId: [LEVELS[0]!.id],
      puzzleId: [PUZZLE],
      date: [dayOf(Date.now())],
      sanctionId: ['0'.repeat(24)],
    });
    const guest = await t.as(null).createGuest({ body: {} });
    const member = await t.logIn(await t.register('路过的人'));
    const site = await startForeignSite();
    const browser = await launchBrowser(['--blink-settings=imagesEnabled=false']);
    try {
      const users = [null, guest, member];
      const led = await times(3, async (n) => {
        const session = users[n]!;
        const known = session && { api: owner.api, token: session.access_token, user: session.user };
        const storageState = storageOf(url, known);
        const entries = [...(storageState.origins[0]?.localStorage ?? []), localGame()];
        const context = await browser.newContext({
          storageState: { cookies: [], origins: [{ origin: url, localStorage: entries }] },
        });
        const paths = session === member ? [...all, ...alone] : all;
        const addresses = paths.map((path) => url + path);
        return { ...(await lead(context, site.leadTo, addresses)), count: addresses.length };
      });
      const changed = [...(await changesOf(t, guest)), ...(await changesOf(t, member))];
      if (led.some(({ aiGame }) => aiGame !== null)) changed.push('game of the device');
      const { players } = await owner.api.getRoom({ params: { roomId: seat }, query: { view: 'compact' } });
      const acts = [...new Set(led.flatMap((one) => one.acts))];
      return {
        addresses: [led.map(({ count }) => count), led.every(({ count }) => count > 0)],
        acts: [acts, acts.length === 0],
        changed: [changed, changed.length === 0],
        'players at the free seat': is(players.length, 1),
      };
    } finally {
      site.stop();
      await browser.close();
    }
  },
};
