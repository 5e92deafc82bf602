import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf, LEOPARD, NOT_CHECKED, openConsole, personRecord, sanctionOf } from '../../../test/console.tsx';
import { refusal, type SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';

const AT = Date.now() - 3_600_000;
const RECORD = personRecord();

function personAnswers(sent: SentCall): unknown {
  if (sent.call === `GET /admin/people/${LEOPARD._id}`) return RECORD;
  if (sent.call === `GET /admin/people/${LEOPARD._id}/fair-play`) return NOT_CHECKED;
  if (sent.call === `GET /admin/people/${LEOPARD._id}/return`) return { people: 14, points: 163 };
  if (sent.call === 'GET /admin/people')
    return [{ person: LEOPARD, username: 'leopard', role: 'player', createdAt: AT, sanctions: ['mute'] }];
  return undefined;
}

test('/ leads to the search, and a result to the page of the person', async () => {
  const sent = await openConsole('/people', { answer: personAnswers });
  await expect.element(page.getByText(/^在右上角搜索/)).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('花豹 {Enter}');
  await page.getByRole('link', { name: '花豹88' }).click();
  await expect.element(page.getByRole('heading', { name: '花豹88' })).toBeVisible();
  expect(sent.find(({ call }) => call === 'GET /admin/people')?.query).toEqual({ name: '花豹' });
  await expect
    .element(page.getByRole('link', { name: '看他正在下' }))
    .toHaveAttribute('href', '/play/room/8K2F7Q');
  await expect.element(page.getByText('同一台设备')).toBeVisible();
  await expect.element(page.getByText('这个网段共 3 个账号')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /快马 胜 31/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /老象爷（已注销） 负 1/ })).toBeVisible();
});

test('sanctions a person without a report', async () => {
  const sent = await openConsole(`/people/${LEOPARD._id}`, {
    answer: (call) =>
      call.call === 'POST /admin/sanctions'
        ? sanctionOf({ kind: 'close', state: 'pending' })
        : personAnswers(call),
  });
  await page.getByLabelText('判定', { exact: true }).selectOptions('engine');
  await page.getByRole('radio', { name: '封号' }).click();
  await page.getByRole('radio', { name: '不限期' }).click();
  await expect.element(page.getByText('14 人，163 分')).toBeVisible();
  await page.getByRole('button', { name: '请人复核' }).click();
  await expectToast('花豹88：封号 不限期，等人复核');
  expect(sent.find(({ call }) => call === 'POST /admin/sanctions')?.body).toMatchObject({
    kind: 'close',
    hours: null,
    violation: 'engine',
    reports: [],
    hidesLines: false,
    returnsPoints: true,
  });
});

test('ends a sanction early, with a reason', async () => {
  const sent = await openConsole(`/people/${LEOPARD._id}`, {
    answer: (call) => (call.call.endsWith('/end') ? sanctionOf({ state: 'ended' }) : personAnswers(call)),
  });
  await page.getByRole('button', { name: '提前结束' }).click();
  await expect.element(page.getByRole('button', { name: '结束禁言' })).toBeDisabled();
  await page.getByLabelText('提前结束的理由').fill('罚重了');
  await page.getByRole('button', { name: '结束禁言' }).click();
  await expectToast('禁言已结束');
  expect(sent.find(({ call }) => call.endsWith('/end'))?.body).toEqual({ reason: '罚重了' });
});

test.each([
  ['moderator', /^值守和机器人账号/],
  ['bot', /^值守和机器人账号/],
])('has no measure against a %s', async (role, text) => {
  await openConsole(`/people/${LEOPARD._id}`, {
    answer: ({ call }) => (call.endsWith('/fair-play') ? NOT_CHECKED : { ...RECORD, role }),
  });
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByLabelText('判定', { exact: true })).not.toBeInTheDocument();
});

test('states that a person does not exist', async () => {
  await openConsole(`/people/${idOf(9)}`, { answer: () => refusal('USER_NOT_FOUND') });
  await expect.element(page.getByText('用户不存在')).toBeVisible();
});
