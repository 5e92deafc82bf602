import { ROOM } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { showRoom } from '../../../test/RoomOnScreen.tsx';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';

const Watcher = window.CloseWatcher;
const { href } = window.location;
let router: Awaited<ReturnType<typeof showRoom>>['router'] | undefined;

beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  router?.dispose();
  // Drops the history entries of the previous test.
  window.history.pushState(null, '', href);
  window.CloseWatcher = Watcher!;
});

async function showInHistory(leave?: () => Promise<void>): Promise<void> {
  ({ router } = await showRoom({ inHistory: true, ...(leave && { leave }) }));
  await render(<ConfirmHost />);
  await expect.element(page.getByTestId('board')).toBeVisible();
}
function question() {
  return page.getByRole('alertdialog', { name: /离开|退出/ });
}
/** Goes back and waits for the event. */
async function back(): Promise<void> {
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await gone;
}

describe.each(['without', 'with'])('back in a running game, %s CloseWatcher', (browser) => {
  beforeEach(() => {
    if (browser === 'without') delete window.CloseWatcher;
  });

  test.each([
    ['chat', '展开聊天', '收起聊天'],
    ['record', '棋谱', '关闭'],
  ])('closes the open %s first, then asks for confirmation', async (_, open, close) => {
    await showInHistory();
    await page.getByRole('button', { name: open }).first().click();
    await expect.element(page.getByRole('button', { name: close }).first()).toBeVisible();
    await back();
    await expect.element(page.getByRole('button', { name: close })).not.toBeInTheDocument();
    await expect.element(question()).not.toBeInTheDocument();
    await expect.poll(() => window.location.pathname).toBe(`/play/room/${ROOM}`);
    await back();
    await expect.element(question()).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(`/play/room/${ROOM}`);
  });

  test.each(['back', 'a link'])('leaves by %s although the answer comes late', async (way) => {
    let answer = (): void => {};
    await showInHistory(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    if (way === 'back') await back();
    else void router?.navigate('/play');
    await expect.element(question()).toBeVisible();
    await question()
      .getByRole('button', { name: /离开|退出/ })
      .click();
    await expect.element(question()).not.toBeInTheDocument();
    // The entry of the question is gone, and the router has seen it go.
    await expect.poll(() => window.history.state?.layer).toBeUndefined();
    await expect.poll(() => router?.state.navigation.state).toBe('idle');
    answer();
    await expect.poll(() => window.location.pathname).toBe(way === 'back' ? new URL(href).pathname : '/play');
  });
});
