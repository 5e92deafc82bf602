import { afterEach, expect, test } from 'vitest';
import { ME } from '../../test/users.ts';
import { session } from '../client/session.ts';
import { createRouter } from './router.tsx';

afterEach(() => {
  session.logout();
  session.closeLogin();
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

test('a logged-in user who opens /settings stays there', async () => {
  session.login({ access_token: 'mine', user: ME });
  const router = createRouter();
  await router.navigate('/settings#password');
  expect(router.state.location).toMatchObject({ pathname: '/settings', hash: '#password' });
  expect(session.store.getState().loginModalVisible).toBe(false);
  router.dispose();
});
