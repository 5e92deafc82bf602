import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  caseOf,
  caseRow,
  idOf,
  LEOPARD,
  openConsole,
  queueOf,
  sanctionOf,
  sessionOf,
} from '../../test/console.tsx';
import { refusal, type SentCall } from '../../test/server.ts';
import { expectToast } from '../../test/toasts.ts';
import { consoleSession } from './core/session.ts';

const MINE = caseOf(LEOPARD, { isMine: true, claimedBy: '阿山' });

function oneCase({ call }: SentCall): unknown {
  if (call === 'GET /admin/reports') return queueOf([caseRow(LEOPARD, { isMine: true })]);
  return call === `GET /admin/reports/${LEOPARD._id}` ? MINE : undefined;
}

async function logIn(code = '123456') {
  await page.getByLabelText('账号').fill('shanjun');
  await page.getByLabelText('密码', { exact: true }).fill('correct horse');
  await page.getByLabelText('验证码').fill(code);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('leads through the login to the page that was asked for', async () => {
  const sent = await openConsole('/log', {
    session: null,
    answer: ({ call }) => {
      if (call === 'POST /admin/session') return sessionOf();
      return call === 'GET /admin/log' ? [] : undefined;
    },
  });
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect.element(page.getByText('请输入账号')).toBeVisible();
  expect(sent).toEqual([]);
  await logIn();
  await expect.element(page.getByRole('heading', { name: '操作记录', level: 1 })).toBeVisible();
  await expect.element(page.getByText('还没有记录')).toBeVisible();
  expect(localStorage.length).toBe(0);
  expect(sent[0]).toMatchObject({
    call: 'POST /admin/session',
    body: { username: 'shanjun', code: '123456' },
  });
});

test('a refused code is removed and the next one is asked for', async () => {
  await openConsole('/reports', { session: null, answer: () => refusal('CONSOLE_REFUSED') });
  await logIn();
  await expect.element(page.getByText('账号、密码或验证码不对')).toBeVisible();
  await expect.element(page.getByLabelText('验证码')).toHaveValue('');
  await expect.element(page.getByLabelText('验证码')).toHaveFocus();
  await expect.element(page.getByLabelText('密码', { exact: true })).toHaveValue('correct horse');
});

test('an invitation leads to the second factor, then to the login', async () => {
  const secret = 'AAAABBBBCCCCDDDD';
  const sent = await openConsole('/reports', {
    session: null,
    answer: ({ body }) => ({
      uri: `otpauth://totp/x?secret=${secret}`,
      secret,
      isConfirmed: (body as { code?: string }).code !== undefined,
    }),
  });
  await page.getByRole('button', { name: '第一次登录' }).click();
  await page.getByLabelText('账号').fill('shanjun');
  await page.getByLabelText('密码', { exact: true }).fill('correct horse');
  await page.getByLabelText('邀请').fill(' K7QX ');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect.element(page.getByRole('img', { name: '验证器的二维码' })).toBeVisible();
  await expect.element(page.getByText('AAAA BBBB CCCC DDDD')).toBeVisible();
  await page.getByLabelText('验证码').fill('123456');
  await page.getByRole('button', { name: '确认' }).click();
  await expectToast(/^验证器设好了/);
  await expect.element(page.getByLabelText('账号')).toHaveValue('shanjun');
  await expect.element(page.getByLabelText('密码', { exact: true })).toHaveValue('');
  const body = { username: 'shanjun', password: 'correct horse', invitation: 'K7QX' };
  expect(sent.map((call) => call.body)).toEqual([body, { ...body, code: '123456' }]);
});

test('an expired session leads to the login and back to the same place; what was written stays', async () => {
  let isEnded = false;
  await openConsole(`/reports/${LEOPARD._id}`, {
    answer: (sent) => {
      if (sent.call === 'POST /admin/session') {
        isEnded = false;
        return sessionOf({ access_token: 'next' });
      }
      if (isEnded) return refusal('TOKEN_EXPIRED');
      if (sent.call === 'POST /admin/sanctions') return sanctionOf();
      return oneCase(sent);
    },
  });
  await expect.element(page.getByText('不违规')).toBeVisible();
  await userEvent.keyboard('{1}');
  await page.getByLabelText('给花豹88的话').fill('写到一半');
  isEnded = true;
  await page.getByRole('button', { name: '禁言 1 天' }).click();
  await expect.element(page.getByRole('heading', { name: '登录已过期' })).toBeVisible();
  await expect.element(page.getByText('花豹88').first()).not.toBeVisible();
  expect(sessionStorage.getItem('console')).not.toContain('token":"token');
  // Keys of the page behind do nothing.
  await userEvent.keyboard('x');
  await logIn();
  await expect.element(page.getByLabelText('给花豹88的话')).toHaveValue('写到一半');
  await page.getByRole('button', { name: '禁言 1 天' }).click();
  await expectToast('花豹88：禁言 1 天');
});

test('another operator who logs in finds nothing of what was written', async () => {
  await openConsole(`/reports/${LEOPARD._id}`, {
    answer: (sent) =>
      sent.call === 'POST /admin/session' ? sessionOf({ userId: idOf(51), nickname: '小满' }) : oneCase(sent),
  });
  await expect.element(page.getByText('不违规')).toBeVisible();
  await userEvent.keyboard('{1}');
  await page.getByLabelText('给花豹88的话').fill('写到一半');
  consoleSession.expire();
  await logIn();
  await expect.element(page.getByText(/^小满/).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: '先选判定' })).toBeVisible();
});

