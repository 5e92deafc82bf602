import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import ThemesPage from '../themes/ThemesPage.tsx';
import { AvatarPicker, PasswordForm } from './SettingsPage.tsx';

/** A reply that accepts a call but changes nothing. No current server sends it. */
const UNCHANGED = { success: false, access_token: 'other' };

beforeEach(() => {
  answerCalls({
    'GET /avatar/config.json': { avatars: [{ name: '月', filename: 'moon.png' }] },
    'POST /users/settings/theme': UNCHANGED,
    'POST /users/settings/avatar': UNCHANGED,
    'POST /users/settings/password': UNCHANGED,
  });
  session.login({ access_token: 'mine', user: ME });
});
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
});

test('does not apply a theme that the reply does not confirm, and logs the failure', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  await render(<ThemesPage />, { wrapper: Providers });
  await page.getByRole('radio').nth(1).click();
  await expectToast('主题更新失败', 'error');
  expect(session.store.getState()).toMatchObject({ currentTheme: 'default', user: ME });
  expect(written).toHaveBeenCalledWith('The theme was not stored:', expect.any(Error));
});

test('does not apply an avatar that the reply does not confirm', async () => {
  await render(<AvatarPicker user={ME} />, { wrapper: Providers });
  await page.getByRole('radio', { name: '月' }).click();
  await expectToast('头像更新失败', 'error');
  expect(session.store.getState().user?.avatar).toBe('tiger.png');
});

test('keeps the token if the reply does not confirm the password', async () => {
  await render(<PasswordForm />, { wrapper: Providers });
  await page.getByLabelText('原密码', { exact: true }).fill('old password');
  await page.getByLabelText('新密码', { exact: true }).fill('new password');
  await page.getByLabelText('确认新密码', { exact: true }).fill('new password');
  await userEvent.keyboard('{Enter}');
  await expectToast('密码修改失败', 'error');
  expect(session.token()).toBe('mine');
});
