import type { Tournament } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy } from '../../../test/server.ts';
import { ownEntry, swissInList, tournamentDetails } from '../../../test/tournaments.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { Tiles } from './Tiles.tsx';
import TournamentSlip from './TournamentSlip.tsx';

/** What home says about tournaments. */

const MINUTE = 60_000;

function answer(list: { coming?: Tournament[]; running?: Tournament[] }, details = tournamentDetails()) {
  answerBy(({ call }) => {
    if (call === 'GET /tournaments') return { coming: [], running: [], finished: [], ...list };
    return call.startsWith('GET /tournaments/') ? details : undefined;
  });
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  session.login({ access_token: 't', user: ME });
});
afterEach(async () => {
  await cleanup();
  session.logout();
  localStorage.removeItem('tournament');
  vi.restoreAllMocks();
});

describe('the tile', () => {
  const tile = page.getByRole('link', { name: /^赛事/ });
  const arena = { kind: 'arena', name: '每日擂台', rounds: null, mine: null } as const;
  test.each<[string, Parameters<typeof answer>[0], RegExp]>([
    ['the round of a Swiss', { running: [swissInList({ round: 4 })] }, /进行中.*小雪杯 · 第 4 \/ 7 轮/],
    [
      'the time left of an arena',
      { running: [swissInList({ ...arena, endsAt: Date.now() + 24 * MINUTE - 5_000 })] },
      /进行中.*每日擂台 · 剩 24 分/,
    ],
    [
      'the minutes to the next one',
      { coming: [swissInList({ phase: 'coming', startsAt: Date.now() + 12 * MINUTE - 5_000 })] },
      /12 分后开赛/,
    ],
    ['nothing without any', {}, /擂台与赛程/],
  ])('says %s', async (_, list, text) => {
    answer(list);
    await render(<Tiles />, { wrapper: Providers });
    await expect.element(page.getByRole('link', { name: text })).toBeVisible();
    await expect.element(tile).toHaveAttribute('href', '/tournament');
  });

  test('stays as it is while the list is not available', async () => {
    answerBy(() => undefined);
    await render(<Tiles />, { wrapper: Providers });
    await expect.element(page.getByRole('link', { name: '赛事 擂台与赛程' })).toBeVisible();
  });
});

describe('the slip', () => {
  function show() {
    return render(<TournamentSlip>other</TournamentSlip>, { wrapper: Providers });
  }

  test('names the round and counts down to it', async () => {
    const details = tournamentDetails({ nextAt: Date.now() + 161_000, own: ownEntry() });
    answer({ running: [swissInList()] }, details);
    await show();
    const slip = page.getByRole('link', { name: /小雪杯.*你的下一轮.*2:\d\d 后开始/ });
    await expect.element(slip).toHaveAttribute('href', '/tournament/t1');
    await expect.element(page.getByText('other')).not.toBeInTheDocument();
  });

  test('asks for the check-in', async () => {
    const coming = {
      phase: 'coming',
      round: 0,
      startsAt: Date.now() + 5 * MINUTE,
      checkInAt: Date.now() - 1_000,
    } as const;
    const { checkInAt: _, ...listed } = coming;
    const own = ownEntry({ isCheckedIn: false });
    answer({ coming: [swissInList(listed)] }, tournamentDetails({ ...coming, own }));
    await show();
    await expect.element(page.getByRole('link', { name: /签到开始了.*后截止/ })).toBeVisible();
  });

  test('gives way to another one without an entry', async () => {
    answer({ running: [swissInList({ mine: null })] });
    await show();
    await expect.element(page.getByText('other')).toBeVisible();
    expect(page.getByRole('link').elements()).toEqual([]);
  });
});
