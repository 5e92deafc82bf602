import type { Challenge } from '@doushouqi/protocol';
import { toWireHeader } from '@doushouqi/protocol';
import { headerOf } from '@doushouqi/room-client/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { letterOf } from '../../../test/letters.ts';
import { Providers } from '../../../test/Providers.tsx';
import { ratingsOf, UNRATED, userRatingOf } from '../../../test/ratings.ts';
import { answerBy, answerCalls, refusal, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { rememberRoom } from '../../client/own-room.ts';
import { letterStore, NO_LETTERS } from '../../client/sanctions.ts';
import { session } from '../../client/session.ts';
import { KEYS } from '../../client/storage.ts';
import { searchSlot } from '../../shared/header/header-slots.ts';
import { OwnChallengeRow } from '../../shared/pairing/ChallengeRow.tsx';
import PairingHost from '../../shared/pairing/PairingHost.tsx';
import { DEFAULT_POOL, poolId } from '../../shared/pairing/pools.ts';
import type { MyPairing } from '../../shared/pairing/search-state.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import ChallengePage from './ChallengePage.tsx';
import Pools from './Pools.tsx';

const NOTHING: MyPairing = { ticket: null, paired: null, pause: null, challenge: null };
const POOL = { initial: 5, increment: 3, rated: true, waiting: 3, playing: 5, expectedWait: 20 };

/** The server's answer; it may change during a test. */
let mine: MyPairing;
let conduct: object;

function server() {
  return answerBy(({ call }) => {
    if (call === 'GET /pairing/mine') return mine;
    if (call === 'GET /pairing/pools') return { pools: [POOL], online: 8, playing: 5 };
    if (call === 'POST /pairing/join') {
      if (mine.pause) return refusal('PAIRING_PAUSED');
      mine = waiting(0);
      return { ticket: mine.ticket?.id, expectedWait: 20 };
    }
    if (call === 'POST /pairing/leave') {
      mine = NOTHING;
      return { success: true };
    }
    if (call === 'GET /ratings/mine/conduct') return conduct;
    return undefined;
  });
}

/** A ticket that is so many seconds old. */
function waiting(seconds: number): MyPairing {
  return {
    ...NOTHING,
    ticket: { id: 'T2', ...DEFAULT_POOL, since: Date.now() - seconds * 1000, expectedWait: 20 },
  };
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(KEYS.pool, poolId(DEFAULT_POOL));
  mine = NOTHING;
  conduct = { pause: null, warning: null, nextPause: 0 };
  session.login({ access_token: 't', user: ME });
});
afterEach(() => {
  session.logout();
  vi.restoreAllMocks();
});

test('one press starts a search, and another one ends it', async () => {
  const asked = server();
  await render(
    <>
      <Pools />
      <PairingHost />
    </>,
    { wrapper: Providers },
  );
  await page.getByRole('button', { name: '5+3 排位，快棋，3 人等，3 局在下' }).click();
  // The number does not count this user, whose ticket is among them from now on.
  const pool = page.getByRole('button', { name: /^5\+3 排位，快棋，[23] 人等/ });
  await expect.element(pool).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => asked.find(({ call }) => call === 'POST /pairing/join')?.body)
    .toEqual(DEFAULT_POOL);
  await expect.element(page.getByRole('complementary', { name: '找对手' })).toBeVisible();
  await expect.element(page.getByText('正在找对手，5+3 排位')).toBeInTheDocument();
  await pool.click();
  await expect.element(pool).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => asked.some(({ call }) => call === 'POST /pairing/leave')).toBe(true);
});

test('a pool without waiting users shows the expected wait, and no zeros', async () => {
  const empty = { ...POOL, waiting: 0, playing: 0 };
  answerCalls({
    'GET /pairing/pools': { pools: [empty, { ...empty, initial: 2, increment: 1, expectedWait: null }] },
  });
  await render(<Pools />, { wrapper: Providers });
  const known = page.getByRole('button', { name: '5+3 排位，快棋，预计 0:20', exact: true });
  await expect.element(known).toHaveTextContent('5+3快棋预计 0:20');
  await expect.element(page.getByRole('button', { name: /^2\+1/ })).toHaveTextContent('2+1快棋');
});

