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

/** Resigns at the open table, and goes back to the tournament. */
async function resignAndReturn(player: Player, id: string): Promise<void> {
  await player.act('认输');
  await player.page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  await player.page.getByRole('button', { name: '回到比赛' }).click();
  await player.page.waitForURL(`**/tournament/${id}`);
}

test('an arena of six on desktop and phone, with a reload at every step', async () => {
  const name = '六人擂台';
  const id = await storeTournament(mongodbUrl, {
    ...{ kind: 'arena', name, minutes: 30, startsAt: Date.now() + 5 * MINUTE },
  });
  const red = await world.player('山君', DESKTOP);
  const blue = await world.player('苍狼', PHONE);
  await red.page.goto('/tournament');
  await red.page.getByRole('button', { name: `报名：${name}` }).click();
  const row = red.page.getByRole('link', { name: new RegExp(name) });
  await row.getByText('已报名').or(red.page.getByText('已报名')).first().waitFor();
  await blue.page.goto(`/tournament/${id}`);
  await blue.page.getByRole('button', { name: '报名' }).tap();
  await blue.sees('已报名');
  await blue.page.reload();
  await blue.sees('已报名');
  await blue.shot('arena-entered-phone');

  const others = await opponents(id, ['花豹', '老象', '墨白', '踏雪']);
  // The bar calls from another page; on the tournament's own page it is the card.
  await red.page.goto('/');
  const games = others.map((one) => playTournament(one, id));
  await moveTournament(mongodbUrl, id, Date.now());
  const bar = red.page.getByRole('region', { name: '比赛的下一局' });
  await bar.getByRole('link', { name: '入座' }).waitFor();
  await red.shot('arena-called');
  await red.page.reload();
  await bar.getByRole('link', { name: '入座' }).click();
  await moveFirst(red, id);
  await red.shot('arena-table');
  await red.page.reload();
  await red.waitStatus('playing');
  await blue.page.getByRole('link', { name: '去我的棋桌' }).tap();
  await moveFirst(blue, id);
  await blue.shot('arena-table-phone');
  await resignAndReturn(red, id);
  await red.page
    .getByRole('button', { name: '歇一局' })
    .or(red.page.getByText('去我的棋桌'))
    .first()
    .waitFor();
  await red.shot('arena-standings');
  await red.page.reload();
  await red.sees('六人擂台');

  await blue.page.getByRole('button', { name: '认输' }).tap();
  await blue.page.getByRole('alertdialog').getByRole('button', { name: '认输' }).tap();
  await blue.page.getByRole('button', { name: '回到比赛' }).tap();
  await blue.page.waitForURL(`**/tournament/${id}`);
  await blue.shot('arena-standings-phone');

  await moveTournament(mongodbUrl, id, Date.now() - 30 * MINUTE);
  await Promise.all(games);
  for (const player of [red, blue]) {
    await player.page.goto(`/tournament/${id}`);
    await player.page
      .getByRole('region', { name: '前三名' })
      .or(player.page.getByLabel('前三名'))
      .first()
      .waitFor();
  }
  await red.shot('arena-over');
  await blue.shot('arena-over-phone');
  const download = red.page.waitForEvent('download');
  await red.page.getByRole('button', { name: '成绩表' }).click();
  expect((await download).suggestedFilename()).toBe(`${name}成绩.csv`);
  for (const player of [red, blue]) expect(player.errors).toEqual([]);
});
