import type { CorrespondenceGame } from '@doushouqi/protocol';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { correspondenceGame, correspondenceRecord, waitingRoom } from '../../../test/correspondence.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, answerCalls, refusal } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import RunningGames from './RunningGames.tsx';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => session.login({ access_token: 'mine', user: ME }));
afterEach(async () => {
  await cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  session.logout();
  // Other test files share the storage.
  localStorage.removeItem('hasGames');
  localStorage.removeItem('listedGames');
  localStorage.removeItem('newRoom');
});

function show(onPlaced = () => {}) {
  return render(
    <>
      <RunningGames place="first" onPlaced={onPlaced} />
      <hr />
      <RunningGames place="last" onPlaced={onPlaced} />
    </>,
    { wrapper: Providers },
  );
}
function showGames(games: CorrespondenceGame[], most = 10) {
  answerCalls({ 'GET /games/correspondence': { games, most } });
  return show();
}
/** Whether the element is above the line between both places. */
function isFirst(element: Element): boolean {
  const line = document.querySelector('hr')!;
  return (line.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
}

const CAPTURE = { from: { x: 2, y: 7 }, to: { x: 2, y: 8 }, piece: 2, captured: 8 };

test('lists own turns first, then the opponents’, then waiting rooms; each leads to its table', async () => {
  await showGames([
    correspondenceGame({ lastMove: CAPTURE, side: 2, ply: 26 }),
    correspondenceGame({
      roomId: 'R2',
      opponent: { _id: 'd'.repeat(24), nickname: '阿黄', avatar: 'dog.png' },
      isMyTurn: false,
      lastMove: { ...CAPTURE, captured: null },
      deadline: Date.now() + 5 * DAY + 20.5 * HOUR,
    }),
    waitingRoom('R3'),
  ]);
  const links = page.getByRole('link');
  await expect.element(links.first()).toBeVisible();
  const [own, other, waiting] = links.elements();
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(
    ['R1', 'R2', 'R3'].map((id) => `/play/room/${id}`),
  );
  expect(own!.textContent).toMatch(/三花.*我执蓝 · 3 天一步 · 第 14 回合.*对方猫C2→C1吃.*还剩 9 小时/);
  expect(own!.querySelector('[data-side="red"]')).toBeTruthy();
  await expect.element(page.getByAltText('象')).toBeVisible();
  expect(other!.textContent).toMatch(/红对 阿黄我走了猫C2→C1对方还剩 5 天 20 小时 · 3 天一步/);
  expect(waiting!.textContent).toMatch(/房间 R3等对手入座3 天一步/);
  await expect.element(page.getByText('3 / 10 盘')).toBeVisible();
  expect(isFirst(own!)).toBe(true);
});

test('a page that was left for a moment shows the room that its user has opened meanwhile', async () => {
  const games: CorrespondenceGame[] = [];
  answerBy(({ call }) => (call === 'GET /games/correspondence' ? { games, most: 10 } : undefined));
  const view = await show();
  await expect.element(page.getByText('没有进行中的棋')).toBeVisible();
  await view.rerender(<>a room</>);
  games.push(waitingRoom('R3'));
  await view.rerender(<RunningGames place="first" onPlaced={() => {}} />);
  await expect.element(page.getByText('等对手入座')).toBeVisible();
});

test('marks little time left', async () => {
  await showGames([
    correspondenceGame(),
    correspondenceGame({ roomId: 'R2', deadline: Date.now() + 2 * DAY }),
  ]);
  const urgent = page.getByText('还剩 9 小时');
  await expect.element(urgent).toBeVisible();
  const color = (element: Element) => getComputedStyle(element).color;
  expect(color(urgent.element())).not.toBe(color(page.getByText('还剩 1 天 23 小时').element()));
});

test('without games the card is the last one, and its button opens the rules of a new game', async () => {
  await showGames([]);
  const title = page.getByText('没有进行中的棋');
  await expect.element(title).toBeVisible();
  expect(isFirst(title.element())).toBe(false);
  await page.getByRole('button', { name: '开一盘' }).click();
  await expect.element(page.getByRole('radio', { name: '3 天一步' })).toBeChecked();
});

test('results of games that ended meanwhile come first, with and without running games', async () => {
  localStorage.setItem('listedGames', JSON.stringify([ME._id, { g2: 0, g1: 0 }]));
  const record = correspondenceRecord();
  const records = {
    'GET /game-records/of-game/g1': { record },
    'GET /game-records/of-game/g2': {
      record: correspondenceRecord({ winner: 'blue', endReason: 'TIME_UP' }),
    },
  };
  answerCalls({ 'GET /games/correspondence': { games: [], most: 10 }, ...records });
  const links: number[] = [];
  await show(() => void links.push(document.querySelectorAll('a').length));
  const results = page.getByRole('list', { name: '下完的棋' });
  await expect.element(results.getByRole('link').nth(1)).toBeVisible();
  expect(
    results
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['你赢了对 三花对方认输看看', '你输了对 三花你超时看看']);
  expect(isFirst(results.element())).toBe(true);
  // The page is shown with them.
  expect(links[0]).toBe(2);
  expect(isFirst(page.getByText('没有进行中的棋').element())).toBe(false);
});

test('with as many games as allowed, the button is disabled and the reason stands beside it', async () => {
  await showGames([correspondenceGame(), correspondenceGame({ roomId: 'R2' })], 2);
  await expect.element(page.getByText('满 2 盘了，下完一盘再开')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '开一盘' })).toBeDisabled();
});

test('a visitor sees the empty card and requests nothing', async () => {
  session.logout();
  const sent = answerCalls({});
  await show();
  await expect.element(page.getByText('没有进行中的棋')).toBeVisible();
  expect(sent).toEqual([]);
});

describe('before the games are loaded', () => {
  test.each([
    [false, 'last'],
    [true, 'first'],
  ])('the place is the one of the last visit: games then %s, %s', async (had) => {
    if (had) localStorage.setItem('hasGames', ME._id);
    answerBy(() => new Promise(() => undefined));
    await show();
    const skeleton = page.getByRole('status', { name: '正在加载' });
    await expect.element(skeleton).toBeInTheDocument();
    expect(isFirst(skeleton.element())).toBe(had);
  });

  test('a failed request can be repeated', async () => {
    answerBy(() => refusal('UNAVAILABLE'));
    await show();
    const again = page.getByRole('button', { name: '现在重试' });
    await expect.element(again).toBeVisible();
    answerCalls({ 'GET /games/correspondence': { games: [correspondenceGame()], most: 10 } });
    await again.click();
    await expect.element(page.getByRole('link', { name: /三花/ })).toBeVisible();
  });

  test('says that there is no network', async () => {
    onlineManager.setOnline(false);
    await showGames([]);
    await expect.element(page.getByText('网络已断开，恢复后会自动再试。')).toBeVisible();
  });
});

test.each([320, 390, 768, 1440])('long names and times fit into %i px', async (width) => {
  await page.viewport(width, 900);
  const opponent = { _id: 'c'.repeat(24), nickname: '骑着大象过河的小老鼠米粒', avatar: 'cat.png' };
  const deadline = Date.now() + 6 * DAY + 23 * HOUR;
  await showGames([
    correspondenceGame({ opponent, deadline, lastMove: CAPTURE }),
    correspondenceGame({ roomId: 'R2', opponent, deadline, isMyTurn: false, lastMove: CAPTURE }),
  ]);
  await expect.element(page.getByRole('link').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  for (const link of page.getByRole('link').elements())
    expect(link.scrollWidth).toBeLessThanOrEqual(link.clientWidth + 1);
});