test.each([
  ['a newcomer', UNRATED, '休闲'],
  ['a user with a level', userRatingOf(1700), '排位'],
])('opens for %s without a stored choice on the kind that home searches', async (_, fast, kind) => {
  localStorage.removeItem(KEYS.pool);
  answerCalls({
    'GET /pairing/pools': { pools: [POOL], online: 8, playing: 5 },
    [`GET /ratings/${ME._id}`]: ratingsOf(fast),
  });
  await render(<Pools />, { wrapper: Providers });
  await expect
    .element(page.getByRole('button', { name: kind, exact: true }))
    .toHaveAttribute('aria-pressed', 'true');
});

test('a visitor logs in first, then the search starts', async () => {
  session.logout();
  const asked = server();
  await render(<Pools />, { wrapper: Providers });
  await page.getByRole('button', { name: '休闲', exact: true }).click();
  await page.getByRole('button', { name: /^10\+5 休闲/ }).click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: true, redirectPath: '/play' });
  session.login({ access_token: 't', user: ME });
  const [path, { state }] = session.takeRedirect();
  await render(<Pools />, {
    wrapper: ({ children }) => (
      <Providers path={path} state={state}>
        {children}
      </Providers>
    ),
  });
  await expect
    .poll(() => asked.find(({ call }) => call === 'POST /pairing/join')?.body)
    .toEqual({ initial: 10, increment: 5, rated: false });
});

test('a press on home before its script was loaded starts the usual search, once', async () => {
  const asked = server();
  sessionStorage.setItem('earlyPress', `seek ${Date.now()}`);
  const { unmount } = await render(<Pools />, { wrapper: Providers });
  const joins = () => asked.filter(({ call }) => call === 'POST /pairing/join').map(({ body }) => body);
  await expect.poll(joins).toEqual([DEFAULT_POOL]);
  await unmount();
  expect(sessionStorage.getItem('earlyPress')).toBeNull();
});

test.each(['seek=2%2B1%3Arated', 'now', 'now='])('the address ?%s alone starts no search', async (query) => {
  const asked = server();
  await render(<Pools />, {
    wrapper: ({ children }) => <Providers path={`/play?${query}`}>{children}</Providers>,
  });
  await expect.element(page.getByRole('button', { name: /^2\+1/ })).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => asked.map(({ call }) => call)).toContain('GET /pairing/pools');
  expect(asked.map(({ call }) => call)).not.toContain('POST /pairing/join');
});

test('a search continues after a reload, with a warm-up after 15 s', async () => {
  server();
  mine = waiting(17);
  await render(<PairingHost />, { wrapper: Providers });
  await expect.element(page.getByRole('button', { name: '先和电脑热身' })).toBeVisible();
  await expect.element(page.getByText(/预计 0:20/)).toBeVisible();
});

test.each([
  ['this user alone', 1, null, '现在只有你在等 · 等得越久，对手范围越宽'],
  ['this user alone, with a forecast', 1, 40, '现在只有你在等 · 等得越久，对手范围越宽'],
  ['another user', 2, null, '还有 1 人在等 · 等得越久，对手范围越宽'],
  ['another user, with a forecast', 2, 40, '预计 0:40 · 等得越久，对手范围越宽'],
])('the search says who waits: %s', async (_, waits, expectedWait, text) => {
  await page.viewport(1440, 900);
  const pool = { ...POOL, waiting: waits, playing: 0, expectedWait };
  answerCalls({
    'GET /pairing/mine': { ...NOTHING, ticket: { ...waiting(5).ticket, expectedWait } },
    'GET /pairing/pools': { pools: [pool], online: 1, playing: 0 },
  });
  await render(
    <>
      <Pools />
      <PairingHost />
    </>,
    { wrapper: Providers },
  );
  await expect.element(page.getByText(text)).toBeVisible();
  const label = page
    .getByRole('button', { name: /^5\+3 排位/ })
    .element()
    .getAttribute('aria-label');
  expect(label?.includes('人等')).toBe(waits > 1);
});

