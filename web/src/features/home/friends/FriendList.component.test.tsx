import type { Friend } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { type Asked, answerCalls } from '../../../../test/server.ts';
import { ME } from '../../../../test/users.ts';
import { session } from '../../../client/session.ts';
import { answerConfirm, confirmStore } from '../../../ui/confirm-store.ts';
import { FriendList } from './Lists.tsx';

const FRIEND: Friend = {
  _id: 'b'.repeat(24),
  username: 'canglang',
  nickname: '苍狼',
  avatar: 'wolf.png',
  isOnline: true,
  currentRoom: 'A-1',
  unreadCount: 0,
};

/** Presses 观战 of a friend whose room stands so. */
async function watch(room: { status: string; players: string[] }): Promise<Asked[]> {
  const asked = answerCalls({
    'GET /users/friend/list': [FRIEND],
    'GET /games/rooms/A-1': room,
    'POST /games/rooms': { roomId: 'A-1', spectators: [ME._id] },
  });
  await render(<FriendList onChat={() => {}} onChallenge={() => {}} />, { wrapper: Providers });
  await page.getByRole('button', { name: '观看 苍狼 的对局' }).click();
  return asked;
}
function joins(asked: readonly Asked[]) {
  return asked.filter(({ call }) => call === 'POST /games/rooms').map(({ body }) => body);
}
const JOINED = [{ roomId: 'A-1', create: false }];

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(() => {
  answerConfirm(false);
  session.logout();
  vi.restoreAllMocks();
});

test('a friend who waits alone: whoever wants to watch is asked before being seated', async () => {
  const asked = await watch({ status: 'waiting', players: [FRIEND._id] });
  await expect.poll(() => confirmStore.getState().current).toMatchObject({ title: '苍狼 正在等对手' });
  answerConfirm(false);
  await expect
    .element(page.getByRole('button', { name: '观看 苍狼 的对局' }))
    .not.toHaveAttribute('aria-busy');
  expect(joins(asked)).toEqual([]);
  await page.getByRole('button', { name: '观看 苍狼 的对局' }).click();
  await expect.poll(() => confirmStore.getState().current).not.toBeNull();
  answerConfirm(true);
  await expect.poll(() => joins(asked)).toEqual(JOINED);
});

test('a friend who plays is watched at once', async () => {
  const asked = await watch({ status: 'playing', players: [FRIEND._id, 'c'.repeat(24)] });
  await expect.poll(() => joins(asked)).toEqual(JOINED);
  expect(confirmStore.getState().current).toBeNull();
});
