import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { fingerDrag, fingerTap, middleOf, mouseClick, mouseDrag } from '../../test/pointers.ts';
import { StudyBoard } from '../../test/StudyBoard.tsx';
import type { BoardPiece, Point } from './types.ts';

const TIGER: BoardPiece = { side: 'red', animal: 'tiger', at: { x: 0, y: 8 } };
const LION: BoardPiece = { side: 'blue', animal: 'lion', at: { x: 0, y: 7 } };
const PIECES = [TIGER, LION];
const MOVES = [
  { from: TIGER.at, to: [{ x: 1, y: 8 }, LION.at] },
  { from: LION.at, to: [{ x: 1, y: 7 }, TIGER.at] },
];
const GRASS = { x: 1, y: 6 };
const WATER = { x: 1, y: 4 };

function find(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`nothing on the screen is ${selector}`);
  return element;
}
function cell({ x, y }: Point) {
  return middleOf(find(`[data-cell="${x},${y}"]`));
}
function pooled(key: string) {
  return middleOf(find(`[data-pool="${key}"]`));
}
function labelOf({ x, y }: Point) {
  return find(`[data-cell="${x},${y}"]`).getAttribute('aria-label');
}
function shapesShown() {
  return [...document.querySelectorAll('[data-shape]')].map((shape) =>
    [shape.getAttribute('data-shape'), shape.getAttribute('data-color')].join(' '),
  );
}
function focused() {
  return (
    document.activeElement?.getAttribute('data-cell') ?? document.activeElement?.getAttribute('data-pool')
  );
}
async function press(...keys: string[]) {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
}

type Props = Partial<Parameters<typeof StudyBoard>[0]>;

/** Shows a board; returns the list of its reports. */
async function show(props: Props): Promise<string[]> {
  const reports: string[] = [];
  await render(<StudyBoard pieces={PIECES} report={(what) => reports.push(what)} {...props} />);
  return reports;
}

describe.each([false, true])('both sides movable, turned: %s', (flipped) => {
  test('red moves by two clicks, blue by a drag', async () => {
    const reports = await show({ movable: 'both', moves: MOVES, flipped });
    await mouseClick(cell(TIGER.at));
    await expect.poll(() => document.querySelectorAll('[data-mark=move]').length).toBe(1);
    await mouseClick(cell({ x: 1, y: 8 }));
    await mouseDrag([cell(LION.at), cell({ x: 1, y: 7 })]);
    expect(reports).toEqual(['move 0,8 1,8', 'move 0,7 1,7']);
    await expect.poll(() => labelOf({ x: 1, y: 7 })).toContain('蓝狮');
  });

  test('a click on a piece of the other side captures it if that is legal', async () => {
    const reports = await show({ movable: 'both', moves: MOVES, flipped });
    await mouseClick(cell(TIGER.at));
    await mouseClick(cell(LION.at));
    expect(reports).toEqual(['move 0,8 0,7']);
  });

  test('a finger moves a piece', async () => {
    const reports = await show({ movable: 'both', moves: MOVES, flipped });
    await fingerDrag([cell(LION.at), cell({ x: 1, y: 7 })]);
    expect(reports).toEqual(['move 0,7 1,7']);
  });
});

test('a selected piece stays selected when another board takes the place of the first', async () => {
  const reports: string[] = [];
  const held = { current: null };
  const board = (key: string) => (
    <StudyBoard
      key={key}
      pieces={PIECES}
      moves={MOVES}
      movable="both"
      held={held}
      report={(what) => reports.push(what)}
    />
  );
  const { rerender } = await render(board('first'));
  await mouseClick(cell(TIGER.at));
  await rerender(board('second'));
  await mouseClick(cell({ x: 1, y: 8 }));
  expect(reports).toEqual(['move 0,8 1,8']);
});

describe.each([false, true])('drawing, turned: %s', (flipped) => {
  test('the right button draws an arrow and a circle; repeating it removes them', async () => {
    const reports = await show({ drawable: true, flipped });
    const arrow = () => mouseDrag([cell(GRASS), cell(WATER)], { button: 'right' });
    const mark = () => mouseClick(cell(GRASS), { button: 'right', keys: ['shift'] });
    await arrow();
    await mark();
    await expect.poll(shapesShown).toEqual(['1,6-1,4 jade', '1,6 red']);
    expect(labelOf(GRASS)).toBe('B3 空，绿色箭头指向 B5，红色标记');
    expect(labelOf(WATER)).toBe('B5 空，河，绿色箭头来自 B3');
    await arrow();
    await expect.poll(shapesShown).toEqual(['1,6 red']);
    await mark();
    await expect.poll(shapesShown).toEqual([]);
    expect(reports).toEqual(['draw arrow jade', 'draw mark red', 'draw arrow jade', 'draw mark red']);
  });

  test('the arrow follows the displayed orientation', async () => {
    await show({
      drawable: true,
      flipped,
      shapes: [{ kind: 'arrow', from: GRASS, to: WATER, color: 'pale' }],
    });
    const arrow = find('[data-shape]').getBoundingClientRect();
    const [tail, head] = [cell(GRASS), cell(WATER)];
    expect(Math.abs((arrow.left + arrow.right) / 2 - tail.x)).toBeLessThan(2);
    expect(arrow.top).toBeGreaterThan(Math.min(tail.y, head.y) - 1);
    expect(arrow.bottom).toBeLessThan(Math.max(tail.y, head.y) + 1);
  });
});

