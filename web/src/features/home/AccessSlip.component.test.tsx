import type { AccessChange } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { accessOf, changeOf } from '../../../test/access.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { isReviewDue, loadAccess, setReviewDue } from '../../client/access.ts';
import { session } from '../../client/session.ts';
import AccessSlip from './AccessSlip.tsx';

let changes: AccessChange[];

beforeEach(() => {
  localStorage.clear();
  session.login({ access_token: 'mine', user: ME });
  answerBy(() => accessOf({ changes }));
});
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
});

test('shows a change by another session with the way to the page, once', async () => {
  changes = [changeOf('codes', 2_000), { ...changeOf('email', 1_000), isThis: true }];
  await loadAccess();
  await render(<AccessSlip />, { wrapper: Providers });
  await expect.element(page.getByText('账号最近换了恢复码，是你吗？')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '查看' })).toHaveAttribute('href', '/settings/access');
  await page.getByRole('button', { name: '是我，知道了' }).click();
  await expect.element(page.getByRole('note')).not.toBeInTheDocument();
  await loadAccess();
  await expect.element(page.getByRole('note')).not.toBeInTheDocument();
  changes = [changeOf('passkey', 4_000), changeOf('email-removed', 3_000), ...changes];
  await loadAccess();
  await expect.element(page.getByText('账号最近有 2 处变动，是你吗？')).toBeVisible();
});

test('what one user has seen is news to another one', async () => {
  changes = [changeOf('codes', 2_000)];
  await loadAccess();
  await render(<AccessSlip />, { wrapper: Providers });
  await page.getByRole('button', { name: '是我，知道了' }).click();
  session.login({ access_token: 'other', user: { ...ME, _id: '0123456789abcdef01234567' } });
  await loadAccess();
  await expect.element(page.getByRole('note')).toBeVisible();
});

test('the own changes are no news, also not under a later session', async () => {
  changes = [{ ...changeOf('codes', 2_000), isThis: true }];
  await render(<AccessSlip />, { wrapper: Providers });
  await loadAccess();
  changes = [changeOf('codes', 2_000)];
  await loadAccess();
  await expect.element(page.getByRole('note')).not.toBeInTheDocument();
});

test.each([
  ['recovery', true],
  ['reset', true],
  ['password', false],
  ['devices', false],
] as const)('a pending review after %s has to come first: %s', async (reason, isDue) => {
  setReviewDue(ME._id, !isDue);
  vi.restoreAllMocks();
  answerBy(() => accessOf({ review: { reason, at: 1_000 } }));
  await loadAccess();
  expect(isReviewDue()).toBe(isDue);
});
