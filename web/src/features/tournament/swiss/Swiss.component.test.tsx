import type { StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { ratingsOf, userRatingOf } from '../../../../test/ratings.ts';
import { answerBy, type SentCall } from '../../../../test/server.ts';
import { entryOf, MINUTE, OPPONENT, ownGameOf, rowOf, swissOf } from '../../../../test/tournaments.ts';
import { ME } from '../../../../test/users.ts';
import { Sounds } from '../../../board/sounds.ts';
import { session } from '../../../client/session.ts';
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx';
import SwissView from '../SwissView.tsx';
import { useEntry } from '../use-entry.ts';
import { useTournament } from '../use-tournament.ts';

const OTHER = rowOf({ rank: 1, user: OPPONENT, rating: 1_958, points: 2, cells: ['win', 'playing'] });
const PAIR = {
  ...{ gameId: 'g2', roomId: 'g2', round: 2, red: { _id: ME._id, nickname: '山君', avatar: 'tiger.png' } },
  ...{ blue: OPPONENT, result: null, isForfeit: false, plies: 0, at: 1, endedAt: null },
  ...{ table: 2, redPoints: 1.5, bluePoints: 1 },
};
const OVER = { ...PAIR, gameId: 'g1', roomId: 'g1', round: 1, result: 'blue', plies: 44, table: 1 };

/** The page as `TournamentPage` renders it. */
function Page() {
  const { data } = useTournament('swiss-1');
  const entry = useEntry('swiss-1');
  return data ? <SwissView details={data} entry={entry} isStale={false} /> : null;
}

async function show(
  details: TournamentDetails,
  rows: StandingsRow[] = [OTHER, rowOf()],
): Promise<SentCall[]> {
  let known = details;
  const sent = answerBy(({ call, query }) => {
    if (call === 'GET /tournaments/swiss-1') return known;
    if (call === 'GET /tournaments/swiss-1/standings') return { from: 0, total: rows.length, rows };
    if (call.startsWith('GET /tournaments/swiss-1/rounds/')) {
      const round = Number(call.at(-1));
      const byes = round === 1 ? [{ user: OTHER.user, points: 1 }] : [];
      return { round, pairs: round === 1 ? [OVER] : [PAIR], byes };
    }
    if (call === 'GET /ratings') {
      const ratings = ratingsOf(userRatingOf(1_612));
      return { ratings: query.ids?.split(',').map((userId) => ({ userId, ...ratings })) };
    }
    const own = known.own ?? entryOf();
    const change = {
      'POST /tournaments/swiss-1/join': { status: 'active' },
      'POST /tournaments/swiss-1/leave': { status: 'left' },
      'POST /tournaments/swiss-1/checkin': { isCheckedIn: true },
      'POST /tournaments/swiss-1/pause': { hasBye: true },
    }[call];
    if (!change) return undefined;
    known = { ...known, own: { ...own, ...change } as typeof own };
    return { own: known.own };
  });
  await render(
    <>
      <Page />
      <ConfirmHost />
    </>,
    { wrapper: Providers },
  );
  return sent;
}

function posts(sent: readonly SentCall[]): string[] {
  return sent.map(({ call }) => call).filter((call) => call.startsWith('POST'));
}

const own = page.getByRole('region', { name: '我的比赛' });

beforeEach(async () => {
  await page.viewport(1440, 900);
  session.login({ access_token: 'mine', user: ME });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  session.logout();
});

describe('the own card', () => {
  test('leads to the own table, with the seconds to take the seat, then for the first move', async () => {
    await show(swissOf({ own: entryOf({ game: ownGameOf(Date.now() - 5_000) }) }));
    await expect.element(own.getByRole('heading', { name: '第 2 轮 · 第 2 桌' })).toBeVisible();
    await expect.element(own.getByText(/2[0-5] 秒内入座/)).toBeVisible();
    await expect
      .element(own.getByRole('link', { name: '去我的棋桌' }))
      .toHaveAttribute('href', '/play/room/g2');
    await cleanup();
    await show(swissOf({ own: entryOf({ game: ownGameOf(Date.now() - 35_000) }) }));
    await expect.element(own.getByText(/1[0-5] 秒内走第一步/)).toBeVisible();
  });

  test('leads back to a running game', async () => {
    await show(swissOf({ own: entryOf({ game: ownGameOf(Date.now() - 2 * MINUTE) }) }));
    await expect.element(own.getByRole('link', { name: '回到棋桌' })).toBeVisible();
  });

  test.each([
    ['the bye', swissOf({ own: entryOf() }), ['win', 'bye'], '这一轮轮空'],
    ['an own game that is over', swissOf({ own: entryOf() }), ['win', 'loss'], '这一轮你负'],
    ['the pairing', swissOf({ own: entryOf() }), ['win'], '正在配对'],
    ['the break', swissOf({ own: entryOf(), nextAt: Date.now() + MINUTE }), ['win', 'win'], '第 3 轮马上来'],
    [
      'a requested bye',
      swissOf({ own: entryOf({ hasBye: true }), nextAt: Date.now() + MINUTE }),
      ['win', 'win'],
      '下一轮请假',
    ],
    ['a removed player', swissOf({ own: entryOf({ status: 'removed' }) }), ['loss'], '你已退出这场比赛'],
    ['the end', swissOf({ phase: 'finished', own: entryOf({ rank: 2 }) }), ['win'], '你是第 2 名'],
  ] as const)('shows %s', async (_, details, cells, title) => {
    await show(details, [OTHER, rowOf({ cells: [...cells] })]);
    await expect.element(own.getByRole('heading', { name: title })).toBeVisible();
  });

  test('asks for a bye and withdraws after a question, and returns', async () => {
    const sent = await show(swissOf({ own: entryOf() }));
    const question = page.getByRole('alertdialog');
    await own.getByRole('button', { name: '请假一轮' }).click();
    await question.getByRole('button', { name: '请假' }).click();
    await expect.element(own.getByRole('button', { name: '请假一轮' })).not.toBeInTheDocument();
    await own.getByRole('button', { name: '退赛' }).click();
    await question.getByRole('button', { name: '留下' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await own.getByRole('button', { name: '退赛' }).click();
    await question.getByRole('button', { name: '退赛' }).click();
    await own.getByRole('button', { name: '回来接着下' }).click();
    await expect
      .poll(() => posts(sent).map((call) => call.split('/').at(-1)))
      .toEqual(['pause', 'leave', 'join']);
  });

  test('without entry is the leaders’ table, with a late entry before half of the rounds', async () => {
    const sent = await show(swissOf({ mine: null }), [OTHER]);
    await expect.element(page.getByRole('region', { name: '头号棋桌' })).toBeVisible();
    await page.getByRole('button', { name: '中途报名' }).click();
    await expect.poll(() => posts(sent)).toEqual(['POST /tournaments/swiss-1/join']);
  });

  test('offers no late entry after half of the rounds', async () => {
    await show(swissOf({ round: 3 }), [OTHER]);
    await expect.element(page.getByRole('region', { name: '头号棋桌' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '中途报名' })).not.toBeInTheDocument();
  });
});

test('the standings have a cell for each round, and the own row is marked', async () => {
  await show(swissOf({ own: entryOf() }));
  const mine = page.getByRole('row', { name: /山君/ });
  await expect.element(mine).toHaveAttribute('aria-current', 'true');
  await expect.element(mine.getByTitle('第 1 轮：胜')).toBeVisible();
  await expect.element(mine.getByTitle('第 3 轮：还没到')).toBeVisible();
  await expect.element(mine.getByText('2.5', { exact: true })).toBeVisible();
  const other = page.getByRole('row', { name: /苍狼/ });
  await expect.element(other.getByTitle('第 2 轮：正在下')).toBeVisible();
});

test('arrows turn to earlier rounds; games lead to the room or to the review', async () => {
  await show(swissOf({ own: entryOf() }));
  await expect.element(page.getByRole('heading', { name: '第 2 轮对阵' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '去棋桌' })).toHaveAttribute('href', '/play/room/g2');
  await expect.element(page.getByRole('button', { name: '下一轮' })).toBeDisabled();
  await page.getByRole('button', { name: '上一轮' }).click();
  await expect.element(page.getByRole('heading', { name: '第 1 轮对阵' })).toBeVisible();
  await expect.element(page.getByText('0 : 1')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '看棋谱：山君 对 苍狼' }))
    .toHaveAttribute('href', '/analysis?game=g1');
  await expect.element(page.getByText('轮空', { exact: true })).toBeVisible();
});

test('a phone has standings, pairings and own games as tabs', async () => {
  await page.viewport(390, 844);
  await show(swissOf({ own: entryOf() }));
  await page.getByRole('tab', { name: '对阵' }).click();
  await expect.element(page.getByRole('heading', { name: '第 2 轮对阵' })).toBeVisible();
  await page.getByRole('tab', { name: '我的棋' }).click();
  await expect.element(page.getByText('对苍狼').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});

describe('before the start', () => {
  const startsAt = Date.now() + 5 * MINUTE;
  const coming = { phase: 'coming', round: 0, games: 0, startsAt } as const;
  const before = rowOf({ cells: [], points: 0 });

  test('a member enters and cancels', async () => {
    const sent = await show(swissOf(coming), [before]);
    await page.getByRole('button', { name: '报名' }).click();
    await page.getByRole('button', { name: '取消报名' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '取消报名' }).click();
    await expect.element(page.getByRole('button', { name: '报名' })).toBeVisible();
    expect(posts(sent)).toEqual(['POST /tournaments/swiss-1/join', 'POST /tournaments/swiss-1/leave']);
  });

  test('a player checks in', async () => {
    const rows = [{ ...before, isCheckedIn: false }];
    const details = swissOf({ ...coming, checkInAt: startsAt - 10 * MINUTE, checkedIn: 3, own: entryOf() });
    const sent = await show(details, rows);
    await expect.element(page.getByText('你已报名 · 第 4 号种子')).toBeVisible();
    await expect.element(page.getByText('3 人已签到')).toBeVisible();
    await page.getByRole('button', { name: '签到' }).click();
    await expect.element(page.getByRole('region', { name: '已签到' })).toBeVisible();
    expect(posts(sent)).toEqual(['POST /tournaments/swiss-1/checkin']);
  });

  test('the check-in stamps the own row with a tap, once', async () => {
    const play = vi.spyOn(Sounds.prototype, 'play');
    const checkIn = { ...coming, checkInAt: startsAt - 10 * MINUTE };
    const entry = page.getByRole('region', { name: '已签到' });
    const mine = page.getByRole('listitem').filter({ hasText: '山君' });
    const stamp = mine.getByRole('img', { name: '已签到' });
    await show(swissOf({ ...checkIn, own: entryOf() }), [{ ...before, isCheckedIn: false }]);
    await page.getByRole('button', { name: '签到' }).click();
    await expect.element(stamp).toHaveTextContent('到');
    expect(getComputedStyle(stamp.element()).animation).toMatch(/0\.42s .*stamp/);
    expect(play.mock.calls).toEqual([['move', undefined]]);
    await cleanup();
    const isCheckedIn = true;
    await show(swissOf({ ...checkIn, checkedIn: 4, own: entryOf({ isCheckedIn }) }), [
      { ...before, isCheckedIn },
    ]);
    await expect.element(entry).toBeVisible();
    await expect.element(mine.getByText('已签到')).toBeVisible();
    expect(stamp.query()).toBeNull();
    expect(play).toHaveBeenCalledTimes(1);
  });

  test('conditions show the own level, and one out of the range cannot enter', async () => {
    await show(swissOf({ ...coming, levels: { min: 22, max: 24 } }), []);
    const conditions = page.getByRole('region', { name: '参赛条件' });
    await expect.element(conditions.getByText('棋力要求：象')).toBeVisible();
    await expect.element(conditions.getByText('你还不够')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '报名' })).toBeDisabled();
    await expect.element(page.getByText('还没有人报名')).toBeVisible();
  });

  test('a visitor is asked to log in first', async () => {
    session.logout();
    const sent = await show(swissOf(coming), [before]);
    await page.getByRole('button', { name: '报名' }).click();
    expect(session.store.getState().loginModalVisible).toBe(true);
    session.closeLogin();
    expect(posts(sent)).toEqual([]);
  });

  test('the list is settled once the time has come', async () => {
    await show(swissOf({ ...coming, startsAt: Date.now() - 1_000, own: entryOf() }), [before]);
    await expect.element(page.getByRole('heading', { name: '名单已定' })).toBeVisible();
  });
});

test('the rules open', async () => {
  await show(swissOf());
  await page.getByRole('button', { name: '瑞士制规则' }).click();
  await expect.element(page.getByRole('dialog', { name: '瑞士制规则' })).toBeVisible();
});