test('modifier keys choose the color, and another color replaces the first', async () => {
  await show({ drawable: true });
  await mouseClick(cell(GRASS), { button: 'right', keys: ['alt'] });
  await expect.poll(shapesShown).toEqual(['1,6 blue']);
  await mouseClick(cell(GRASS), { button: 'right', keys: ['alt', 'shift'] });
  await expect.poll(shapesShown).toEqual(['1,6 gold']);
});

test('an arrow that ends outside the board is not drawn', async () => {
  const reports = await show({ drawable: true });
  const { x, y } = middleOf(find('[data-testid=board]'));
  await mouseDrag([cell(GRASS), { x: x + 300, y }], { button: 'right' });
  expect(reports).toEqual([]);
});

test('with an active pen, a finger draws and moves no piece', async () => {
  const reports = await show({ drawable: true, pen: 'gold', movable: 'both', moves: MOVES });
  await fingerDrag([cell(TIGER.at), cell(WATER)]);
  await fingerTap(cell(LION.at));
  await expect.poll(shapesShown).toEqual(['0,8-1,4 gold', '0,7 gold']);
  expect(reports).toEqual(['draw arrow gold', 'draw mark gold']);
});

test('the key M marks the focused square', async () => {
  await show({ drawable: true });
  await userEvent.tab();
  await press('ArrowUp');
  await userEvent.keyboard('m');
  await expect.poll(shapesShown).toEqual(['3,7 jade']);
  await userEvent.keyboard('{Shift>}M{/Shift}');
  await expect.poll(shapesShown).toEqual(['3,7 red']);
});

test('the right button moves no piece while drawing is enabled; other presses still do', async () => {
  const reports = await show({ drawable: true, movable: 'both', moves: MOVES });
  await mouseClick(cell(TIGER.at), { button: 'right' });
  await mouseClick(cell({ x: 1, y: 8 }), { button: 'right' });
  await mouseDrag([cell(TIGER.at), cell({ x: 1, y: 8 })]);
  expect(reports).toEqual(['draw mark jade', 'draw mark jade', 'move 0,8 1,8']);
});

test('draws nothing while drawing is disabled', async () => {
  const reports = await show({ moves: MOVES });
  await mouseDrag([cell(GRASS), cell(WATER)], { button: 'right' });
  await mouseClick(cell(GRASS), { button: 'right' });
  await mouseDrag([cell(TIGER.at), cell({ x: 1, y: 8 })]);
  const { x, y } = middleOf(find('[data-testid=board]'));
  await mouseDrag([cell(TIGER.at), { x: x + 300, y }]);
  await fingerDrag([cell(TIGER.at), cell(GRASS)]);
  await userEvent.tab();
  await userEvent.keyboard('m');
  await press('Delete', 'Backspace', 'Enter');
  expect(reports).toEqual([]);
  expect(shapesShown()).toEqual([]);
  expect(document.querySelector('[data-pool]')).toBeNull();
});

describe.each([false, true])('setting up, turned: %s', (flipped) => {
  test('by drag: from the pool, from square to square and off the board', async () => {
    const reports = await show({ placing: true, flipped });
    await mouseDrag([pooled('red-rat'), cell(WATER)]);
    await expect.poll(() => labelOf(WATER)).toContain('红鼠');
    await mouseDrag([cell(TIGER.at), cell(GRASS)]);
    await mouseDrag([cell(LION.at), pooled('blue-lion')]);
    expect(reports).toEqual(['place red rat 1,4', 'place red tiger 1,6', 'remove blue lion']);
    await expect.element(page.getByRole('button', { name: '蓝狮', exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '红鼠，已在棋盘上' })).toBeVisible();
  });

  test('by finger', async () => {
    const reports = await show({ placing: true, flipped });
    await fingerDrag([pooled('red-rat'), cell(WATER)]);
    await fingerTap(pooled('blue-cat'));
    await fingerTap(cell(GRASS));
    await fingerDrag([cell(TIGER.at), pooled('red-tiger')]);
    expect(reports).toEqual(['place red rat 1,4', 'place blue cat 1,6', 'remove red tiger']);
  });
});

test('removes a piece that is dragged off the board onto the bare page', async () => {
  const reports = await show({ placing: true });
  const { x, y } = middleOf(find('[data-testid=board]'));
  await mouseDrag([cell(TIGER.at), { x: x + 400, y }]);
  expect(reports).toEqual(['remove red tiger']);
});

test('setting up by two clicks', async () => {
  const reports = await show({ placing: true });
  await mouseClick(pooled('blue-wolf'));
  await mouseClick(cell(GRASS));
  await mouseClick(cell(TIGER.at));
  await mouseClick(cell({ x: 2, y: 7 }));
  await mouseClick(cell(LION.at));
  await mouseClick(pooled('blue-lion'));
  expect(reports).toEqual(['place blue wolf 1,6', 'place red tiger 2,7', 'remove blue lion']);
});

