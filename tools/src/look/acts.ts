import { PASSWORD } from '@doushouqi/e2e';
import type { Locator, Page } from 'playwright';
import type { Scene, Stage } from './stage.ts';

/** Opens what a picture shows, after the load at each size. Throws if it is not found. */
export type Act = (page: Page, scene: Scene, stage: Stage) => Promise<unknown>;

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

/** Presses a button of this name. */
export function pressing(...names: (string | RegExp)[]): Act {
  return (page) => press(page, ...names);
}

/** Presses what is in sight; on a wide screen it is always open. */
export const openChat: Act = async (page) => {
  const tab = page.getByRole('tab', { name: /聊天/ });
  await (await inSight(button(page, '展开聊天'), tab, button(page, /聊天/)))?.click();
};
export const openLobby: Act = async (page) => (await inSight(button(page, /打开大厅|展开大厅/)))?.click();

/** The notation is behind a button, or in a menu on small screens. */
export const openRecord: Act = async (page) => {
  if (!(await inSight(button(page, '棋谱')))) await press(page, /更多/);
  const item = await inSight(button(page, '棋谱'), page.getByRole('menuitem', { name: '棋谱' }));
  if (!item) throw new Error('no way to the record');
  await item.click();
};

export const openResult: Act = async (page) => {
  if (!(await inSight(page.getByRole('dialog')))) await press(page, '结果');
};

export const chooseSwiss: Act = async (page) => {
  await page.getByRole('radio', { name: /瑞士制/ }).check({ force: true });
};

export const makePrivate: Act = async (page) => {
  await page.getByRole('switch', { name: '私人赛' }).check();
  await page.getByRole('textbox', { name: '密码' }).fill('tiger2026');
};

export const openFriends: Act = async (page) => {
  const tile = page.locator('button[aria-haspopup="dialog"]').filter({ hasText: '好友' });
  await tile.first().click();
  await page.getByRole('dialog', { name: '好友', exact: true }).waitFor({ timeout: 5_000 });
};

export const goOffline: Act = async (page) => {
  await page.context().setOffline(true);
  await page.waitForTimeout(1_500);
};

export const openFavorites: Act = async (page) => {
  await page.getByRole('tab', { name: '收藏' }).click();
  await page.getByRole('button', { name: '取消收藏' }).first().waitFor();
};

export const shareGame: Act = async (page) => {
  await button(page, '分享').first().click();
  await press(page, '生成并复制链接', '复制链接');
  await page.getByLabel('分享链接').waitFor();
};

/** Opens the dialog of a new room, with an own clock. */
export const chooseRules: Act = async (page) => {
  await press(page, '自选规则');
  await page.getByRole('radio', { name: '自己定' }).check();
};

/** A game with branches, comments and drawings. */
const STUDY = `[Red "山中大王不吃草只吃瓜"]
[Blue "江南烟雨里的一匹老狼"]
[RuleSet "online-1"]
[Result "0-1"]
[Termination "SURRENDER"]

1. 鼠G3→G4 {[%t 3.2]} 1… 鼠A7→A6 {[%t 4.5]} ( 1… 狼E7→E8 2. 鼠G4→F4 ( 2. 豹E3→E2 狼E8→E7 ) 狼E8→D8 )
2. 鼠G4→F4 鼠A6→B6 3. 鼠F4→E4 {好棋：[%draw jE4E6,rD9,gB6C6] 先占住河心，狮虎都跳不过来。} 鼠B6→C6 4. 虎A1→B1
狼E7→E8 5. 狼C3→D3 豹C7→D7 0-1`;

async function importText(page: Page, text: string): Promise<void> {
  if (await inSight(button(page, '导入'))) await press(page, '导入');
  else {
    await press(page, '更多');
    await page.getByRole('menuitem', { name: '导入' }).click();
  }
  const dialog = page.getByRole('dialog', { name: '导入' });
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: '导入' }).click();
}

/** Plays a few moves from the position. */
export const playFromHere: Act = async (page) => {
  await page.getByRole('radio', { name: '摆子' }).click();
  // The moves of the previous size remain.
  const question = page.getByRole('alertdialog');
  await question.or(page.getByRole('button', { name: '初始局面' })).waitFor();
  if (await question.isVisible()) await question.getByRole('button', { name: '清空' }).click();
  await press(page, '初始局面');
  await page.getByRole('radio', { name: '走子' }).click();
  for (const cell of ['6,6', '6,5', '0,2', '0,3', '6,5', '5,5'])
    await page.locator(`[data-cell="${cell}"]`).click();
};

/** Opens a game with branches at the move with a comment. */
async function openStudyOn(page: Page): Promise<void> {
  await importText(page, STUDY);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  for (let ply = 0; ply < 5; ply++) await press(page, '下一步');
}
export const openStudy: Act = openStudyOn;

