import type { GameRecord } from '@doushouqi/protocol';
import { RED } from '@doushouqi/room-client/testing';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, calls, expectCards, many, prepareHistory, SHARE, show } from '../../../test/history.tsx';
import { localRecord, recordOf } from '../../../test/records.ts';
import { expectToast } from '../../../test/toasts.ts';
import { session } from '../../client/session.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';

prepareHistory();

test('asks for a comment when a favorite is added, keeps it in the edit, and removes without a question', async () => {
  const history = await show(recordOf());
  await button('收藏').click();
  const dialog = page.getByRole('dialog', { name: '收藏这一局' });
  await dialog.getByLabelText('评语').fill('三步一气\n呵成');
  await expect.element(dialog.getByLabelText('评语')).toHaveValue('三步一气 呵成');
  await dialog.getByRole('button', { name: '收藏' }).click();
  await expectToast('已收藏', 'success');
  await expect.element(page.getByText('三步一气 呵成')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(history.asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    comment: '三步一气 呵成',
  });

  await page.getByRole('button', { name: /修改评语/ }).click();
  const field = page.getByLabelText('评语', { exact: true });
  await expect.element(field).toHaveValue('三步一气 呵成');
  await field.fill('好局');
  await userEvent.keyboard('{Enter}');
  await expectToast('评语已保存', 'success');
  await expect.element(page.getByText('好局')).toBeVisible();

  await button('取消收藏').click();
  await expectToast('已取消收藏', 'success');
  await expect.element(button('收藏')).toBeVisible();
  expect(confirmStore.getState().current).toBeNull();
});

test('shows an error if saving a favorite fails, and keeps the typed comment', async () => {
  const history = await show(recordOf());
  history.refuse('POST', 'UNAVAILABLE');
  await button('收藏').click();
  await page.getByLabelText('评语', { exact: true }).fill('好局');
  await page.getByRole('dialog').getByRole('button', { name: '收藏' }).click();
  await expectToast(/^收藏失败/, 'error');
  await expect.element(page.getByLabelText('评语', { exact: true })).toHaveValue('好局');
});

test('asks for a login when the session has ended, and hides the games', async () => {
  const history = await show(recordOf({ changes: { favorites: [{ userId: RED, comment: '' }] } }));
  await expectCards('山君 对 苍狼');
  history.refuse('DELETE', 'UNAUTHORIZED');
  await button('取消收藏').click();
  await expectToast('请先登录', 'error');
  await expectCards();
});

test('deletes a game of this device after a confirmation, and shows the previous page if the page is empty', async () => {
  const history = await show(...many(3), localRecord({ id: 20 }));
  await button('第 2 页').click();
  await expectCards('红方 对 蓝方');
  await button('删除').click();
  await expect.poll(() => confirmStore.getState().current).toMatchObject({ title: '删除这一局？' });
  answerConfirm(false);
  await button('删除').click();
  await expect.poll(() => confirmStore.getState().current).not.toBeNull();
  expect(calls(history, 'DELETE')).toBe(0);
  answerConfirm(true);
  await expectToast('已删除', 'success');
  await expectCards('山君 对 对手3', '山君 对 对手2', '山君 对 对手1');
  expect(calls(history, 'DELETE')).toBe(1);
  await expect.element(button('删除')).not.toBeInTheDocument();
});

test('keeps a game that could not be deleted', async () => {
  const history = await show(localRecord());
  history.refuse('DELETE', 'INTERNAL');
  vi.spyOn(session, 'logout').mockImplementation(() => {});
  await button('删除').click();
  await expect.poll(() => confirmStore.getState().current).not.toBeNull();
  answerConfirm(true);
  await expectToast('删除失败，请重试', 'error');
  await expectCards('红方 对 蓝方');
});

test('sends one request for two presses', async () => {
  const history = await show(recordOf({ changes: { favorites: [{ userId: RED, comment: '' }] } }));
  await expectCards('山君 对 苍狼');
  const { promise, resolve } = Promise.withResolvers<void>();
  history.hold(promise);
  await button('取消收藏').dblClick();
  resolve();
  await expect.element(button('收藏')).toBeVisible();
  expect(calls(history, 'DELETE')).toBe(1);
});

test('creates the link after a confirmation and copies it; shows it selected if copying fails', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const link = `${window.location.origin}/analysis?shared=${SHARE}`;
  const history = await show(recordOf());
  await button('分享').click();
  await expect.element(page.getByText(/拿到链接的人都能看/)).toBeVisible();
  expect(calls(history, 'POST')).toBe(0);
  await button('生成并复制链接').click();
  await expectToast('分享链接已复制', 'success');
  expect(write).toHaveBeenCalledWith(link);
  write.mockRejectedValue(new Error('not allowed'));
  await button('复制链接').click();
  await expectToast('复制失败，请手动复制', 'error');
  const field = page.getByLabelText('分享链接');
  await expect.element(field).toHaveValue(link);
  await expect.element(field).toHaveFocus();
  expect(calls(history, 'POST')).toBe(1);
});

test('passes the game to the replay', async () => {
  const record = recordOf();
  await show(record);
  await page.getByRole('link', { name: '复盘' }).click();
  const led = JSON.parse(document.querySelector('output')?.textContent ?? '');
  expect(led).toEqual({ to: `/analysis?record=${record._id}`, state: { record, review: true } });
});

test('copies one game as text and downloads it as text or JSON', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await show(recordOf());
  for (const name of ['复制棋谱文本', '下载文本', '下载 JSON']) {
    await button('导出').click();
    await page.getByRole('menuitem', { name }).click();
  }
  expect(write.mock.lastCall?.[0]).toContain('[Red "山君"]');
  expect(saved).toEqual(['斗兽棋-2026-11-19-山君-苍狼.txt', '斗兽棋-2026-11-19-山君-苍狼.json']);
});

test('exports all games in parts into one file, and continues after a failure', async () => {
  const files: { name: string; text: Promise<string> }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.at(-1)!.text() });
  });
  const history = await show(...many(230));
  await button('导出全部').click();
  const dialog = page.getByRole('dialog', { name: '导出全部对局' });
  const exports = 'GET /game-records/export';
  history.refuse(exports, 'UNAVAILABLE');
  await dialog.getByRole('button', { name: '下载 JSON' }).click();
  await expect.element(page.getByText('导出失败，请重试')).toBeVisible();
  history.refuse(exports, null);
  history.refuseAfter(exports, 1);
  await button('继续导出').click();
  await expect.element(page.getByText('导出中断了，已有 100 局，可以接着导出。')).toBeVisible();
  expect(files).toEqual([]);
  history.refuse(exports, null);
  await button('继续导出').click();
  await expectToast('已导出 230 局', 'success');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(files).toHaveLength(1);
  expect(files[0]?.name).toMatch(/^斗兽棋-\d{4}-\d\d-\d\d-全部棋谱\.json$/);
  const { games } = JSON.parse((await files[0]?.text) ?? '');
  expect(games.map(({ _id }: GameRecord) => _id)).toEqual(history.records.map(({ _id }) => _id));
});

test('sends no more requests and saves no file after a canceled export', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const history = await show(...many(230));
  await button('导出全部').click();
  const { promise, resolve } = Promise.withResolvers<void>();
  history.hold(promise);
  await button('下载文本').click();
  await expect.element(page.getByText('已导出 0 / 230 局')).toBeVisible();
  await button('取消').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  resolve();
  await expect.poll(() => calls(history, 'GET /game-records/export')).toBe(1);
  expect(click).not.toHaveBeenCalled();
});