test('a guest who closes the registration for a rated game goes on with casual games', async () => {
  session.login({ access_token: 't', user: { ...ME, isGuest: true } });
  server();
  await render(<Pools />, { wrapper: Providers });
  await page.getByRole('button', { name: '排位', exact: true }).click();
  await page.getByRole('button', { name: /^5\+3 排位/ }).click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: true, loginStep: 'register' });
  session.closeLogin();
  await expect
    .element(page.getByRole('button', { name: '休闲', exact: true }))
    .toHaveAttribute('aria-pressed', 'true');
});

test('a running game with a friend has a link back, with the time that is left', async () => {
  const me = ME._id;
  const friend = 'b'.repeat(24);
  const now = Date.now();
  const running = {
    ...toWireHeader(
      headerOf({
        status: 'playing',
        players: [me, friend],
        ply: 4,
        timeLeft: { red: 271_900, blue: 9 },
      }),
    ),
    lastMoveTime: null,
    offlineSince: { player1: now - 20_000, player2: null },
    ...{ roomId: 'R9', v: 3, record: '', chatMessages: [], serverTime: now },
  };
  let room: object = running;
  answerBy(({ call }) => {
    if (call === 'GET /pairing/mine') return mine;
    if (call === 'GET /games/rooms/R9') return room;
    if (call === `GET /users/${friend}`) return { _id: friend, nickname: '苍狼', avatar: 'wolf.png' };
    return undefined;
  });
  rememberRoom(me, 'R9');
  await render(<PairingHost />, { wrapper: Providers });
  const bar = page.getByRole('complementary', { name: '回到对局' });
  await expect.element(bar.getByText('与苍狼的对局')).toBeVisible();
  await expect.element(bar.getByText(/对方在等，(40|3\d) 秒内不回来判负/)).toBeVisible();
  await expect.element(bar.getByRole('link')).toHaveAttribute('href', '/play/room/R9');
  room = { ...running, status: 'player2_win' };
  await expect.poll(() => localStorage.getItem('ownRoom'), { timeout: 8_000 }).toBeNull();
  await expect.element(bar).not.toBeInTheDocument();
});

test('the search is small in the header of a game', async () => {
  server();
  mine = waiting(3);
  const element = document.body.appendChild(document.createElement('span'));
  searchSlot.setState({ element });
  await render(<PairingHost />, { wrapper: Providers });
  await expect.element(page.getByRole('button', { name: '取消' })).toBeVisible();
  expect(element.textContent).toMatch(/0:0\d/);
  expect(page.getByRole('complementary', { name: '找对手' }).elements()).toEqual([]);
  searchSlot.setState({ element: null });
  element.remove();
});

