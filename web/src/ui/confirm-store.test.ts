import { expect, it } from 'vitest';
import { answerConfirm, confirm, confirmStore } from './confirm-store.ts';

it.each([true, false])('resolves %s and closes', async (answer) => {
  const asked = confirm({ title: '现在认输？' });
  expect(confirmStore.getState().current).toMatchObject({ title: '现在认输？' });
  answerConfirm(answer);
  expect(await asked).toBe(answer);
  expect(confirmStore.getState().current).toBeNull();
});

it('resolves an open question to false when another question opens', async () => {
  const first = confirm({ title: '一' });
  const second = confirm({ title: '二' });
  expect(await first).toBe(false);
  expect(confirmStore.getState().current?.title).toBe('二');
  answerConfirm(true);
  expect(await second).toBe(true);
});

it('ignores an answer when no question is open', () => {
  answerConfirm(true);
  expect(confirmStore.getState().current).toBeNull();
});