test('setting up by keyboard alone', async () => {
  const reports = await show({ placing: true });
  await userEvent.tab();
  expect(focused()).toBe('3,8');
  await userEvent.tab();
  expect(focused()).toBe('red-elephant');
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  await expect.poll(focused).toBe('3,8');
  await press('ArrowUp');
  await expect.poll(() => labelOf({ x: 3, y: 7 })).toContain('可放红豹');
  expect(labelOf({ x: 3, y: 8 })).toContain('不能放红豹');
  await press('Enter');
  expect(reports).toEqual(['place red leopard 3,7']);
  expect(focused()).toBe('red-leopard');
  await userEvent.tab({ shift: true });
  await press('Delete');
  await press('Home', 'Backspace');
  expect(reports.slice(1)).toEqual(['remove red leopard', 'remove blue lion']);
});

test('Escape cancels, and the piece stays where it was', async () => {
  const reports = await show({ placing: true });
  await userEvent.tab();
  await userEvent.tab();
  await press('Enter', 'Escape');
  expect(focused()).toBe('red-elephant');
  await mouseClick(cell(GRASS));
  expect(reports).toEqual([]);
});

test('a refused piece stays selected after a click, and returns after a drag', async () => {
  const reports = await show({ placing: true });
  await mouseClick(cell(TIGER.at));
  await mouseClick(cell(WATER));
  await mouseClick(cell(GRASS));
  await mouseDrag([pooled('red-dog'), cell(WATER)]);
  await mouseClick(cell({ x: 2, y: 6 }));
  expect(reports).toEqual(['illegal red tiger 1,4', 'place red tiger 1,6', 'illegal red dog 1,4']);
});

test('a short movement of a finger is a tap, and a piece snaps to the nearest square that accepts it', async () => {
  const reports = await show({ placing: true });
  const { x, y } = pooled('red-dog');
  await fingerDrag([
    { x, y },
    { x: x + 20, y },
  ]);
  await expect
    .poll(() => document.querySelector('[aria-pressed=true]')?.getAttribute('data-pool'))
    .toBe('red-dog');
  const water = cell({ x: 1, y: 5 });
  await fingerDrag([pooled('red-dog'), { x: water.x, y: water.y + 10 }]);
  expect(reports).toEqual(['place red dog 1,6']);
});

test('a press on an empty slot of the pool selects no piece', async () => {
  const reports = await show({ placing: true });
  await mouseDrag([pooled('red-tiger'), cell(GRASS)]);
  expect(reports).toEqual([]);
});

test('a right click cancels a premove where drawing is disabled', async () => {
  const reports = await show({ movable: 'red', planned: { from: { x: 0, y: 6 }, to: TIGER.at } });
  await mouseClick(cell(GRASS), { button: 'right' });
  expect(reports).toEqual(['unplan']);
});

describe('a second finger or button cancels', () => {
  const ASIDE = { x: 1, y: 8 };
  const MOVE = 'move 0,8 1,8';

  test('a drag of a finger', async () => {
    const reports = await show({ movable: 'both', moves: MOVES });
    await fingerDrag([cell(TIGER.at), cell(ASIDE)], { second: cell(LION.at) });
    expect(reports).toEqual([]);
    await fingerDrag([cell(TIGER.at), cell(ASIDE)]);
    expect(reports).toEqual([MOVE]);
  });

  test('a finger on the destination of a selected piece, which stays selected', async () => {
    const reports = await show({ movable: 'both', moves: MOVES });
    await fingerTap(cell(TIGER.at));
    await fingerDrag([cell(ASIDE), cell(WATER)], { second: cell(GRASS) });
    expect(reports).toEqual([]);
    await fingerTap(cell(ASIDE));
    expect(reports).toEqual([MOVE]);
  });

  test.each(['the right button', 'the left button of a stroke'])('a drag of the mouse: %s', async (what) => {
    const reports = await show({ movable: 'both', moves: MOVES, drawable: true });
    const [button, second] =
      what === 'the right button' ? (['left', 'right'] as const) : (['right', 'left'] as const);
    await mouseDrag([cell(TIGER.at), cell(ASIDE), cell(ASIDE)], { button, second });
    expect(reports).toEqual([]);
    await mouseDrag([cell(TIGER.at), cell(ASIDE)]);
    expect(reports).toEqual([MOVE]);
  });

  test('a piece from the pool', async () => {
    const reports = await show({ placing: true });
    await fingerDrag([pooled('red-rat'), cell(WATER)], { second: cell(GRASS) });
    await mouseDrag([pooled('red-rat'), cell(WATER)], { second: 'right' });
    expect(reports).toEqual([]);
  });

  test('an arrow', async () => {
    const reports = await show({ drawable: true, pen: 'gold' });
    await fingerDrag([cell(TIGER.at), cell(WATER)], { second: cell(GRASS) });
    expect(reports).toEqual([]);
  });
});
