import { afterEach, expect, test } from 'vitest';
import { session } from '../client/session.ts';
import { createRouter } from './router.tsx';

afterEach(() => session.closeLogin());

test.each(['/settings#password', '/SETTINGS?from=mail#password', '/%73ettings#password'])(
  'a visitor who opens %s goes there after the login, to the very place',
  async (path) => {
    const router = createRouter();
    await router.navigate(path);
    expect(router.state.location.pathname).toBe('/');
    expect(session.store.getState()).toMatchObject({ loginModalVisible: true, redirectPath: path });
    router.dispose();
  },
);
