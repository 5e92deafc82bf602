import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../test/Providers.tsx';
import { ME } from '../../test/users.ts';
import { closeCodes, showCodes } from '../client/new-codes.ts';
import { session } from '../client/session.ts';
import { serverNow } from '../client/time.ts';
import { DEFAULT_POOL } from '../shared/pairing/pools.ts';
import { searchStore } from '../shared/pairing/search.ts';
import { IDLE } from '../shared/pairing/search-state.ts';
import NewCodes from './NewCodes.tsx';

const codes = page.getByRole('dialog', { name: '收好恢复码' });

beforeEach(() => {
  session.login({ access_token: 'mine', user: ME });
  showCodes({ userId: ME._id, codes: ['AAAA-BBBB'], isHeld: true });
});
afterEach(() => {
  vi.useRealTimers();
  closeCodes();
  session.logout();
  searchStore.setState({ search: IDLE });
});

const OPPONENT = { ...ME, _id: 'b'.repeat(24), nickname: '苍狼' };
const FOUND = {
  phase: 'found',
  roomId: 'r',
  opponent: OPPONENT,
  color: 'red',
  tournamentId: null,
  at: 0,
  pool: null,
  fresh: true,
} as const;

test.each([{ phase: 'joining', pool: DEFAULT_POOL, since: serverNow() } as const, FOUND])(
  'shows held codes when the search is over: $phase',
  async (search) => {
    vi.useFakeTimers();
    searchStore.setState({ search });
    await render(<NewCodes />, { wrapper: Providers });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(codes.elements()).toEqual([]);
    searchStore.setState({ search: IDLE });
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.element(codes).toBeVisible();
  },
);

test('shows held codes when the search ended before this dialog was loaded, as after a reload', async () => {
  await render(<NewCodes />, { wrapper: Providers });
  await expect.element(codes).toBeVisible();
});