test('warns before the session ends, and takes a login before the end', async () => {
  const endsAt = Date.now() + 100_000;
  await openConsole('/log', {
    session: sessionOf({ endsAt }),
    answer: ({ call }) => {
      if (call === 'POST /admin/session') return sessionOf({ access_token: 'next' });
      return call === 'GET /admin/log' ? [] : undefined;
    },
  });
  await expect.element(page.getByText(/^这次登录到 .+ 为止/)).toBeVisible();
  await page.getByRole('button', { name: '重新登录' }).click();
  await page.getByRole('button', { name: '先不登录' }).click();
  await expect.element(page.getByText('还没有记录')).toBeVisible();
  await page.getByRole('button', { name: '重新登录' }).click();
  await logIn();
  await expect.element(page.getByText('还没有记录')).toBeVisible();
  await expect.element(page.getByText(/^这次登录到 .+ 为止/)).not.toBeInTheDocument();
});

test('a logout removes token and drafts', async () => {
  const sent = await openConsole(`/reports/${LEOPARD._id}`, { answer: oneCase });
  await expect.element(page.getByText('不违规')).toBeVisible();
  await userEvent.keyboard('{1}');
  await expect.poll(() => sessionStorage.length).toBe(2);
  await page.getByRole('button', { name: '退出后台' }).click();
  await expect.element(page.getByRole('heading', { name: '登录后台' })).toBeVisible();
  await expect.poll(() => sessionStorage.length).toBe(0);
  expect(sent.at(-1)?.call).toBe('DELETE /admin/session');
});

test('moderators have no page of the staff', async () => {
  await openConsole('/log', {
    session: sessionOf({ role: 'moderator' }),
    answer: ({ call }) => (call === 'GET /admin/log' ? [] : undefined),
  });
  await expect.element(page.getByRole('link', { name: '操作记录' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '值守' })).not.toBeInTheDocument();
});

test('a window of less than 1200 px says so, and loses nothing', async () => {
  await openConsole(`/reports/${LEOPARD._id}`, { answer: oneCase });
  await expect.element(page.getByText('不违规')).toBeVisible();
  await userEvent.keyboard('{1}');
  await page.getByLabelText('给花豹88的话').fill('写到一半');
  await page.viewport(1199, 800);
  await expect.element(page.getByText(/^后台要在 1200 像素以上/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '举报' })).not.toBeInTheDocument();
  await page.viewport(1200, 800);
  await expect.element(page.getByLabelText('给花豹88的话')).toHaveValue('写到一半');
});
