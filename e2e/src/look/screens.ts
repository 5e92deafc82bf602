import { THEMES } from '@doushouqi/protocol';
import { endGame, formatRecord, type Game, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import type { Locator, Page } from 'playwright-core';
import { fullGame } from './full-game.ts';
import type { Scene, Stage } from './stage.ts';

/** One picture to be taken at every size, by day and by night. */
export interface Screen {
  name: string;
  scene(stage: Stage): Promise<Scene>;
  /** A game runs or is watched: the page must not scroll. */
  game?: boolean;
  /** Before the page is loaded. */
  arrange?(page: Page): Promise<void>;
  /** After it is loaded, at each size: opens what the picture shows. Throws where that is not to be found. */
  prepare?(page: Page): Promise<void>;
}

/** The first of them that is in sight. */
async function inSight(...candidates: Locator[]): Promise<Locator | null> {
  for (const candidate of candidates)
    for (const one of await candidate.all()) if (await one.isVisible()) return one;
  return null;
}

function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

async function press(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  const found = await inSight(...names.map((name) => button(page, name)));
  if (!found) throw new Error(`no button ${names.join(' or ')}`);
  await found.click();
}

async function openChat(page: Page): Promise<void> {
  const handle = await inSight(
    button(page, '展开聊天'),
    page.getByRole('tab', { name: /聊天/ }),
    button(page, /聊天/),
  );
  // On a wide screen it lies open all the time.
  if (handle) await handle.click();
}

/** The notation lies behind a button of its own or, where room is short, in a menu. */
async function openRecord(page: Page): Promise<void> {
  if (!(await inSight(button(page, '棋谱')))) await press(page, /更多/);
  const item = await inSight(button(page, '棋谱'), page.getByRole('menuitem', { name: '棋谱' }));
  if (!item) throw new Error('no way to the record');
  await item.click();
}

async function openResult(page: Page): Promise<void> {
  if (!(await inSight(page.getByRole('dialog')))) await press(page, '结果');
}

async function openFriends(page: Page): Promise<void> {
  const tile = page.locator('button[aria-haspopup="dialog"]').filter({ hasText: '好友' });
  await tile.first().click();
  await page.getByRole('dialog', { name: '好友', exact: true }).waitFor({ timeout: 5_000 });
}

async function openLobby(page: Page): Promise<void> {
  const closed = await inSight(button(page, /打开大厅|展开大厅/));
  if (closed) await closed.click();
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForTimeout(1_500);
}

/** A part of the page that cannot be loaded. */
async function breakSettings(page: Page): Promise<void> {
  await page.route(/SettingsPage-[^/]*\.js/, (route) => route.abort());
}

/** A full game, as the device keeps it that it was played on. */
async function keepLocalGame(page: Page, end: (game: Game) => Game = (game) => game): Promise<void> {
  const moves = fullGame();
  const played = moves.reduce((game, move) => {
    const next = play(game, move);
    return next.ok ? next.value : game;
  }, newGame(ONLINE_RULE_SET));
  const saved = {
    id: 'look',
    version: moves.length,
    startTime: 0,
    moveTimes: moves.map((_, index) => index * 1_000),
    rules: { sevenThree: false, seventeenFive: false, threefold: true, hundredRounds: true },
    record: formatRecord(end(played)),
    ruleSet: ONLINE_RULE_SET,
  };
  await page.addInitScript((text) => localStorage.setItem('localGame', text), JSON.stringify(saved));
}

/** The switches that two people may agree upon. */
async function openLocalSettings(page: Page): Promise<void> {
  await press(page, '对局设置');
}

export const SCREENS: readonly Screen[] = [
  { name: 'home-visitor', scene: (stage) => stage.visit('/') },
  { name: 'home-member', scene: (stage) => stage.at('/') },
  { name: 'login', scene: (stage) => stage.visit('/settings') },
  { name: 'register', scene: (stage) => stage.visit('/register') },
  { name: 'play-menu', scene: (stage) => stage.at('/play') },
  { name: 'room-entry', scene: (stage) => stage.at('/play/room') },
  { name: 'room-waiting', scene: (stage) => stage.waiting() },
  {
    name: 'room-waiting-visitor',
    scene: async (stage) => ({ ...(await stage.waiting()), member: null }),
  },
  { name: 'room-playing', game: true, scene: (stage) => stage.playing() },
  { name: 'room-chat', game: true, scene: (stage) => stage.playing(), prepare: openChat },
  { name: 'room-record', game: true, scene: (stage) => stage.playing(), prepare: openRecord },
  { name: 'room-offline', game: true, scene: (stage) => stage.playing(), prepare: goOffline },
  { name: 'room-spectator', game: true, scene: (stage) => stage.spectating() },
  {
    name: 'room-visitor',
    game: true,
    scene: async (stage) => ({ ...(await stage.playing()), member: null }),
  },
  { name: 'room-over', scene: (stage) => stage.over(), prepare: openResult },
  ...THEMES.map((theme) => ({
    name: `room-theme-${theme}`,
    game: true,
    scene: (stage: Stage) => stage.themed(theme),
  })),
  {
    name: 'local',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    arrange: (page) => keepLocalGame(page),
  },
  {
    name: 'local-result',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    arrange: (page) => keepLocalGame(page, (game) => endGame(game, 1, 'SURRENDER')),
  },
  {
    name: 'local-settings',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    prepare: openLocalSettings,
  },
  { name: 'friends', scene: (stage) => stage.at('/'), prepare: openFriends },
  { name: 'lobby', scene: (stage) => stage.at('/'), prepare: openLobby },
  { name: 'settings', scene: (stage) => stage.at('/settings') },
  { name: 'themes', scene: (stage) => stage.at('/themes') },
  { name: 'tournament', scene: (stage) => stage.at('/tournament') },
  { name: 'ranked', scene: (stage) => stage.at('/play/ranked') },
  { name: 'endgame', scene: (stage) => stage.at('/endgame') },
  { name: 'not-found', scene: (stage) => stage.visit('/nowhere') },
  { name: 'error', scene: (stage) => stage.at('/settings'), arrange: breakSettings },
  { name: 'offline', scene: (stage) => stage.at('/'), prepare: goOffline },
];
