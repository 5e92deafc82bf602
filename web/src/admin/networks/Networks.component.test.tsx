import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HORSE, idOf, LEOPARD, openConsole, sanctionOf } from '../../../test/console.tsx';
import { refusal, type SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';

const RANGE = '203.0.113.0/24';
const ORIGIN = { of: 'network', value: RANGE } as const;
const AT = Date.now() - 3_600_000;
const MUTE = sanctionOf({ userId: null, origins: [ORIGIN], text: '到群里说' });
const USE = {
  members: 23,
  guests: 4,
  accounts: [
    { person: LEOPARD, createdAt: AT, seenAt: AT, isClosed: true },
    { person: { ...HORSE, isGuest: true }, createdAt: AT, seenAt: AT, isClosed: false },
  ],
};

function answers({ call }: SentCall): unknown {
  if (call === 'GET /admin/networks/use') return USE;
  if (call !== 'GET /admin/networks') return undefined;
  const ofPerson = sanctionOf({ id: idOf(702), origins: [{ of: 'device', value: 'a'.repeat(16) }] });
  return {
    current: [
      { person: null, sanction: MUTE, mayDecide: true },
      { person: LEOPARD, sanction: ofPerson, mayDecide: true },
    ],
    ended: [],
  };
}

test('limits an address range after its accounts were shown', async () => {
  const sent = await openConsole(`/networks?kind=network&name=${encodeURIComponent(RANGE)}`, {
    answer: (call) => (call.call === 'POST /admin/networks' ? MUTE : answers(call)),
  });
  await expect.element(page.getByText(/^近 7 天有 23 个账号、4 个游客/)).toBeVisible();
  await expect.element(page.getByText(/^人很多/)).toBeVisible();
  const act = page.getByRole('button', { name: '禁言 1 天' });
  await page.getByRole('radio', { name: '1 天', exact: true }).click();
  await expect.element(act).toBeDisabled();
  await page.getByLabelText('判定').selectOptions('advert');
  await page.getByLabelText('理由（记进操作记录）').fill('一天十个广告号');
  await act.click();
  await expectToast(`网段 ${RANGE}已限制`);
  expect(sent.find(({ call }) => call === 'POST /admin/networks')?.body).toMatchObject({
    ...{ origin: ORIGIN, kind: 'mute', hours: 24, violation: 'advert', coversMembers: false },
    ...{ text: expect.stringContaining('联系管理员'), reason: '一天十个广告号' },
  });
});

test('a closure, also of older accounts, asks for a second operator', async () => {
  const sent = await openConsole('/networks', {
    answer: (call) =>
      call.call === 'POST /admin/networks' ? { ...MUTE, kind: 'close', state: 'pending' } : answers(call),
  });
  await page.getByLabelText('网段，如 203.0.113.0/24').fill(RANGE);
  await page.getByRole('radio', { name: '封号' }).click();
  await page.getByText('连老账号一起').click();
  await page.getByLabelText('判定').selectOptions('advert');
  await page.getByLabelText('理由（记进操作记录）').fill('广告');
  await page.getByRole('button', { name: '请人复核' }).click();
  await expectToast(`网段 ${RANGE}等人复核`);
  expect(sent.find(({ call }) => call === 'POST /admin/networks')?.body).toMatchObject({
    coversMembers: true,
    kind: 'close',
  });
});

test('ends a sanction; that of a person ends on the page of the person', async () => {
  const sent = await openConsole('/networks', {
    answer: (call) => (call.call.endsWith('/end') ? { ...MUTE, state: 'ended' } : answers(call)),
  });
  await page.getByRole('button', { name: '提前结束' }).click();
  await page.getByLabelText('提前结束的理由').fill('换了租户');
  await page.getByRole('button', { name: '结束禁言' }).click();
  await expectToast('禁言已结束');
  expect(sent.find(({ call }) => call.endsWith('/end'))?.body).toEqual({ reason: '换了租户' });
  await expect.element(page.getByRole('link', { name: '花豹88' })).toBeVisible();
});

test('says why a range is refused, and keeps what was typed', async () => {
  await openConsole('/networks', {
    answer: (call) => (call.call === 'POST /admin/networks' ? refusal('OWN_NETWORK') : answers(call)),
  });
  await page.getByLabelText('网段，如 203.0.113.0/24').fill('10.0.0.0/16');
  await page.getByLabelText('判定').selectOptions('other');
  await page.getByLabelText('理由（记进操作记录）').fill('试试');
  await page.getByRole('button', { name: '禁言 7 天' }).click();
  await expectToast('这是本站内部的网段，不能限制', 'warning');
  await expect.element(page.getByLabelText('理由（记进操作记录）')).toHaveValue('试试');
});

test('shows that there are none, and a failure', async () => {
  await openConsole('/networks', { answer: () => ({ current: [], ended: [] }) });
  await expect.element(page.getByText('没有受限的网段和设备')).toBeVisible();
});
