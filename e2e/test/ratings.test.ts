import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { handOverRatedGames } from '../src/hand-over.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Returns the notice of a found opponent, over the new board. */
function found({ page }: Player) {
  return page.getByRole('dialog', { name: '对手已找到' });
}

/** Seats both in a rated room, red first, through an unlisted challenge. */
async function sitDown(red: Player, blue: Player): Promise<void> {
  const [asker, taker] = await Promise.all([red.api(), blue.api()]);
  await balanceColors(red, blue);
  const { challenge } = await asker.createChallenge({
    body: { initial: 5, increment: 3, rated: true, color: 'red', unlisted: true },
  });
  await Promise.all([
    red.foundOpponent(),
    blue.foundOpponent(),
    taker.acceptChallenge({ params: { id: challenge.id } }),
  ]);
  await Promise.all([red.waitStatus('playing'), blue.waitStatus('playing')]);
  await Promise.all([red, blue].map((one) => found(one).waitFor({ state: 'hidden' })));
}

/** Sets the color balances: the player who was red more often is blue in a rated game. */
async function balanceColors(red: Player, blue: Player): Promise<void> {
  const redis = connectRedis(world.site.redisUrl, { role: 'queue' });
  for (const [player, balance] of [[red, -1] as const, [blue, 1] as const]) {
    const userId = await player.page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}')._id);
    await redis.hset(`{pairing}:user:${userId}`, 'balance', balance);
  }
  await closeRedis(redis);
}

async function playToTheDen(red: Player, blue: Player): Promise<void> {
  for (const [ply, move] of DEN_GAME.entries()) {
    await (ply % 2 === 0 ? red.clickMove(move) : blue.tapMove(move));
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  await Promise.all([red.waitStatus('red_win'), blue.waitStatus('red_win')]);
}

/** Returns the result panel, after the game is rated. */
function ratingPanel({ page }: Player) {
  return page.getByRole('region', { name: '等级分' });
}

/** Number of games after which a rating is ranked. */
const SETTLING = 30;

test('shows a rated game’s changes on the player’s page, the ladder and the history', async () => {
  const red = await world.player('山君', DESKTOP);
  const blue = await world.player('苍狼', PHONE);
  await sitDown(red, blue);
  await red.shot('rated-room');
  await blue.shot('rated-room-phone');

  // A visitor finds the game on the play menu and watches it.
  const visitor = await world.visitor(PHONE);
  await visitor.page.goto('/play');
  await visitor.page.getByRole('link', { name: '观战：山君（红）对苍狼（蓝），5+3，第 1 回合' }).click();
  await visitor.waitStatus('playing');
  await playToTheDen(red, blue);
  await visitor.waitStatus('red_win');

  await ratingPanel(red).waitFor();
  await ratingPanel(blue).waitFor();
  const said = await Promise.all(
    [red, blue].map((one) => ratingPanel(one).getByRole('status').textContent()),
  );
  expect(said[0]).toMatch(/^初定段位：.+ 1500 到 1\d{3}，\+\d+$/);
  expect(said[1]).toMatch(/^初定段位：.+ 1500 到 1\d{3}，−\d+$/);
  const [, after = '', change = ''] = /1500 到 (\d+)，(\+\d+)/.exec(said[0] ?? '') ?? [];
  await red.shot('result-rated');
  await blue.shot('result-rated-phone');

  // Uses the button of the bar, not of the card above the name.
  await red.act('查看棋盘');
  await red.page.getByTitle('山君 的名片').first().click();
  await red.page.getByTitle('山君 的棋手页').click();
  await red.page.waitForURL('**/player/*');
  await red.sees('定级中');
  await red.sees(after);
  await red.sees('1 胜 0 和 0 负');
  expect(
    await red.page.getByRole('region', { name: '最近对局' }).getByRole('listitem').textContent(),
  ).toContain(`胜苍狼红执红入穴 ·\u00a0${Math.ceil(DEN_GAME.length / 2)}\u00a0回合5+3${change}`);
  await red.shot('player');
  const review = await red.page.getByRole('link', { name: '复盘和 苍狼 的对局' }).getAttribute('href');

  await red.page.goto('/history');
  await red.page.getByRole('tab', { name: '排位' }).click();
  await red.sees('排位 5 + 3');
  await red.sees(`等级分 ${change}`);
  await red.shot('history-ranked');
  await red.page.goBack();

  // A rating from few games has no rank.
  await red.page.getByRole('link', { name: '天梯' }).click();
  await red.sees('天梯还空着');
  await red.sees('定级中：再下几局，棋力稳定后就有名次。');
  await red.shot('ladder-empty');
  const userId = await red.page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}')._id);
  await handOverRatedGames(world.site, userId, SETTLING);
  await red.page.reload();
  await red.sees('第 1 名');
  const table = red.page.getByRole('table', { name: '快棋天梯' });
  // On a page that was just loaded, the user's own connection may arrive after the ladder.
  expect(await table.getByRole('row').nth(1).textContent()).toMatch(/^1(在线)?山君我/);
  await red.shot('ladder');

  // A visitor sees the same ladder, with links to the players.
  await visitor.page.goto('/ladder');
  await visitor.page.getByRole('link', { name: '山君' }).click();
  await visitor.sees('16 胜 0 和 15 负');
  await visitor.shot('player-visitor-phone');

  // The game has its own address.
  expect(review).toMatch(/^\/analysis\?game=/);
  for (const { page } of [red, visitor]) {
    await page.goto(review ?? '');
    await page.getByTestId('board').waitFor();
    expect(await page.getByText('棋谱不存在').count()).toBe(0);
  }
  expect([red, blue, visitor].flatMap(({ errors }) => errors)).toEqual([]);
});
