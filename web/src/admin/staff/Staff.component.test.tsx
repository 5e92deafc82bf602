import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HORSE, idOf, LEOPARD, openConsole, personOf } from '../../../test/console.tsx';
import type { SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';

const STAFF = [
  { person: personOf(50, '阿山'), username: 'shanjun', role: 'operator', hasFactor: true },
  { person: HORSE, username: 'horse', role: 'moderator', hasFactor: false },
];

function staffAnswers({ call }: SentCall): unknown {
  if (call === 'GET /admin/staff') return STAFF;
  if (call === 'GET /admin/people')
    return [
      { person: LEOPARD, username: 'leopard', role: 'player', createdAt: 0, sanctions: [] },
      { person: personOf(9, '小象'), username: '', role: 'guest', createdAt: 0, sanctions: [] },
    ];
  return call === 'POST /admin/staff' ? { invitation: 'K7QX-M2VD' } : undefined;
}

test('appoints a member and shows the invitation once', async () => {
  const sent = await openConsole('/staff', { answer: staffAnswers });
  await page.getByLabelText('账号或昵称').fill('花豹');
  await expect.element(page.getByRole('button', { name: /小象/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: /花豹88/ }).click();
  await page.getByRole('radio', { name: '管理员' }).click();
  await page.getByLabelText('理由（记进操作记录）').fill('周末值守');
  await page.getByRole('button', { name: '任命为管理员' }).click();
  await expectToast('花豹88已任命');
  await expect.element(page.getByText('K7QX-M2VD')).toBeVisible();
  expect(sent.find(({ call }) => call === 'POST /admin/staff')?.body).toEqual({
    userId: LEOPARD._id,
    role: 'operator',
    reason: '周末值守',
  });
  await page.getByRole('button', { name: '收好了' }).click();
  await expect.element(page.getByText('K7QX-M2VD')).not.toBeInTheDocument();
  expect(JSON.stringify(sessionStorage)).not.toContain('K7QX');
});

test('ends an office with a reason, but not the own one', async () => {
  const sent = await openConsole('/staff', { answer: staffAnswers });
  await expect.element(page.getByRole('row', { name: /阿山/ }).getByText('自己')).toBeVisible();
  await page.getByRole('row', { name: /快马/ }).getByRole('button', { name: '免职' }).click();
  await page.getByLabelText('理由（记进操作记录）').fill('不再值守');
  await page.getByRole('button', { name: '免职' }).last().click();
  await expectToast('快马已免职');
  expect(sent.find(({ call }) => call === 'POST /admin/staff')?.body).toEqual({
    userId: idOf(2),
    role: null,
    reason: '不再值守',
  });
});
