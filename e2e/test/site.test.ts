import { randomBytes } from 'node:crypto';
import type { SiteChange } from '@doushouqi/protocol';
import { outcome } from '@doushouqi/service-kit/testing';
import { afterEach, expect, test } from 'vitest';
import { Desk } from '../src/desk.ts';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import { openUnconnected } from '../src/line.ts';
import { enroll } from '../src/members.ts';
import { enrollOperator, inviteOperator } from '../src/operators.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();
const operator = await enrollOperator(world.site, '阿岩');

/** Changes settings as another operator would. */
async function set(change: SiteChange): Promise<void> {
  const { version } = await operator.showSite();
  const id = randomBytes(12).toString('hex');
  await operator.changeSite({ body: { id, version, change, reason: '试一试' } });
}
afterEach(() =>
  set({
    ...{ announcements: [], maintenance: null, readOnly: false, bots: true, registration: null },
    features: { lobbyChat: true, rated: true },
  }),
);

test('an announcement is published, scheduled and withdrawn, and every open page shows it within seconds', async () => {
  const player = await world.player('看公告的');
  const bar = player.page.getByTitle('读公告全文');
  const { announcement: ofFile } = await (await player.api()).getLobbyInfo();
  await bar.getByText(ofFile).waitFor();
  const window = await world.open(DESKTOP);
  const desk = new Desk(window.page);
  await desk.enter(await inviteOperator(world.site, '阿岭二'));
  await desk.menu('站点').click();
  await desk.page.getByLabel('公告内容').fill('小雪杯第 4 轮正在下');
  await desk.page.getByRole('button', { name: '发布公告' }).click();
  await window.shot('console-site-reason');
  await desk.conclude('周末活动', '发布公告');
  await desk.sees('已保存，几秒内各处生效');
  await bar.getByText('小雪杯第 4 轮正在下').waitFor();
  await window.shot('console-site');
  await player.shot('home-announcement');

  // A newer one is shown for its time, then the earlier one again.
  const now = Date.now();
  const { settings } = await operator.showSite();
  const later = { id: randomBytes(12).toString('hex'), zh: '第 5 轮马上开始', from: now + 4_000 };
  await set({ announcements: [...settings.announcements, { ...later, until: now + 14_000 }] });
  await bar.getByText('第 5 轮马上开始').waitFor();
  await bar.getByText('小雪杯第 4 轮正在下').waitFor();

  await desk.page
    .getByRole('row', { name: /小雪杯/ })
    .getByRole('button', { name: '撤下' })
    .click();
  await desk.conclude('下完了', '撤下公告');
  await bar.getByText(ofFile).waitFor();
  await desk.menu('操作记录').click();
  await desk.page.getByRole('cell', { name: '撤下公告“小雪杯第 4 轮正在下”' }).waitFor();
  expect([...player.errors, ...window.errors]).toEqual([]);
});

test('a maintenance counts down on every page, stops new games in every process, and a running game goes on', async () => {
  const [red, blue] = await world.pair('upkeep1', { red: DESKTOP, blue: PHONE });
  const visitor = await world.visitor(PHONE);
  // A toast, which is gone after some seconds.
  const saidInGame = red.sees(/^升级，棋不会丢，.+这一局可以照常下完$/);
  await set({
    maintenance: { startsAt: Date.now() + 9 * 60_000, minutes: 20, text: '升级，棋不会丢', readOnly: true },
  });
  const slip = visitor.page.locator('[data-site-slip]');
  // Every process reads it within 2 s; an open page of a visitor asks each minute.
  await expect.poll(async () => (await operator.getSite()).maintenance).not.toBeNull();
  await visitor.page.reload();
  await slip.getByText('升级，棋不会丢').waitFor();
  await slip.getByRole('timer').waitFor();
  await visitor.shot('maintenance-phone');
  // In the game it is said in passing.
  await saidInGame;
  expect(await red.page.locator('[data-site-slip]').isVisible()).toBe(false);

  const { api } = await enroll(world.site.url, '想开局的');
  const casual = { initial: 5, increment: 3, rated: false };
  await set({ readOnly: true });
  // Room and pairing are processes of their own.
  await expect.poll(() => outcome(api.joinRoom({ body: { roomId: 'upkeep2' } }))).toBe('READ_ONLY');
  await expect.poll(() => outcome(api.joinPairing({ body: casual }))).toBe('READ_ONLY');
  await expect.poll(() => outcome(api.playBot({ body: { ...casual, level: 1 } }))).toBe('READ_ONLY');
  await red.clickMove(DEN_GAME[0]!);
  await blue.waitPly(1);
  await slip.getByText('升级，棋不会丢').waitFor();

  await set({ readOnly: false, maintenance: null });
  await expect.poll(() => outcome(api.joinRoom({ body: { roomId: 'upkeep2' } }))).toBe('done');
  for (const player of [red, blue, visitor]) expect(player.errors).toEqual([]);
});

test('what is switched off is off for all within seconds', async () => {
  const player = await world.player('说话的');
  const input = player.page.getByPlaceholder('和山里的朋友说句话…');
  await input.waitFor();
  // Another page connects after the change, of which it gets no event.
  const late = await world.open({ ...DESKTOP, storageState: await player.page.context().storageState() });
  const connect = await openUnconnected(late.page, '/');
  await late.page.getByPlaceholder('和山里的朋友说句话…').waitFor();
  await set({ features: { lobbyChat: false, rated: false }, registration: 'closed' });
  connect();
  await late.page.getByPlaceholder('大厅聊天暂时关闭').waitFor();
  await player.page.getByPlaceholder('大厅聊天暂时关闭').waitFor();
  const api = await player.api();
  await expect
    .poll(() => outcome(api.joinPairing({ body: { initial: 5, increment: 3, rated: true } })))
    .toBe('RATED_OFF');
  expect(await outcome(api.sayInLobby({ body: { content: '在吗' } }))).toBe('LOBBY_CLOSED');
  await expect.poll(async () => (await api.getWaysIn()).registration).toBe('closed');
  await set({ features: { lobbyChat: true, rated: true }, registration: null });
  await input.waitFor();
  expect(player.errors).toEqual([]);
});
