import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { RulesButton } from './RulesButton.tsx';

async function openRules() {
  await page.viewport(390, 664);
  await render(
    <Providers>
      <RulesButton />
    </Providers>,
  );
  await page.getByRole('button', { name: '规则' }).click();
  const dialog = page.getByRole('dialog', { name: '斗兽棋规则' });
  await expect.element(dialog).toBeVisible();
  return dialog;
}

test('the rules contain a board that marks dens, traps, river and jumps', async () => {
  const dialog = await openRules();
  const drawn = [...dialog.element().querySelectorAll('[data-shape]')];
  const count = (color: string) => drawn.filter((shape) => shape.getAttribute('data-color') === color).length;
  expect(['red', 'blue', 'gold', 'pale', 'jade'].map(count)).toEqual([1, 1, 6, 12, 2]);
  for (const name of ['兽穴', '陷阱', '河', '跳河'])
    await expect.element(dialog.getByText(name, { exact: true }).first()).toBeInTheDocument();
});

test('the rules start with the step, the first mover and the captures of a rat in the river', async () => {
  const dialog = await openRules();
  for (const rule of [
    /红方先走/,
    /每步只走一格，横走或竖走，不能斜走/,
    /河里的鼠吃不了岸上的棋/,
    /吃光对方的棋/,
  ])
    await expect.element(dialog.getByText(rule)).toBeInTheDocument();
});

test('the rules show a hint at the lower edge until their end is visible', async () => {
  const dialog = await openRules();
  const more = dialog.getByText('继续往下看');
  await expect.element(more).toBeVisible();
  const scroller = dialog.getByText('禁止重复').element().closest('[class*="scroller"]')!;
  scroller.scrollTop = scroller.scrollHeight;
  await expect.element(more).not.toBeInTheDocument();
});
