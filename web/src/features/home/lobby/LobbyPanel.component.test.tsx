import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { COLLAPSED_KEY } from './collapse.ts';
import LobbyPanel from './LobbyPanel.tsx';

function show() {
  return render(
    <Providers>
      <LobbyPanel />
    </Providers>,
  );
}
function toggle(name: string) {
  return page.getByRole('button', { name, exact: true });
}
function talk() {
  return page.getByRole('complementary').element().childElementCount > 1;
}

beforeEach(() => localStorage.removeItem(COLLAPSED_KEY));

test('closes and opens on a press, and the button keeps the focus', async () => {
  await show();
  expect(talk()).toBe(true);
  await toggle('收起大厅').click();
  await expect.element(toggle('打开大厅')).toHaveFocus();
  expect(talk()).toBe(false);
  await toggle('打开大厅').click();
  await expect.element(toggle('收起大厅')).toHaveFocus();
  expect(talk()).toBe(true);
});

test('restores its last state', async () => {
  const { unmount } = await show();
  await toggle('收起大厅').click();
  await unmount();
  await show();
  await expect.element(toggle('打开大厅')).toHaveAttribute('aria-expanded', 'false');
  expect(talk()).toBe(false);
});