test('shows when a pause ends', async () => {
  server();
  mine = { ...NOTHING, pause: { until: Date.now() + 125_000 } };
  await render(
    <>
      <Pools />
      <PairingHost />
    </>,
    { wrapper: Providers },
  );
  await page.getByRole('button', { name: /^5\+3 排位/ }).click();
  const bar = page.getByRole('complementary', { name: '找对手' });
  await expect.element(bar.getByText(/还有 [12]:\d\d/)).toBeVisible();
  await bar.getByRole('button', { name: '知道了' }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

test('warns before a pause', async () => {
  server();
  conduct = { pause: null, warning: 'left', nextPause: 600_000 };
  await render(<Pools />, { wrapper: Providers });
  await expect.element(page.getByText('最近有一局中途离开。再有一次，将暂停匹配 10 分钟。')).toBeVisible();
});

const CHALLENGE: Challenge = {
  id: 'C1',
  from: { _id: 'b'.repeat(24), nickname: '花豹', avatar: 'leopard.png' },
  toId: null,
  initial: 5,
  increment: 3,
  rated: true,
  color: 'random',
  range: null,
  unlisted: true,
  rating: 1500,
  provisional: false,
  at: 0,
  expiresAt: null,
};

function ChallengeAt({ path, state }: { path: string; state?: unknown }) {
  return (
    <Providers path={path} state={state}>
      <Routes>
        <Route path="/challenge/:id" element={<ChallengePage />} />
      </Routes>
    </Providers>
  );
}

function challengeServer() {
  return answerBy(({ call }) => {
    if (call === 'GET /challenges/C1') return { state: 'open', challenge: CHALLENGE };
    if (call === 'POST /challenges/C1/accept') return { roomId: 'R1', color: 'red' };
    return undefined;
  });
}

test.each([344, 274])('the own challenge shows its name in a list %d px wide', async (width) => {
  await render(
    <ul style={{ width, padding: 0 }}>
      <OwnChallengeRow challenge={CHALLENGE} />
    </ul>,
    { wrapper: Providers },
  );
  const name = page.getByText('我的挑战').element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

function acceptsIn(asked: SentCall[]): number {
  return asked.filter(({ call }) => call === 'POST /challenges/C1/accept').length;
}

test('an address alone accepts no challenge', async () => {
  const asked = challengeServer();
  await render(<ChallengeAt path="/challenge/C1?accept=1" />);
  await expect.element(page.getByRole('button', { name: '应战' })).toBeVisible();
  expect(acceptsIn(asked)).toBe(0);
});

test('a challenge that was pressed before the login is accepted after it, once', async () => {
  session.logout();
  const asked = challengeServer();
  const visit = await render(<ChallengeAt path="/challenge/C1" />);
  await page.getByRole('button', { name: '登录后应战' }).click();
  session.login({ access_token: 't', user: ME });
  const [path, { state }] = session.takeRedirect();
  await visit.unmount();
  await render(<ChallengeAt path={path} state={state} />);
  await expect.poll(() => acceptsIn(asked)).toBe(1);
});

test('a refused rated search offers the same pool without rating', async () => {
  const joins: unknown[] = [];
  answerBy(({ call, body }) => {
    if (call === 'GET /pairing/mine') return mine;
    if (call !== 'POST /pairing/join') return undefined;
    joins.push(body);
    if (joins.length === 1) return refusal('RATED_PAUSED');
    return { ticket: 'T2', expectedWait: 20 };
  });
  await render(<Pools />, { wrapper: Providers });
  await page.getByRole('button', { name: /^5\+3 排位/ }).click();
  await expect
    .poll(() => confirmStore.getState().current)
    .toMatchObject({
      title: '排位暂停了',
      message: '你的排位已暂停，休闲和人机照常',
      confirmText: '下休闲',
    });
  expect(letterStore.getState().isStale).toBe(true);
  answerConfirm(true);
  await expect
    .poll(() => joins)
    .toEqual([
      { initial: 5, increment: 3, rated: true },
      { initial: 5, increment: 3, rated: false },
    ]);
  letterStore.setState(NO_LETTERS);
});

test('while rated play is paused, the pools are casual and say until when', async () => {
  server();
  letterStore.setState({ letters: [letterOf({ kind: 'unrated' }, Date.now())], now: Date.now() });
  await render(<Pools />, { wrapper: Providers });
  await expect.element(page.getByRole('note').getByText(/^排位暂停到/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^5\+3 休闲/ })).toBeEnabled();
  await page.getByRole('button', { name: '排位', exact: true }).click();
  await expect.element(page.getByRole('button', { name: /^5\+3 排位/ })).toBeDisabled();
  letterStore.setState(NO_LETTERS);
});
