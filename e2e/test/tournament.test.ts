import { legalGameMoves, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { enroll } from '../src/members.ts';
import type { Player } from '../src/player.ts';
import { moveTournament, storeTournament } from '../src/store-tournament.ts';
import { enterTournament, playTournament } from '../src/tournament-player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();
const { url, mongodbUrl } = world.site;
const MINUTE = 60_000;

const [FIRST, SECOND] = openingMoves();
function openingMoves() {
  const game = newGame(ONLINE_RULE_SET);
  const first = legalGameMoves(game)[0]!;
  const after = play(game, first);
  if (!after.ok) throw new Error('the opening is illegal');
  return [first, legalGameMoves(after.value)[0]!] as const;
}

/** Members without windows, who play every game of a tournament until its end. */
async function opponents(id: string, names: readonly string[]) {
  const entrants = [];
  for (const name of names) {
    const { api, token, user } = await enroll(url, name);
    const entrant = { url, api, token, userId: user._id };
    await enterTournament(entrant, id);
    entrants.push(entrant);
  }
  return entrants;
}

/** Makes the own first move at the table that the window shows. */
async function moveFirst(player: Player, id: string): Promise<void> {
  await player.waitStatus('playing');
  const { own } = await (await player.api()).getTournament({ params: { id } });
  if (own?.game?.color === 'red') await player.clickMove(FIRST);
  else {
    await player.waitPly(1);
    await player.clickMove(SECOND);
  }
}

/** Resigns at the open table. */
async function resign({ page }: Player): Promise<void> {
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
}

test('an arena of six on desktop and phone, with a reload at every step', async () => {
  const name = '六人擂台';
  const id = await storeTournament(mongodbUrl, {
    ...{ kind: 'arena', name, minutes: 30, startsAt: Date.now() + 5 * MINUTE },
  });
  const red = await world.player('山君', DESKTOP);
  const blue = await world.player('苍狼', PHONE);
  await red.page.goto('/tournament');
  const enter = red.page.getByRole('button', { name: `报名：${name}` });
  await enter.click();
  await enter.waitFor({ state: 'detached' });
  await red.page.reload();
  await red.sees('已报名');
  await blue.page.goto(`/tournament/${id}`);
  await blue.page.getByRole('button', { name: '报名' }).tap();
  await blue.sees('已报名');
  await blue.page.reload();
  await blue.sees('已报名');
  await blue.shot('arena-entered-phone');

  // Another page leads to the table, and so does the tournament's own.
  await red.page.goto('/');
  const others = await opponents(id, ['花豹', '老象', '墨白', '踏雪']);
  const games = others.map((one) => playTournament(one, id));
  await moveTournament(mongodbUrl, id, Date.now());
  const tables = await Promise.all([red.seated(), blue.seated()]);
  await Promise.all([moveFirst(red, id), moveFirst(blue, id)]);
  await red.shot('arena-table');
  await blue.shot('arena-table-phone');
  await red.page.reload();
  await red.waitStatus('playing');

  // The time is over: the last games count.
  await moveTournament(mongodbUrl, id, Date.now() - 30 * MINUTE);
  await resign(red);
  if (tables[0] !== tables[1]) await resign(blue);
  for (const { page } of [red, blue]) {
    await page.getByRole('button', { name: '回到比赛' }).first().click();
    await page.waitForURL(`**/tournament/${id}`);
  }
  await Promise.all(games);
  for (const { page } of [red, blue]) {
    await page.getByRole('list', { name: '前三名' }).waitFor();
    await page.reload();
    await page.getByRole('list', { name: '前三名' }).waitFor();
  }
  await red.shot('arena-over');
  await blue.shot('arena-over-phone');
  const download = red.page.waitForEvent('download');
  await red.page.getByRole('button', { name: '成绩表' }).click();
  expect((await download).suggestedFilename()).toBe(`${name}成绩.csv`);
  for (const player of [red, blue]) expect(player.errors).toEqual([]);
});

test('a visitor who is invited to a private arena watches it, registers to enter, rests and leaves', async () => {
  const secret = { isPrivate: true, password: '猫猴2026' };
  const id = await storeTournament(mongodbUrl, { kind: 'arena', name: '夜猫擂台', minutes: 30, ...secret });
  const visitor = await world.visitor(PHONE);
  const { page } = visitor;
  await page.goto(`/tournament/${id}#${encodeURIComponent(secret.password)}`);
  await visitor.sees('参赛要有账号');
  await visitor.shot('arena-visitor');
  await page.getByRole('button', { name: '参加' }).tap();
  await page
    .getByRole('link', { name: '注册' })
    .or(page.getByRole('button', { name: '注册' }))
    .first()
    .tap();
  await page.getByRole('dialog', { name: '登录' }).waitFor({ state: 'detached' });
  await visitor.fillRegistration('新来的');
  await page.waitForURL(`**/tournament/${id}*`);
  await visitor.sees('正在配下一位对手');
  await page.getByRole('button', { name: '歇一局' }).tap();
  await visitor.sees('你在休息');
  await page.reload();
  await page.getByRole('button', { name: '继续' }).tap();
  await visitor.sees('正在配下一位对手');
  await page.getByRole('button', { name: '退出' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).tap();
  await visitor.sees('你已退出');
  // Who has the address alone, as spectators of its games do, is asked.
  const other = await world.player('别家的人', PHONE);
  await other.page.goto(`/tournament/${id}`);
  await other.page.getByRole('button', { name: '参加' }).tap();
  await other.sees('凭密码报名。');
  await other.shot('arena-password-phone');
  const password = other.page.getByRole('textbox', { name: '密码' });
  await password.fill('猫猴');
  await password.press('Enter');
  await other.sees('密码不对');
  await password.fill(secret.password);
  await password.press('Enter');
  await other.sees('正在配下一位对手');
  await moveTournament(mongodbUrl, id, Date.now() - 30 * MINUTE);
  expect([...visitor.errors, ...other.errors]).toEqual([]);
});

test('a Swiss of five with check-in, a forfeit, a bye and a late entry', async () => {
  const name = '五人瑞士赛';
  const id = await storeTournament(mongodbUrl, {
    ...{ kind: 'swiss', name, rounds: 3, breakMs: 1_000, checkIn: true, startsAt: Date.now() + 5 * MINUTE },
  });
  const red = await world.player('山君', DESKTOP);
  const blue = await world.player('苍狼', PHONE);
  for (const { page } of [red, blue]) {
    await page.goto(`/tournament/${id}`);
    await page.getByRole('button', { name: '报名' }).click();
    await page.getByRole('button', { name: '签到' }).click();
    await page.getByText('已签到').first().waitFor();
  }
  await red.shot('swiss-checked-in');
  await blue.shot('swiss-checked-in-phone');
  const others = await opponents(id, ['花豹', '老象']);
  for (const { api } of others) await api.checkIn({ params: { id } });
  const games = others.map((one) => playTournament(one, id));
  await moveTournament(mongodbUrl, id, Date.now());
  // By their order of entry they do not meet.
  const tables = await Promise.all([red.seated(), blue.seated()]);
  expect(tables[0]).not.toBe(tables[1]);
  await red.shot('swiss-table');
  await moveFirst(red, id);
  const [late] = await opponents(id, ['迟到的']);
  games.push(playTournament(late!, id));
  // The phone is put away: no first move, the game is lost.
  await blue.page.getByRole('button', { name: '回到比赛' }).first().tap();
  await blue.page.waitForURL(`**/tournament/${id}`);
  // Meanwhile the opponent of the other window may have resigned.
  if (await red.page.locator('main[data-status="playing"]').isVisible()) await resign(red);
  await red.page.getByRole('button', { name: '回到比赛' }).first().click();
  await red.page.waitForURL(`**/tournament/${id}`);
  await red.shot('swiss-round');
  await blue.shot('swiss-round-phone');
  // Five players now: one has a bye in each round.
  for (const player of [red, blue]) {
    const token = (await player.page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const { _id: userId } = await player.storedUser();
    games.push(playTournament({ url, api: await player.api(), token, userId }, id));
  }
  await Promise.all(games);
  const { rows } = await (await red.api()).getStandings({ params: { id } });
  const cells = rows.flatMap((row) => row.cells ?? []);
  expect(cells).toEqual(expect.arrayContaining(['forfeitLoss', 'halfBye', 'bye']));
  for (const { page } of [red, blue]) {
    await page.goto(`/tournament/${id}`);
    await page.getByRole('list', { name: '前三名' }).waitFor();
  }
  await red.shot('swiss-over');
  await blue.shot('swiss-over-phone');
  for (const player of [red, blue]) expect(player.errors).toEqual([]);
});
