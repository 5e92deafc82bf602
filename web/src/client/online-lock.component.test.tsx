import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentRoom } from './current-room.ts';
import { shareOnlineGame, useInOnlineGame } from './online-lock.ts';

function Says() {
  return <p>{useInOnlineGame() ? 'locked' : 'free'}</p>;
}

test('reports a running online game and its end', async () => {
  const stop = shareOnlineGame();
  const { getByText } = await render(<Says />);
  await expect.element(getByText('free')).toBeVisible();
  currentRoom.setState({ roomId: '7', playing: true });
  await expect.element(getByText('locked')).toBeVisible();
  currentRoom.setState({ roomId: '7', playing: false });
  await expect.element(getByText('free')).toBeVisible();
  stop();
});

test('reports a game of another window, before and after this window subscribes', async () => {
  const locks = navigator.locks;
  const channel = new BroadcastChannel('online-game');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await new Promise<void>((taken) => {
    void locks.request('online-game', { mode: 'shared' }, () => {
      taken();
      return held;
    });
  });
  const { getByText } = await render(<Says />);
  await expect.element(getByText('locked')).toBeVisible();
  release();
  // Granted only after the shared lock is released.
  await locks.request('online-game', () => {});
  channel.postMessage(null);
  await expect.element(getByText('free')).toBeVisible();
});