/** Only on desktops; other devices show a link to the engine. */
export const analyzeStudy: Act = async (page) => {
  await openStudyOn(page);
  const toggle = await inSight(page.getByRole('switch', { name: '智能分析' }));
  await toggle?.click();
  if (toggle) await page.locator('[data-shape]').first().waitFor();
};

export const reviewStudy: Act = async (page) => {
  await openStudyOn(page);
  await page.getByRole('radio', { name: '复盘' }).click();
  await (await inSight(button(page, '开始复盘')))?.click();
  await page.getByText('准确率').first().waitFor();
};

export const importWrongly: Act = async (page) => {
  await importText(page, '1. 鼠G3→G4 鼠A7→A6 2. 鼠G4→G9');
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

export const openLogin: Act = (page) =>
  page.getByRole('dialog').getByRole('button', { name: '登录' }).click();

/** Registers an account, whose recovery codes are shown. */
export const registerNow: Act = async (page) => {
  const name = `u${Date.now() % 1e9}`;
  const values = { 账号: name, 昵称: name, 密码: PASSWORD, 确认密码: PASSWORD };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await press(page, '注册并进山');
  await page.getByRole('list', { name: '恢复码' }).waitFor();
};

export const showDevices: Act = async (page) => {
  await button(page, '查看').click();
  await page.getByText(/^这台设备/).waitFor();
};

/** Does in the page what `boot.js` does outside WeChat. */
export const fillAddress: Act = (page) =>
  page.evaluate(() => {
    document.getElementById('wechat')!.style.display = 'none';
    document.getElementById('address')!.textContent = `${location.origin}/play/room/8K2F7Q`;
  });

/** Phones load the live board and the slip of the waiting game later. */
export const waitForLive: Act = (page) => page.getByText('正在下', { exact: true }).first().waitFor();

/** Opens the dialog with the game's notations; on desktops they are below the moves. */
export const openLocalRecord: Act = async (page) => {
  await press(page, '查看棋盘');
  await (await inSight(button(page, '复制棋谱、FEN 与局面')))?.click();
};

/** Opens the choices of local play, with an own time control. */
export const openLocalSettings: Act = async (page) => {
  await press(page, '对局设置');
  await page.getByRole('radio', { name: '自定' }).check({ force: true });
};

export const askHint: Act = async (page) => {
  await press(page, '提示 3');
  await page.getByText('还剩 2 次提示').waitFor();
};

export const showResult: Act = (page) => page.getByRole('dialog', { name: '对局结果' }).waitFor();

export const giveUp: Act = async (page, scene, stage) => {
  await press(page, '认输');
  await page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).click();
  await showResult(page, scene, stage);
};

/** Logs in to an older account on the device of the guest's games. */
export const mergeGuest: Act = async (page, _scene, stage) => {
  const { username } = (await stage.newcomer()).user;
  await press(page, '登录');
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByLabel('账号', { exact: true }).fill(username);
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('button', { name: '带过去' }).waitFor();
};

export const seekRated: Act = async (page) => {
  await press(page, '排位');
  await button(page, /^5\+3 排位/).click();
  await page.getByText(/^排位要有账号/).waitFor();
};

/** Searches for an opponent; a pill shows it in a game and in the analysis. */
export const search: Act = async (page, { member }) => {
  await member?.api.joinPairing({ body: { initial: 5, increment: 3, rated: true } });
  await page.reload();
  await page.getByRole('complementary', { name: '找对手' }).or(page.getByTitle('正在找对手')).waitFor();
};

export const find: Act = async (page, { member }, stage) => {
  if (member) await stage.findFor(member, page);
  await page
    .getByRole('dialog', { name: '对手已找到' })
    .or(page.getByText(/^找到了：/))
    .first()
    .waitFor();
};

/** Stops the timer of the found-game dialog, which else closes after `shownMs`. */
export function keepSign(shownMs: number): (page: Page) => Promise<unknown> {
  return (page) =>
    page.addInitScript((shown) => {
      const { setTimeout } = window;
      window.setTimeout = ((run: TimerHandler, ms = 0, ...args: unknown[]) =>
        setTimeout(run, Math.abs(ms - shown) < 500 ? 600_000 : ms, ...args)) as typeof setTimeout;
    }, shownMs);
}

export const openChallengeDialog: Act = async (page) => {
  await press(page, '发起挑战');
  await page.getByRole('dialog', { name: '发起挑战' }).waitFor();
};

export const setUp: Act = (page) => page.getByRole('radio', { name: '摆子' }).click();

export const jumpToMe: Act = (page) => button(page, '跳到我的位置').press('Enter');
