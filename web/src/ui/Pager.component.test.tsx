import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Pager } from './Pager.tsx';

function Paged({ total }: { total: number }) {
  const [shown, setShown] = useState(1);
  return <Pager page={shown} total={total} onPage={setShown} label="棋谱" />;
}

function current() {
  return document.querySelector('[aria-current="page"]')?.textContent;
}
function arrow(name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('leads from page to page and stops at both ends', async () => {
  await render(<Paged total={3} />);
  await expect.element(arrow('上一页')).toBeDisabled();
  await arrow('下一页').click();
  await arrow('下一页').click();
  await expect.poll(current).toBe('3');
  await expect.element(arrow('下一页')).toBeDisabled();
  await arrow('上一页').click();
  await expect.poll(current).toBe('2');
});

test('leads straight to a numbered page', async () => {
  await render(<Paged total={9} />);
  await page.getByRole('button', { name: '第 9 页' }).click();
  await expect.poll(current).toBe('9');
});

test.each([320, 390, 768, 1440])('is one row, %i px wide', async (width) => {
  await page.viewport(width, 844);
  await render(
    <div style={{ padding: '0 16px' }}>
      <Pager page={57} total={123} onPage={() => {}} label="棋谱" />
    </div>,
  );
  const boxes = page
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect());
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(boxes.at(-1)!.right).toBeLessThanOrEqual(width - 16);
  expect(boxes[0]!.left).toBeGreaterThanOrEqual(16);
});

test('is hidden when there is one page', async () => {
  await render(<Paged total={1} />);
  expect(document.querySelector('nav')).toBeNull();
});
