import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ME } from '../../test/users.ts';
import { ACCESS_PATH, setReviewDue } from '../client/access.ts';
import { session } from '../client/session.ts';
import { Dialog, DialogTitle } from '../ui/Dialog.tsx';
import { createRouter } from './router.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
  session.closeLogin();
  setReviewDue(ME._id, false);
});

test.each(['/settings#password', '/SETTINGS?from=mail#password', '/%73ettings#password'])(
  'after the login, a visitor who opened %s sees that page at the same hash',
  async (path) => {
    const router = createRouter();
    await router.navigate(path);
    expect(router.state.location.pathname).toBe('/');
    expect(session.store.getState()).toMatchObject({ loginModalVisible: true, redirectPath: path });
    router.dispose();
  },
);

test.each([
  ['/play/ai', '/play/ai'],
  ['/settings', '/'],
])('without a network, a visitor who opens %s comes to %s', async (path, shown) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const router = createRouter();
  await router.navigate(path);
  expect(router.state.location.pathname).toBe(shown);
  router.dispose();
});

test('a logged-in user who opens /settings stays there', async () => {
  session.login({ access_token: 'mine', user: ME });
  const router = createRouter();
  await router.navigate('/settings#password');
  expect(router.state.location).toMatchObject({ pathname: '/settings', hash: '#password' });
  expect(session.store.getState().loginModalVisible).toBe(false);
  router.dispose();
});

test.each(['/', '/play', '/settings', '/play/local', '/recover', '/nowhere', '/SETTINGS'])(
  'while a review is due, %s leads to it, and the back button too',
  async (path) => {
    session.login({ access_token: 'mine', user: ME });
    const router = createRouter();
    await router.navigate('/ladder');
    setReviewDue(ME._id, true);
    await router.navigate(path);
    expect(router.state.location.pathname).toBe(ACCESS_PATH);
    await router.navigate(-1);
    await expect.poll(() => router.state.location.pathname).toBe(ACCESS_PATH);
    expect(router.state.navigation.state).toBe('idle');
    router.dispose();
  },
);

test('while a review is due, a game stays open; the review of another user does not count', async () => {
  session.login({ access_token: 'mine', user: ME });
  setReviewDue(ME._id, true);
  const router = createRouter();
  await router.navigate('/play/room/8K2F7Q');
  expect(router.state.location.pathname).toBe('/play/room/8K2F7Q');
  session.login({ access_token: 'other', user: { ...ME, _id: '0123456789abcdef01234567' } });
  await router.navigate('/ladder');
  expect(router.state.location.pathname).toBe('/ladder');
  router.dispose();
});

/** A dialog that closes as its button leads to another page. */
function Leading({ lead }: { lead: () => void }) {
  const [open, setOpen] = useState(true);
  const close = (): void => {
    setOpen(false);
    lead();
  };
  return (
    <Dialog open={open} onClose={close}>
      <DialogTitle>leads</DialogTitle>
      <button type="button" onClick={close}>
        lead
      </button>
    </Dialog>
  );
}

test('without `CloseWatcher`, a dialog that closes leads to the next page, and back to the page before in one press', async () => {
  const watcher = window.CloseWatcher!;
  delete window.CloseWatcher;
  try {
    const router = createRouter();
    await router.navigate('/');
    const from = window.history.state.idx;
    await render(<Leading lead={() => void router.navigate('/play/local')} />);
    await page.getByRole('button', { name: 'lead' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/play/local');
    await expect.poll(() => router.state.navigation.state).toBe('idle');
    expect(window.history.state).toMatchObject({ idx: from + 1 });
    expect(window.location.pathname).toBe('/play/local');
    await router.navigate(-1);
    await expect.poll(() => router.state.location.pathname).toBe('/');
    expect(window.history.state.layer).toBeUndefined();
    router.dispose();
  } finally {
    window.CloseWatcher = watcher;
  }
});
