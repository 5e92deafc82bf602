import type { ReportKind } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useStore } from 'zustand';
import { answerBy, refusal } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { closeDialog, dialogStore } from '../../ui/dialog-store.ts';
import { askToReport } from './ReportDialog.tsx';

const ID = 'b'.repeat(24);

beforeEach(() => session.login({ access_token: 'mine', user: ME }));
afterEach(() => {
  vi.restoreAllMocks();
  closeDialog();
  storage.removeItem(KEYS.reported);
  session.logout();
});

/** What the shell shows. */
function Host() {
  return useStore(dialogStore, ({ dialog }) => dialog);
}

async function open(kind: ReportKind, id = ID) {
  await render(<Host />);
  askToReport({ kind, id, content: '加群领金币' });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return dialog;
}

/** Answers the reports in this order, the last one again. Returns the sent bodies. */
function serve(...answers: unknown[]) {
  const sent = answerBy(() => (answers.length > 1 ? answers.shift() : answers[0]));
  return () => sent.map(({ body }) => body);
}

function submit() {
  return page.getByRole('button', { name: '举报' });
}

test.each([
  ['line', ['辱骂他人', '广告引流', '骚扰', '其他']],
  ['message', ['辱骂他人', '广告引流', '骚扰', '其他']],
  ['nickname', ['昵称不当', '辱骂他人', '广告引流', '其他']],
  ['avatar', ['辱骂他人', '广告引流', '骚扰', '其他']],
  ['play', ['疑似用引擎', '消极对局', '串通', '其他']],
] as const)('offers the reasons that fit %s', async (kind, reasons) => {
  const dialog = await open(kind);
  const offered = dialog.getByRole('radio').elements() as HTMLInputElement[];
  expect(offered.map((one) => one.labels?.[0]?.textContent)).toEqual(reasons);
  await expect.element(submit()).toBeDisabled();
});

test('sends reason and note, and says that the outcome will follow', async () => {
  const bodies = serve({ success: true });
  const dialog = await open('line', `8K2F7Q:${ID}`);
  await dialog.getByLabelText('广告引流').click({ force: true });
  await dialog.getByLabelText('补充（可不填）').fill(' 每天都发 ');
  await submit().click();
  await expectToast('已收到，处理后会告诉你', 'success');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies()).toEqual([
    { kind: 'line', id: `8K2F7Q:${ID}`, reason: 'advert', note: '每天都发', showConversation: false },
  ]);
  expect(storage.getItem(KEYS.reported)).toBe(ME._id);
});

test('shows the conversation around a message only if the reporter agrees', async () => {
  const bodies = serve({ success: true });
  const dialog = await open('message');
  await dialog.getByLabelText('骚扰').click({ force: true });
  await dialog.getByRole('switch', { name: '让值守看到前后的对话' }).click();
  await submit().click();
  await expect.poll(bodies).toEqual([expect.objectContaining({ showConversation: true })]);
});

test.each([
  ['a lost reply', Response.error(), '举报没有送到，请重试'],
  ['a refusal', refusal('RATE_LIMITED'), '操作太频繁，请稍后再试'],
])('stays open with its text after %s', async (_, answer, text) => {
  const bodies = serve(answer, { success: true });
  const dialog = await open('play');
  await dialog.getByLabelText('消极对局').click({ force: true });
  await dialog.getByLabelText('补充（可不填）').fill('一直不走');
  await submit().click();
  await expectToast(text);
  await submit().click();
  await expectToast('已收到，处理后会告诉你');
  expect(bodies()).toHaveLength(2);
  expect(bodies()[0]).toEqual(bodies()[1]);
});

test('Escape closes it and sends nothing', async () => {
  const bodies = serve({ success: true });
  const dialog = await open('nickname');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies()).toEqual([]);
});
