import { DAY_MS, INVITE_LIFE, type TimeControl } from '@doushouqi/protocol';
import { snapshotOf } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { correspondenceGame } from '../../../test/correspondence.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import InvitePrompt from './InvitePrompt.tsx';
import { inviteStore } from './invite-store.ts';
import { NO_INVITES, receive } from './invites.ts';

const FRIEND = 'c'.repeat(24);

beforeEach(() => session.login({ access_token: 'mine', user: ME }));
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  inviteStore.setState(NO_INVITES);
  session.logout();
  // Other test files share the storage.
  for (const key of ['hasGames', 'listedGames']) localStorage.removeItem(key);
});

interface Offered {
  timeControl?: TimeControl | null;
  daysPerMove?: 1 | 3 | 7 | null;
  most?: number;
  nickname?: string;
  /** The room exists. */
  isOpen?: boolean;
}

/** A friend invites to a room; the user has one correspondence game of at most `most`. */
async function invited({
  timeControl = null,
  daysPerMove = null,
  most = 10,
  nickname = '三花',
  isOpen = true,
}: Offered) {
  const room = snapshotOf(1, [], {
    players: [FRIEND],
    gameId: null,
    status: 'waiting',
    timeControl,
    daysPerMove,
  });
  const sent = answerCalls({
    ...(isOpen && { 'GET /games/rooms/8K2F7Q': room }),
    'GET /games/correspondence': { games: [correspondenceGame({ deadline: Date.now() + DAY_MS })], most },
    'POST /users/friend/invite/handle': { accept: false, roomId: '8K2F7Q' },
  });
  const now = Date.now();
  const invite = {
    from: FRIEND,
    nickname,
    avatar: 'cat.png',
    roomId: '8K2F7Q',
    expiresAt: now + INVITE_LIFE,
  };
  inviteStore.setState(receive(NO_INVITES, invite, performance.now(), now));
  await render(<InvitePrompt />, { wrapper: Providers });
  return sent;
}
const accept = page.getByRole('button', { name: '接受' });

test.each([
  ['the days for each move', { daysPerMove: 7 }, '7 天一步'],
  ['the clocks', { timeControl: { initial: 10, increment: 5 } }, '10+5'],
] as const)('says before the answer: %s', async (_, offered, words) => {
  await invited(offered);
  const prompt = page.getByRole('alertdialog', { name: /三花邀请你对弈.*房间 8K2F7Q/ });
  await expect.element(prompt.getByText(words, { exact: true })).toBeVisible();
  await expect.element(accept).toBeEnabled();
});

test('a user with as many games as allowed cannot accept days, reads why, and notifies the friend', async () => {
  const sent = await invited({ daysPerMove: 1, most: 1 });
  await expect.element(page.getByText('满 1 盘了，下完一盘再开')).toBeVisible();
  await expect.element(accept).toBeDisabled();
  // A new prompt ignores input for a moment.
  await expect.element(page.getByRole('alertdialog')).toHaveAttribute('data-ready', 'true');
  await page.getByRole('button', { name: '拒绝' }).click();
  const answer = () => sent.find(({ call }) => call.startsWith('POST'))?.body;
  await expect.poll(answer).toEqual({ accept: false, fromId: FRIEND, isFull: true });
});

test('a user with as many games as allowed may accept a game with clocks', async () => {
  await invited({ timeControl: { initial: 5, increment: 3 }, most: 1 });
  await expect.element(page.getByText('5+3')).toBeVisible();
  await expect.element(accept).toBeEnabled();
});

test('a room that does not exist yet has no pace', async () => {
  const sent = await invited({ isOpen: false });
  await expect.poll(() => sent.length).toBe(2);
  await expect.element(page.getByText(/房间 8K2F7Q/)).toBeVisible();
  await expect.element(accept).toBeEnabled();
});

test.each([320, 390, 1440])('a long name with days and the reason fits into %i px', async (width) => {
  await page.viewport(width, 800);
  await invited({ daysPerMove: 3, most: 1, nickname: '骑着大象过河的小老鼠米粒' });
  await expect.element(page.getByText('满 1 盘了，下完一盘再开')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  const prompt = page.getByRole('alertdialog').element();
  expect(prompt.scrollWidth).toBeLessThanOrEqual(prompt.clientWidth);
});
