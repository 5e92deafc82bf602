import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HORSE, idOf, LEOPARD, openConsole, sanctionOf } from '../../../test/console.tsx';
import { refusal, type SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';

const CLOSURE = sanctionOf({ kind: 'close', until: null, state: 'pending', isActive: false });
const APPEAL = { text: '他先骂我的', at: Date.now() - 60_000, answer: null };

test('approves what another operator imposed, with a reason, and goes on to the next', async () => {
  let waiting = [
    { person: LEOPARD, sanction: CLOSURE, mayDecide: true },
    { person: HORSE, sanction: { ...CLOSURE, id: idOf(701) }, mayDecide: false },
  ];
  const sent = await openConsole('/reviews', {
    answer({ call }: SentCall) {
      if (call === 'GET /admin/sanctions') return waiting;
      if (!call.endsWith('/decision')) return undefined;
      waiting = waiting.slice(1);
      return CLOSURE;
    },
  });
  const approve = page.getByRole('button', { name: '同意封号 不限期' });
  await expect.element(approve).toBeDisabled();
  await page.getByLabelText('理由（记进操作记录）').fill('看过棋谱');
  await approve.click();
  await expectToast('花豹88：封号 不限期已生效');
  expect(sent.find(({ call }) => call.startsWith('POST'))).toMatchObject({
    call: `POST /admin/sanctions/${CLOSURE.id}/decision`,
    body: { approve: true, reason: '看过棋谱' },
  });
  await expect.element(page.getByText('要由另一位管理员来定。')).toBeVisible();
});

test('states that another operator was faster', async () => {
  let waiting = [{ person: LEOPARD, sanction: CLOSURE, mayDecide: true }];
  await openConsole('/reviews', {
    answer({ call }: SentCall) {
      if (call === 'GET /admin/sanctions') return waiting;
      if (!call.endsWith('/decision')) return undefined;
      waiting = [];
      return refusal('ALREADY_DECIDED');
    },
  });
  await page.getByLabelText('理由（记进操作记录）').fill('看过棋谱');
  await page.getByRole('button', { name: '不同意' }).click();
  await expectToast('这件事已经处理过了', 'warning');
  await expect.element(page.getByText('这一件已经处理过了')).toBeVisible();
  await expect.element(page.getByText('没有等复核的处理')).toBeVisible();
});

test('answers an appeal with a template that the operator changes', async () => {
  const sanction = sanctionOf({ appeal: APPEAL });
  const sent = await openConsole('/reviews/appeals', {
    answer({ call }: SentCall) {
      if (call === 'GET /admin/sanctions') return [{ person: LEOPARD, sanction, mayDecide: true }];
      return call.endsWith('/answer') ? sanction : undefined;
    },
  });
  await expect.element(page.getByText(/他先骂我的$/)).toBeVisible();
  await page.getByRole('radio', { name: '维持处理' }).click();
  await expect.element(page.getByLabelText('给花豹88的答复')).toHaveValue(expect.stringContaining('维持'));
  await page.getByRole('radio', { name: '同意申诉' }).click();
  await expect.element(page.getByLabelText('给花豹88的答复')).toHaveValue(expect.stringContaining('撤销'));
  await page.getByLabelText('给花豹88的答复').fill('确实是我们看错了。');
  await page.getByLabelText('理由（记进操作记录）').fill('对方先骂');
  await page.getByRole('button', { name: '撤销禁言' }).click();
  await expectToast('已答复花豹88');
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    isGranted: true,
    text: '确实是我们看错了。',
    reason: '对方先骂',
  });
});
