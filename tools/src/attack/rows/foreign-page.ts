import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '@doushouqi/protocol';
import { formatRecord, localRuleSet, newGame, play, rulesOf } from '@doushouqi/rules';
import { gameScripts, launchBrowser } from '@doushouqi/scripts';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Page } from 'playwright-core';
import type { Attack, Target } from '../attack.ts';
import { attend } from '../attendant.ts';
import { RATED_POOL } from '../rated-games.ts';

/** Time within which a page that acts on load has acted after its last request. Milliseconds. */
const ACTS_WITHIN_MS = 2_000;

/** Returns the `localStorage` entry of a local game with one move. */
function localGame(): string {
  const ruleSet = localRuleSet(rulesOf(localRuleSet()));
  const played = play(newGame(ruleSet), gameScripts(1, 1)[0]![0]!);
  if (!played.ok) throw new Error('no local game');
  const moves = { version: 1, startTime: Date.now(), moveTimes: [0], record: formatRecord(played.value) };
  return JSON.stringify({ id: 'foreign-page', rules: rulesOf(ruleSet), ruleSet, ...moves });
}

/** Starts a site of another origin: each path is a page that leads to the address in it. */
async function startForeignSite(): Promise<{
  leadTo: (page: Page, to: string) => Promise<void>;
  stop(): void;
}> {
  const site = createServer(({ url = '/' }, response) => {
    const to = JSON.stringify(decodeURIComponent(url.slice(1)));
    response.setHeader('content-type', 'text/html').end(`<script>location = ${to}</script>`);
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = site.address() as AddressInfo;
  return {
    async leadTo(page, to) {
      await page.goto(`http://127.0.0.1:${port}/${encodeURIComponent(to)}`);
      await page.waitForURL((url) => url.origin === new URL(to).origin);
      await page.locator('main').first().waitFor();
      await page.waitForLoadState('networkidle');
      await delay(ACTS_WITHIN_MS);
    },
    stop: () => void site.close(),
  };
}

/** Opens a window in which the member is logged in and has a local game. */
async function logIn(page: Page, { platform }: Target, { access_token, user }: Session): Promise<void> {
  const entries = { token: access_token, userInfo: JSON.stringify(user), localGame: localGame() };
  await page.route(`${platform.url}/__entries`, (route) => route.fulfill({ body: '' }));
  await page.goto(`${platform.url}/__entries`);
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, entries);
}

export const foreignPage: Attack = {
  name: 'foreign-page',
  what: 'A page of another site sends a member’s browser to addresses that join the rated queue, accept a rated challenge and save a local game.',
  aim: 'Each address only shows its button: no ticket, no game, no saved game.',
  needsBrowser: true,
  async run(target) {
    const { platform, newAddress } = target;
    const owner = await attend(target, '设局的人');
    const account = await target.register('路过的人');
    const session = await apiFrom(platform.url, newAddress(), null).login({ body: account });
    const member = apiFrom(platform.url, newAddress(), session.access_token);
    const { challenge } = await owner.api.createChallenge({ body: { ...RATED_POOL, unlisted: true } });
    const site = await startForeignSite();
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await logIn(page, target, session);
      await site.leadTo(page, `${platform.url}/play/local?save`);
      const { records } = await member.listRecords({ query: { filter: 'local' } });
      await site.leadTo(page, `${platform.url}/play?seek=2%2B1:rated`);
      const { ticket } = await member.getMyPairing();
      await member.leavePairing();
      await site.leadTo(page, `${platform.url}/challenge/${challenge.id}?accept`);
      const { paired } = await member.getMyPairing();
      const figures = {
        queue: ticket ? 'joined' : 'not joined',
        challenge: paired ? 'a rated game' : 'not accepted',
        'local games saved': String(records.length),
      };
      return { figures, holds: ticket === null && paired === null && records.length === 0 };
    } finally {
      site.stop();
      owner.socket.close();
      await browser.close();
    }
  },
};
