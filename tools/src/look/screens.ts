import { PASSWORD } from '@doushouqi/e2e';
import { THEMES } from '@doushouqi/protocol';
import type { Locator, Page } from 'playwright';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** A picture taken at every size in both modes. */
export interface Screen {
  name: string;
  scene(stage: Stage): Promise<Scene>;
  /** A game runs or is watched: the page must not scroll. */
  game?: boolean;
  /** Runs before the page is loaded. */
  arrange?(page: Page): Promise<void>;
  /** Runs after the load at each size: opens what the picture shows. Throws if it is not found. */
  prepare?(page: Page): Promise<void>;
}

/** Returns the first visible one. */
export async function inSight(...candidates: Locator[]): Promise<Locator | null> {
  for (const candidate of candidates)
    for (const one of await candidate.all()) if (await one.isVisible()) return one;
  return null;
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

export async function press(page: Page, ...names: (string | RegExp)[]): Promise<void> {
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
  // On a wide screen it is always open.
  if (handle) await handle.click();
}

/** The notation is behind a button, or in a menu on small screens. */
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

async function openFavorites(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '收藏' }).click();
  await page.getByRole('button', { name: '取消收藏' }).first().waitFor();
}

async function shareGame(page: Page): Promise<void> {
  await button(page, '分享').first().click();
  await press(page, '生成并复制链接', '复制链接');
  await page.getByLabel('分享链接').waitFor();
}

/** Makes a part of the page fail to load. */
async function breakSettings(page: Page): Promise<void> {
  await page.route(/SettingsPage-[^/]*\.js/, (route) => route.abort());
}

/** A game with branches, comments and drawings. */
const STUDY = `[Red "山中大王不吃草只吃瓜"]
[Blue "江南烟雨里的一匹老狼"]
[RuleSet "online-1"]
[Result "0-1"]
[Termination "SURRENDER"]

1. 鼠G3→G4 {[%t 3.2]} 1… 鼠A7→A6 {[%t 4.5]} ( 1… 狼E7→E8 2. 鼠G4→F4 ( 2. 豹E3→E2 狼E8→E7 ) 狼E8→D8 )
2. 鼠G4→F4 鼠A6→B6 3. 鼠F4→E4 {好棋：[%draw jE4E6,rD9,gB6C6] 先占住河心，狮虎都跳不过来。} 鼠B6→C6 4. 虎A1→B1
狼E7→E8 5. 狼C3→D3 豹C7→D7 0-1`;

/** Opens the dialog of a new room, with an own clock. */
async function chooseRules(page: Page): Promise<void> {
  await press(page, '自选规则');
  await page.getByRole('radio', { name: '自己定' }).check();
}

async function openAnalysisMenu(page: Page, item: string): Promise<void> {
  await press(page, '更多');
  await page.getByRole('menuitem', { name: item }).click();
}

async function openImport(page: Page): Promise<void> {
  if (await inSight(button(page, '导入'))) await press(page, '导入');
  else await openAnalysisMenu(page, '导入');
  await page.getByRole('dialog', { name: '导入' }).waitFor();
}

async function importText(page: Page, text: string): Promise<void> {
  await openImport(page);
  const dialog = page.getByRole('dialog', { name: '导入' });
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: '导入' }).click();
}

/** Plays a few moves from the position. */
async function playFromHere(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '摆子' }).click();
  // The moves of the previous size remain.
  const question = page.getByRole('alertdialog');
  await question.or(page.getByRole('button', { name: '初始局面' })).waitFor();
  if (await question.isVisible()) await question.getByRole('button', { name: '清空' }).click();
  await press(page, '初始局面');
  await page.getByRole('radio', { name: '走子' }).click();
  for (const [from, to] of [
    ['6,6', '6,5'],
    ['0,2', '0,3'],
    ['6,5', '5,5'],
  ])
    for (const cell of [from, to]) await page.locator(`[data-cell="${cell}"]`).click();
}

/** Opens a game with branches at the move with a comment. */
async function openStudy(page: Page): Promise<void> {
  await importText(page, STUDY);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  for (let ply = 0; ply < 5; ply++) await press(page, '下一步');
}

/** Only on desktops; other devices show a link to the engine. */
async function analyzeStudy(page: Page): Promise<void> {
  await openStudy(page);
  const toggle = await inSight(page.getByRole('switch', { name: '智能分析' }));
  await toggle?.click();
  if (toggle) await page.locator('[data-shape]').first().waitFor();
}

async function reviewStudy(page: Page): Promise<void> {
  await openStudy(page);
  await page.getByRole('radio', { name: '复盘' }).click();
  const begin = await inSight(button(page, '开始复盘'));
  await begin?.click();
  await page.getByText('准确率').first().waitFor();
}

async function importWrongly(page: Page): Promise<void> {
  await importText(page, '1. 鼠G3→G4 鼠A7→A6 2. 鼠G4→G9');
  await page.getByRole('dialog').getByRole('alert').waitFor();
}

async function openLogin(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '登录' }).click();
}

