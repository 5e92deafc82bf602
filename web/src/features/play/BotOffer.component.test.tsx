import { HOUSE_BOTS } from '@doushouqi/protocol';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { ratingsOf, userRatingOf } from '../../../test/ratings.ts';
import { answerBy, refusal } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { Sounds } from '../../board/sounds.ts';
import { session } from '../../client/session.ts';
import PairingHost from '../../shared/pairing/PairingHost.tsx';

const POOL = { initial: 5, increment: 3, rated: true };

interface World {
  /** Age of the ticket, in seconds. */
  waited: number;
  bots: boolean;
  /** Users in the pool, this one included; default 2. */
  waiting?: number;
  /** The bots refuse. */
  isAway?: boolean;
  /** All bots play. */
  areBusy?: boolean;
}

function server({ waited, bots, waiting = 2, isAway = false, areBusy = false }: World) {
  const ticket = { id: 'T1', ...POOL, since: Date.now() - waited * 1_000, expectedWait: null };
  const pools = [{ ...POOL, waiting, playing: 0, expectedWait: null }];
  return answerBy(({ call }) => {
    if (call === 'GET /pairing/mine') return { ticket, paired: null, pause: null, challenge: null };
    if (call === 'GET /pairing/pools') {
      const shown = { pools, online: 1, playing: 0, ...(bots && { bots: true }) };
      return areBusy ? { ...shown, botsBusy: true } : shown;
    }
    if (call === `GET /ratings/${ME._id}`) return ratingsOf(userRatingOf(1_600));
    if (call === 'POST /pairing/bot') return isAway ? refusal('UNAVAILABLE') : { roomId: 'R1', color: 'red' };
    return undefined;
  });
}

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(() => {
  session.logout();
  vi.restoreAllMocks();
});

function Pages() {
  return (
    <>
      <PairingHost />
      <Routes>
        <Route path="/play/room/:id" element={<p>房间</p>} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

function offer() {
  return page.getByRole('region', { name: '和机器人下' });
}

test('offers a bot of the own strength after ten seconds, another one on request, and opens the game', async () => {
  const asked = server({ waited: 11, bots: true });
  await render(<Pages />, { wrapper: Providers });
  const [, , , tiger, elephant] = HOUSE_BOTS;
  await expect.element(offer().getByText(tiger!.nickname)).toBeVisible();
  await expect.element(offer().getByText('机器人', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '换一个机器人' }).click();
  await expect.element(offer().getByText(elephant!.nickname)).toBeVisible();
  await page.getByRole('button', { name: '和它下' }).click();
  await expect.element(page.getByText('房间')).toBeInTheDocument();
  expect(asked.find(({ call }) => call === 'POST /pairing/bot')?.body).toEqual({
    level: 5,
    initial: 5,
    increment: 3,
  });
  // The search goes on.
  expect(asked.map(({ call }) => call)).not.toContain('POST /pairing/leave');
});

test('offers a bot with one sound before ten seconds if no other user waits in the pool', async () => {
  const play = vi.spyOn(Sounds.prototype, 'play');
  server({ waited: 2, bots: true, waiting: 1 });
  await render(<Pages />, { wrapper: Providers });
  await expect.element(offer()).toBeVisible();
  await page.getByRole('button', { name: '换一个机器人' }).click();
  await expect.poll(() => play.mock.calls).toEqual([['offer', undefined]]);
});

test.each<[string, World]>([
  ['before ten seconds while another user waits', { waited: 3, bots: true }],
  ['while no bot plays', { waited: 14, bots: false }],
])('offers none %s', async (_, world) => {
  const asked = server(world);
  await render(<Pages />, { wrapper: Providers });
  await expect.element(page.getByText(/正在找对手/).first()).toBeInTheDocument();
  await expect.poll(() => asked.map(({ call }) => call)).toContain('GET /pairing/pools');
  await expect.element(page.getByRole('button', { name: '取消' })).toBeVisible();
  expect(offer().query()).toBeNull();
});

test('stays with the search if the bot cannot sit down', async () => {
  const asked = server({ waited: 11, bots: true, isAway: true });
  await render(<Pages />, { wrapper: Providers });
  await page.getByRole('button', { name: '和它下' }).click();
  await expect.poll(() => asked.map(({ call }) => call)).toContain('POST /pairing/bot');
  await expect.element(page.getByRole('button', { name: '和它下' })).toBeEnabled();
});

test('says that all bots are busy instead of failing', async () => {
  server({ waited: 11, bots: true, areBusy: true });
  await render(<Pages />, { wrapper: Providers });
  await expect.element(offer().getByText(/都在下棋，请稍等/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: '和它下' })).toBeDisabled();
});

test('starts a rated game on request', async () => {
  const asked = server({ waited: 11, bots: true });
  await render(<Pages />, { wrapper: Providers });
  await expect.element(offer().getByRole('button', { name: '休闲' })).toHaveAttribute('aria-pressed', 'true');
  await offer().getByRole('button', { name: '计人机分' }).click();
  await page.getByRole('button', { name: '和它下' }).click();
  await expect.element(page.getByText('房间')).toBeInTheDocument();
  const body = { level: 4, initial: 5, increment: 3, rated: true };
  expect(asked.find(({ call }) => call === 'POST /pairing/bot')?.body).toEqual(body);
});

test('offers a guest casual games only', async () => {
  session.login({ access_token: 't', user: { ...ME, isGuest: true } });
  server({ waited: 11, bots: true });
  await render(<Pages />, { wrapper: Providers });
  await expect.element(page.getByRole('button', { name: '和它下' })).toBeVisible();
  expect(offer().getByRole('button', { name: '计人机分' }).query()).toBeNull();
});
