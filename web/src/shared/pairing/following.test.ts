import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hideToast, toastStore } from '../../ui/toast-store.ts';
import { createFollowing } from './following.ts';

const ROOM = '/play/room/8K2F7Q';
const yes = { nickname: '苍狼', accept: true, roomId: '8K2F7Q' };

let page: string;
let hidden: boolean;
let playing: boolean;
let time: number;
const go = vi.fn((path: string) => {
  page = path;
});
function following() {
  return createFollowing({
    go,
    here: () => page,
    hidden: () => hidden,
    playing: () => playing,
    now: () => time,
  });
}
function said() {
  return toastStore.getState().current?.text;
}

beforeEach(() => {
  go.mockClear();
  [page, hidden, playing, time] = ['/', false, false, 1_000];
});
afterEach(() => hideToast());

it('opens the room when the friend accepts', () => {
  following().answered(yes);
  expect(said()).toBe('苍狼接受了邀请，房间 8K2F7Q');
  expect(go).toHaveBeenCalledExactlyOnceWith(ROOM);
});

it('stays when the friend declines', () => {
  following().answered({ ...yes, accept: false });
  expect(said()).toBe('苍狼暂时不能应邀');
  expect(go).not.toHaveBeenCalled();
});

it('says that a friend who declines has no place for another correspondence game', () => {
  following().answered({ ...yes, accept: false, isFull: true });
  expect(said()).toBe('苍狼的通信棋满了，下完一盘再约');
});

it('waits in a hidden window and opens the room when it becomes visible', () => {
  const { answered, redirected } = following();
  hidden = true;
  answered(yes);
  redirected(ROOM, 1_000);
  expect(said()).toBeUndefined();
  expect(go).not.toHaveBeenCalled();
  hidden = false;
  redirected(ROOM, 2_000);
  expect(go).toHaveBeenCalledExactlyOnceWith(ROOM);
});

it('stays when the page is the room already', () => {
  page = ROOM;
  following().answered(yes);
  following().redirected(ROOM, 2_000);
  expect(go).not.toHaveBeenCalled();
});

it('does not leave a running game, also not right after its end', () => {
  const { answered, redirected } = following();
  playing = true;
  answered(yes);
  expect(said()).toBe('苍狼接受了邀请，房间 8K2F7Q');
  playing = false;
  redirected(ROOM, 2_000);
  expect(go).not.toHaveBeenCalled();
});

it('opens the room once, however often the redirect is repeated, and again for the next invitation', () => {
  const { answered, redirected } = following();
  redirected(ROOM, 1_000);
  answered(yes);
  page = '/';
  redirected(ROOM, 6_000);
  expect(go).toHaveBeenCalledOnce();
  redirected(null, 11_000);
  redirected(ROOM, 16_000);
  expect(go).toHaveBeenCalledTimes(2);
});

it('ignores an older reply without a redirect', () => {
  const { answered, redirected } = following();
  answered(yes);
  redirected(null, 500);
  page = '/';
  redirected(ROOM, 2_000);
  expect(go).toHaveBeenCalledOnce();
});
