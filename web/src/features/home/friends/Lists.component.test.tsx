import { type Friend, HOUSE_BOTS } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { answerBy, answerCalls, refusal, type SentCall } from '../../../../test/server.ts';
import { expectToast } from '../../../../test/toasts.ts';
import { ME } from '../../../../test/users.ts';
import { session } from '../../../client/session.ts';
import { AddFriend } from '../../../shared/people/AddFriend.tsx';
import { answerConfirm, confirmStore } from '../../../ui/confirm-store.ts';
import { FriendList, SentRequests } from './Lists.tsx';
import { PeopleSearch, SearchResults, useSearch } from './Search.tsx';

const WOLF = { _id: 'b'.repeat(24), username: 'canglang', nickname: '苍狼', avatar: 'wolf.png' };

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(() => {
  answerConfirm(false);
  session.logout();
  vi.restoreAllMocks();
});

/** A server with sent requests; `isOld`: the request was answered meanwhile. */
function serve(sent: { to: typeof WOLF; at: number }[], isOld = false) {
  return answerBy(({ call }) => {
    if (call === 'GET /users/friend/sent') return sent;
    if (call === 'GET /users/friend/list' || call === 'GET /users/friend/requests') return [];
    if (call === 'POST /users/friend/request') {
      sent.push({ to: WOLF, at: 1 });
      return { success: true, friends: false };
    }
    if (call === `DELETE /users/friend/request/${WOLF._id}`) {
      sent.length = 0;
      return isOld ? refusal('NO_REQUEST') : { success: true };
    }
    return undefined;
  });
}

test('a request of an earlier visit is listed, and removed once it is withdrawn', async () => {
  serve([{ to: WOLF, at: 1 }]);
  await render(
    <>
      <SentRequests />
      <AddFriend user={WOLF} />
    </>,
    { wrapper: Providers },
  );
  await expect.element(page.getByRole('button', { name: '已申请' })).toBeDisabled();
  await page.getByRole('button', { name: '撤回给 苍狼 的申请' }).click();
  await expect.element(page.getByRole('button', { name: '加 苍狼 为好友' })).toBeEnabled();
  await expectToast('申请已撤回', 'success');
  expect(page.getByRole('heading').elements()).toEqual([]);
});

test('a request that was just sent is listed', async () => {
  serve([]);
  await render(
    <>
      <SentRequests />
      <AddFriend user={WOLF} />
    </>,
    { wrapper: Providers },
  );
  await page.getByRole('button', { name: '加 苍狼 为好友' }).click();
  await expect.element(page.getByRole('heading', { name: '我发出的申请 1 人' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '已申请' })).toBeDisabled();
});

test('withdrawing an answered request shows this and reloads the list', async () => {
  serve([{ to: WOLF, at: 1 }], true);
  await render(<SentRequests />, { wrapper: Providers });
  await page.getByRole('button', { name: '撤回给 苍狼 的申请' }).click();
  await expectToast('撤回申请失败：该好友申请已失效');
  await expect.poll(() => page.getByRole('heading').elements()).toEqual([]);
});

const FRIEND: Friend = {
  _id: 'b'.repeat(24),
  username: 'canglang',
  nickname: '苍狼',
  avatar: 'wolf.png',
  isOnline: true,
  currentRoom: 'A-1',
  unreadCount: 0,
};

/** Presses 观战 of a friend in a room with this state; returns the requests. */
async function watch(room: { status: string; players: string[] }): Promise<SentCall[]> {
  const asked = answerCalls({
    'GET /users/friend/list': [FRIEND],
    'GET /games/rooms/A-1': room,
    'POST /games/rooms': { roomId: 'A-1', spectators: [ME._id] },
  });
  await render(<FriendList onChat={() => {}} onChallenge={() => {}} />, { wrapper: Providers });
  await page.getByRole('button', { name: '观看 苍狼 的对局' }).click();
  return asked;
}
function joins(asked: readonly SentCall[]) {
  return asked.filter(({ call }) => call === 'POST /games/rooms').map(({ body }) => body);
}
const JOINED = [{ roomId: 'A-1', create: false }];

test('a friend waits alone: asks for confirmation before the user takes the seat', async () => {
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

test('a friend plays: opens the room without confirmation', async () => {
  const asked = await watch({ status: 'playing', players: [FRIEND._id, 'c'.repeat(24)] });
  await expect.poll(() => joins(asked)).toEqual(JOINED);
  expect(confirmStore.getState().current).toBeNull();
});

function Search() {
  const search = useSearch();
  return (
    <>
      <PeopleSearch search={search} />
      <SearchResults search={search} />
    </>
  );
}

test('marks a found bot, which takes no friend requests', async () => {
  const { _id, username, nickname, avatar } = HOUSE_BOTS[0]!;
  answerCalls({
    'GET /users/search': [{ _id, username, nickname, avatar, isBot: true }, WOLF],
    'GET /users/friend/list': [],
    'GET /users/friend/requests': [],
    'GET /users/friend/sent': [],
  });
  await render(<Search />, { wrapper: Providers });
  await page.getByRole('textbox').fill('机关');
  const row = page.getByRole('listitem').filter({ hasText: nickname });
  await expect.element(row.getByText('机器人', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '加 苍狼 为好友' })).toBeVisible();
  expect(page.getByText('机器人', { exact: true }).elements()).toHaveLength(1);
  expect(row.getByRole('button', { name: /为好友/ }).query()).toBeNull();
});
