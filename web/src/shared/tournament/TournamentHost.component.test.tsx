import type { TournamentDetails, TournamentRound } from '@doushouqi/protocol';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy } from '../../../test/server.ts';
import { ownEntry, swissInList, tournamentDetails } from '../../../test/tournaments.ts';
import { ME } from '../../../test/users.ts';
import { hadTournament, stepReached, tournamentCall } from '../../client/own-tournament.ts';
import { session } from '../../client/session.ts';
import { ToastHost } from '../../ui/ToastHost.tsx';
import { hideToast } from '../../ui/toast-store.ts';
import { placeSearch } from '../header/header-slots.ts';
import TournamentHost from './TournamentHost.tsx';

/** News and the next step of the user's tournament, on pages that are not about it. */

const MINUTE = 60_000;
const STEP = { id: 't1', name: '小雪杯', round: null } as const;

interface Shown {
  path?: string;
  /** A game or the analysis is shown. */
  isGame?: boolean;
  nextAt?: number | null;
  isEntered?: boolean;
  details?: Partial<TournamentDetails>;
}

async function show({
  path = '/ladder',
  isGame = false,
  nextAt = null,
  isEntered = true,
  details,
}: Shown = {}) {
  const running = isEntered ? [swissInList()] : [];
  answerBy(({ call }) => {
    if (call === 'GET /tournaments') return { coming: [], running, finished: [] };
    if (call === 'GET /tournaments/t1') return tournamentDetails({ nextAt, own: ownEntry(), ...details });
    return undefined;
  });
  await render(
    <>
      {isGame && <span ref={placeSearch} />}
      <TournamentHost />
      <ToastHost />
      <output data-testid="address">
        <Address />
      </output>
    </>,
    { wrapper: ({ children }) => <Providers path={path}>{children}</Providers> },
  );
}
function Address() {
  return useLocation().pathname;
}
function report(step: TournamentRound['step'], round: number | null = null): void {
  stepReached({ ...STEP, step, round });
}

const next = page.getByRole('link', { name: /你的下一轮/ });

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(async () => {
  await cleanup();
  session.logout();
  hideToast();
  tournamentCall.setState({ needed: false, steps: [] });
  localStorage.removeItem('tournament');
  Reflect.deleteProperty(document, 'hidden');
  vi.restoreAllMocks();
});

describe('the next round', () => {
  test('is on every page while it waits for the player, and leads to the tournament', async () => {
    await show({ nextAt: Date.now() + 2 * MINUTE });
    await expect.element(next).toHaveAttribute('href', '/tournament/t1');
    await expect.element(next.getByText(/^(2:00|1:5\d)$/)).toHaveAttribute('data-last', 'false');
    expect(hadTournament(ME._id)).toBe(true);
  });

  test('counts its last minute in red', async () => {
    await show({ nextAt: Date.now() + 50_000 });
    await expect.element(next.getByText(/^0:[45]\d$/)).toHaveAttribute('data-last', 'true');
  });

  test.each([
    ['in games', { isGame: true }],
    ['on home, which has its own', { path: '/' }],
    ['on the page of the tournament', { path: '/tournament/t1' }],
    ['while the round runs', { nextAt: null }],
  ])('is not shown %s', async (_, where) => {
    await show({ nextAt: Date.now() + MINUTE, ...where });
    await expect.poll(() => hadTournament(ME._id)).toBe(true);
    expect(next.elements()).toEqual([]);
  });

  test('is forgotten on this device once no tournament is entered', async () => {
    localStorage.setItem('tournament', ME._id);
    await show({ isEntered: false });
    await expect.poll(() => hadTournament(ME._id)).toBe(false);
  });
});

describe('a step of a tournament', () => {
  test.each([
    ['ended', null, '小雪杯结束了', '看名次', '/tournament/t1'],
    ['bye', 4, '小雪杯第 4 轮，你轮空', '看对阵', '/tournament/t1'],
    ['removed', 4, '两次没到场，你已退出小雪杯', '看排名', '/tournament/t1'],
    ['cancelled', null, '小雪杯取消了', '看赛程', '/tournament'],
  ] as const)('is said with a link: %s', async (step, round, text, label, path) => {
    await show();
    report(step, round);
    await expect.element(page.getByText(text)).toBeVisible();
    await page.getByRole('link', { name: label }).click();
    await expect.element(page.getByTestId('address')).toHaveTextContent(path);
    await expect.element(page.getByRole('link', { name: label })).not.toBeInTheDocument();
  });

  test('is said once, though its event arrives twice', async () => {
    await show();
    report('ended');
    await page.getByRole('button', { name: '收起' }).click();
    report('ended');
    await expect.poll(() => tournamentCall.getState().steps).toEqual([]);
    expect(page.getByText('小雪杯结束了').elements()).toEqual([]);
  });

  test.each([
    ['in a game', { isGame: true }],
    ['on the page of the tournament', { path: '/tournament/t1' }],
  ])('is said in passing %s', async (_, where) => {
    await show(where);
    report('ended');
    await expect.element(page.getByRole('status').getByText('小雪杯结束了')).toBeVisible();
    expect(page.getByRole('link', { name: '看名次' }).elements()).toEqual([]);
  });

  test('names the own rank at the end', async () => {
    await show({ details: { phase: 'finished', own: ownEntry({ rank: 3 }) } });
    report('ended');
    await expect.element(page.getByText('小雪杯结束了，你是第 3 名')).toBeVisible();
  });

  test('warns in another game that the own table waits', async () => {
    await show({ isGame: true });
    report('awaited', 4);
    await expect
      .element(page.getByRole('status').getByText('小雪杯第 4 轮在等你，一分钟内不下完这一局，那边就判负'))
      .toBeVisible();
    expect(page.getByRole('link', { name: '看对阵' }).elements()).toEqual([]);
  });

  test('calls a hidden window to the check-in by its title', async () => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    const before = document.title;
    await show();
    report('checkIn');
    await expect.poll(() => document.title).toBe('该签到了');
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => document.title).toBe(before);
  });
});

test.each([320, 390, 1440])('a long name fits into %i px', async (width) => {
  await page.viewport(width, 800);
  const name = '长安西市铜钱巷斗兽棋月末大擂台';
  answerBy(({ call }) =>
    call === 'GET /tournaments'
      ? { coming: [], running: [swissInList({ name })], finished: [] }
      : tournamentDetails({ name, nextAt: Date.now() + 2 * MINUTE }),
  );
  await render(<TournamentHost />, {
    wrapper: ({ children }) => <Providers path="/ladder">{children}</Providers>,
  });
  await expect.element(next).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  expect(next.element().scrollWidth).toBeLessThanOrEqual(next.element().clientWidth + 1);
  stepReached({ ...STEP, name, step: 'bye', round: 11 });
  await expect.element(page.getByRole('link', { name: '看对阵' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
});
