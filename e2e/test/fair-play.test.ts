import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_GAMES } from '@doushouqi/fair-play/testing';
import { ROUTES } from '@doushouqi/protocol/server';
import { gameMoves, type Move, ONLINE_RULE_SET, parseRecord } from '@doushouqi/rules';
import { createInternalClient } from '@doushouqi/service-kit';
import { expect, test } from 'vitest';
import { Desk } from '../src/desk.ts';
import { joinWorld } from '../src/join-world.ts';
import { enroll, type Member, playOut, storageOf } from '../src/members.ts';
import { inviteOperator } from '../src/operators.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();
const { url, keysDir, ports } = world.site;
const TIME_CONTROL = { initial: 5, increment: 3 };
/** The check of a few games takes half a minute of a quarter of a core. */
const PATIENCE_MS = 180_000;

function movesOf(record: string): Move[] {
  const game = parseRecord(record, { ruleSet: ONLINE_RULE_SET });
  if (!game.ok) throw new Error(`a record is wrong: ${game.error.code}`);
  return gameMoves(game.value).map(({ from, to }) => ({ from, to }));
}

/** Plays a rated game, as pairing makes one, up to its end on the board. */
async function playRated(red: Member, blue: Member, moves: readonly Move[]): Promise<void> {
  const token = readFileSync(join(keysDir, 'service-token'), 'utf8').trim();
  const room = createInternalClient({ baseUrl: `http://127.0.0.1:${ports.room}`, token });
  const [roomId, gameId] = [randomBytes(6).toString('hex'), randomBytes(12).toString('hex')];
  const players: [string, string] = [red.user._id, blue.user._id];
  const body = { roomId, gameId, players, kind: 'rated' as const, timeControl: TIME_CONTROL };
  await room.call(ROUTES.createPairedRoom, { body });
  const { clients } = await playOut(url, roomId, red, blue, moves);
  for (const client of clients) client.close();
}

async function ratingOf({ api, user }: Member): Promise<number> {
  return (await api.getRatings({ params: { userId: user._id } })).fast.rating;
}

async function openDesk() {
  const window = await world.open(DESKTOP);
  return { window, desk: new Desk(window.page) };
}

test('who plays the moves of level 5 is flagged by a check, closed by two operators, and the points return', {
  timeout: 2 * PATIENCE_MS,
}, async () => {
  const cheat = await enroll(url, '夜行客');
  const opponents = [await enroll(url, '老象爷'), await enroll(url, '踏雪'), await enroll(url, '墨白')];
  for (const [n, { side, record }] of ENGINE_GAMES.entries()) {
    const other = opponents[n % opponents.length]!;
    const [red, blue] = side === 'red' ? [cheat, other] : [other, cheat];
    await playRated(red, blue, movesOf(record));
  }
  const params = { userId: cheat.user._id };
  const rated = async () => (await cheat.api.listRatedGames({ params })).games.length;
  await expect.poll(rated, { timeout: 30_000 }).toBe(ENGINE_GAMES.length);
  const [first] = opponents;
  const before = await ratingOf(first!);
  const window = await world.open({ ...PHONE, storageState: storageOf(url, first!) });
  await window.page.goto('/ladder');
  await window.page.getByRole('heading', { name: '天梯' }).first().waitFor();

  // The first operator has the games checked, sees why, and proposes the closure.
  const { window: firstWindow, desk: one } = await openDesk();
  await one.enter(await inviteOperator(world.site, '阿山'));
  await one.page.goto(`/admin/people/${cheat.user._id}`);
  await one.page.getByRole('button', { name: '查排位' }).click();
  await one.sees('已排队，查完会显示在这里');
  const reason = one.page.getByText(/^近 \d+ 局有选择的 \d+ 手里，\d+% 是引擎首选/);
  await reason.waitFor({ timeout: PATIENCE_MS });
  await one.page.getByRole('img', { name: /^他 \d+%，同级 \d+%$/ }).waitFor();
  await one.page.getByLabel('判定', { exact: true }).selectOption('engine');
  await one.page.getByRole('radio', { name: '封号' }).check();
  await one.page.getByRole('radio', { name: '不限期' }).check();
  expect(await one.page.getByRole('checkbox', { name: '退还对手失分' }).isChecked()).toBe(true);
  const preview = one.page.getByText(/^3 人，\d+ 分$/);
  await preview.waitFor();
  await firstWindow.shot('console-fair-play');
  await one.page.getByRole('button', { name: '请人复核' }).click();
  await one.sees('夜行客：封号 不限期，等人复核');
  await one.menu('反作弊').click();
  await one.page.getByRole('row', { name: /夜行客.*封号待复核/ }).waitFor();
  await firstWindow.shot('console-flagged');
  expect(await ratingOf(first!)).toBe(before);

  // The points come back with the decision of the second one.
  const { window: secondWindow, desk: two } = await openDesk();
  await two.enter(await inviteOperator(world.site, '小满'));
  await two.menu('复核').click();
  await two.page
    .getByRole('list', { name: '要处理的' })
    .getByRole('link', { name: /夜行客.*封号/ })
    .click();
  await two.sees('退还对手近 30 天输掉的分');
  await two.conclude('证据充分', '同意封号 不限期');
  await two.sees('夜行客：封号 不限期已生效');

  const notice = window.page.getByText(/^和你下过的一位棋手用了引擎，退还 \d+ 分$/);
  await notice.first().waitFor();
  const points = Number(/退还 (\d+) 分/.exec((await notice.first().textContent()) ?? '')?.[1]);
  expect(Math.abs((await ratingOf(first!)) - before - points)).toBeLessThanOrEqual(1);
  await window.page.goto('/letters');
  await window.page.getByRole('region', { name: '退还的等级分' }).getByText(`退还 ${points} 分`).waitFor();
  await window.shot('returned-points');
  await two.menu('反作弊').click();
  await two.page.getByRole('row', { name: /夜行客/ }).waitFor({ state: 'detached' });
  for (const player of [window, firstWindow, secondWindow]) expect(player.errors).toEqual([]);
});