/** Registers an account, whose recovery codes are shown. */
async function registerNow(page: Page): Promise<void> {
  const name = `u${Date.now() % 1e9}`;
  const values = [
    ['账号', name],
    ['昵称', name],
    ['密码', PASSWORD],
    ['确认密码', PASSWORD],
  ] as const;
  for (const [label, value] of values) await page.getByLabel(label, { exact: true }).fill(value);
  await press(page, '注册并进山');
  await page.getByRole('list', { name: '恢复码' }).waitFor();
}

async function showDevices(page: Page): Promise<void> {
  await button(page, '查看').click();
  await page.getByText(/^这台设备/).waitFor();
}

/** Does in the page what `boot.js` does outside WeChat. */
function fillAddress(): void {
  document.getElementById('wechat')!.style.display = 'none';
  document.getElementById('address')!.textContent = `${location.origin}/play/room/8K2F7Q`;
}

/** Phones load the live board and the slip of the waiting game later. */
export async function waitForLive(page: Page): Promise<void> {
  await page.getByText('正在下', { exact: true }).first().waitFor();
}

export const SCREENS: readonly Screen[] = [
  { name: 'home-visitor', scene: (stage) => stage.visit('/') },
  { name: 'home-member', scene: (stage) => stage.at('/') },
  { name: 'guest', scene: (stage) => stage.visit('/play/ai') },
  { name: 'guest-home', scene: (stage) => stage.guest() },
  { name: 'login', scene: (stage) => stage.visit('/settings'), prepare: openLogin },
  { name: 'register', scene: (stage) => stage.visit('/register') },
  { name: 'register-codes', scene: (stage) => stage.visit('/register'), prepare: registerNow },
  { name: 'recover', scene: (stage) => stage.visit('/recover') },
  { name: 'play-menu', scene: (stage) => stage.at('/play') },
  { name: 'room-entry', scene: (stage) => stage.at('/play/room') },
  { name: 'room-new', scene: (stage) => stage.at('/play/room'), prepare: chooseRules },
  { name: 'room-waiting', scene: (stage) => stage.waiting() },
  { name: 'room-choices', scene: (stage) => stage.waiting(true) },
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
  { name: 'room-slow', game: true, scene: (stage) => stage.slow() },
  { name: 'room-slow-waiting', scene: (stage) => stage.waitingSlow() },
  { name: 'play-slow', scene: async (stage) => ({ ...(await stage.slow()), path: '/play' }) },
  {
    name: 'home-slow',
    scene: async (stage) => ({ ...(await stage.slow()), path: '/' }),
    prepare: waitForLive,
  },
  { name: 'room-over', scene: (stage) => stage.over(), prepare: openResult },
  ...THEMES.map((theme) => ({
    name: `room-theme-${theme}`,
    game: true,
    scene: (stage: Stage) => stage.themed(theme),
  })),
  { name: 'friends', scene: (stage) => stage.at('/'), prepare: openFriends },
  { name: 'lobby', scene: (stage) => stage.at('/'), prepare: openLobby },
  { name: 'settings', scene: (stage) => stage.at('/settings') },
  { name: 'settings-devices', scene: (stage) => stage.at('/settings'), prepare: showDevices },
  { name: 'settings-access', scene: (stage) => stage.access() },
  {
    name: 'settings-leaving',
    scene: (stage) => stage.at('/settings'),
    prepare: (page) => button(page, '注销').click(),
  },
  { name: 'themes', scene: (stage) => stage.at('/themes') },
  { name: 'tournament', scene: (stage) => stage.at('/tournament') },
  { name: 'download', scene: (stage) => stage.at('/download/ai') },
  { name: 'history', scene: (stage) => stage.history() },
  { name: 'history-favorites', scene: (stage) => stage.history(), prepare: openFavorites },
  { name: 'history-share', scene: (stage) => stage.history(), prepare: shareGame },
  {
    name: 'history-empty',
    scene: async (stage) => ({ path: '/history', member: await stage.newcomer() }),
  },
  {
    name: 'analysis-setup',
    game: true,
    scene: (stage) => stage.visit('/analysis?fen=l5t/1d5/2j1w1e/7/1r5/7/E1W1J2/1C3D1/T6+w'),
    prepare: async (page) => void (await page.getByRole('radio', { name: '摆子' }).click()),
  },
  { name: 'analysis-play', game: true, scene: (stage) => stage.visit('/analysis'), prepare: playFromHere },
  {
    name: 'analysis-notation',
    game: true,
    scene: (stage) => stage.visit('/analysis'),
    prepare: openStudy,
  },
  {
    name: 'analysis-engine',
    game: true,
    scene: (stage) => stage.visit('/analysis'),
    prepare: analyzeStudy,
  },
  { name: 'review', game: true, scene: (stage) => stage.visit('/analysis'), prepare: reviewStudy },
  { name: 'analysis-import', scene: (stage) => stage.visit('/analysis'), prepare: importWrongly },
  { name: 'endgame', scene: (stage) => stage.at('/endgame') },
  {
    name: 'browser-old',
    scene: (stage) => stage.visit('/old-browser.html'),
    prepare: (page) => page.evaluate(fillAddress),
  },
  { name: 'not-found', scene: (stage) => stage.visit('/nowhere') },
  { name: 'error', scene: (stage) => stage.at('/settings'), arrange: breakSettings },
  { name: 'offline', scene: (stage) => stage.at('/'), prepare: goOffline },
];
