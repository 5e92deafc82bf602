import { describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { StudyBoard } from '../../test/StudyBoard.tsx';
import type { BoardTheme } from './theme.ts';

/** Shows a red tiger on a board with squares of about `edge` px. */
async function showTiger(edge: number, theme: Partial<BoardTheme> = {}) {
  await render(
    <StudyBoard
      pieces={[{ side: 'red', animal: 'tiger', at: { x: 0, y: 8 } }]}
      width={edge * 7.672}
      theme={theme}
      report={() => {}}
    />,
  );
  const find = (selector: string) => document.querySelector<HTMLElement>(`[data-piece] ${selector}`);
  const label = find('b')!;
  return {
    picture: getComputedStyle(find('img')!.parentElement!).display !== 'none',
    disc: getComputedStyle(find('img')!.parentElement!).borderTopWidth !== '0px',
    label: getComputedStyle(label).display !== 'none' && label.textContent,
    height: label.getBoundingClientRect().height,
    font: Number.parseFloat(getComputedStyle(label).fontSize),
    rank: find('i')?.textContent ?? null,
  };
}

describe('a piece is drawn according to the edge of its square', () => {
  test('from 72 px it is the picture', async () => {
    expect(await showTiger(73)).toMatchObject({ picture: true, disc: false, label: false });
  });

  test('from 40 px it is the picture with the character on a label', async () => {
    expect(await showTiger(48)).toMatchObject({ picture: true, disc: false, label: '虎' });
  });

  test('below 40 px it is the center of the picture in a disc, with the character on a label', async () => {
    const cut = await showTiger(38);
    expect(cut).toMatchObject({ picture: true, disc: true, label: '虎' });
    expect(cut.height).toBeGreaterThanOrEqual(15);
  });

  test('below 28 px it is the character alone', async () => {
    const cut = await showTiger(26);
    expect(cut).toMatchObject({ picture: false, label: '虎' });
    expect(cut.height).toBeGreaterThan(22);
  });
});

test.each([20, 26, 34, 38, 40, 48, 54, 64, 71])(
  'the character is at least 12 px high on a square of %i px',
  async (edge) => {
    const cut = await showTiger(edge);
    expect(cut.label).toBe('虎');
    expect(cut.font).toBeGreaterThanOrEqual(12);
  },
);

describe('themes whose characters are small or missing', () => {
  test('show a label on large boards as well', async () => {
    const cut = await showTiger(100, { label: 'early', disc: false });
    expect(cut).toMatchObject({ picture: true, disc: false, label: '虎' });
    expect(cut.height).toBeGreaterThanOrEqual(15);
  });

  test('keep the picture where other themes show a disc', async () => {
    expect(await showTiger(38, { label: 'early', disc: false })).toMatchObject({
      picture: true,
      disc: false,
    });
  });

  test('show no label if the picture is a character', async () => {
    expect(await showTiger(38, { label: 'none', disc: false })).toMatchObject({
      picture: true,
      label: false,
    });
  });

  test('show the character alone below 28 px, as all themes', async () => {
    const cut = await showTiger(26, { label: 'none', disc: false });
    expect(cut).toMatchObject({ picture: false, label: '虎' });
  });
});

test('shows ranks if requested', async () => {
  expect(await showTiger(84, { ranks: true })).toMatchObject({ rank: '6' });
});

test('shows no ranks by default', async () => {
  expect(await showTiger(84)).toMatchObject({ rank: null });
});
