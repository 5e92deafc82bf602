import { puzzleOf, wrongMove } from '@doushouqi/e2e';
import { beginAttempt, bestChoice, levelOf, readSolution, withMove } from '@doushouqi/endgames';
import type { Puzzle } from '@doushouqi/puzzles';
import { type Move, parseStepText, plyCount } from '@doushouqi/rules';
import type { Page } from 'playwright';
import { type Act, button, inSight, press } from './acts.ts';

/** What a user does in lessons, endgames and puzzles before a picture. */

/** On a wide screen the lessons are beside the board. */
export const openLessons: Act = async (page) => (await inSight(button(page, '全部课程')))?.click();

async function makeMove(page: Page, { from, to }: Move): Promise<void> {
  for (const { x, y } of [from, to]) await page.locator(`[data-cell="${x},${y}"]`).click();
}

/** Makes the move `x,y-x,y`. */
export function moving(text: string): Act {
  return (page) => makeMove(page, parseStepText(text));
}

/** Asks for both hints of a level. */
export const askEndgameHints: Act = async (page) => {
  await press(page, /^提示/);
  await press(page, /^提示|^下一条提示/);
};

/** Makes the best moves of a level and waits for its stars. */
export function solveEndgame(levelId: string): Act {
  return async (page) => {
    const level = levelOf(levelId)!;
    const solution = readSolution(level);
    let attempt = beginAttempt(level);
    for (let best = bestChoice(solution, attempt.game); best; best = bestChoice(solution, attempt.game)) {
      await makeMove(page, best.move);
      attempt = withMove(attempt, best.move);
      if (!best.reply) break;
      attempt = withMove(attempt, best.reply);
      await page.locator(`[data-ply="${plyCount(attempt.game)}"]`).waitFor();
    }
    await page.getByRole('dialog', { name: '过关' }).waitFor();
  };
}

/** Makes a move that loses the goal of a level. */
export function missEndgame(levelId: string): Act {
  return async (page) => {
    const level = levelOf(levelId)!;
    const choices = readSolution(level).values().next().value ?? [];
    await makeMove(page, choices.find(({ verdict }) => verdict === 'lost')!.move);
    await page.getByText('退回来再想想').first().waitFor();
  };
}

/** Waits for the user's turn in a puzzle; returns the puzzle of the address. */
async function shownPuzzle(page: Page): Promise<Puzzle> {
  await page.waitForURL(/\/puzzle\/[0-9a-z]{4,6}$/);
  await waitTurn(page);
  return puzzleOf(new URL(page.url()).pathname.split('/').at(-1)!);
}

function waitTurn(page: Page): Promise<void> {
  return page.locator('[data-testid="board"][data-live="true"]').waitFor();
}

export const missPuzzle: Act = async (page) => {
  await makeMove(page, wrongMove(await shownPuzzle(page)));
  await page.getByRole('button', { name: '再试一次' }).waitFor();
};

export const solvePuzzle: Act = async (page) => {
  const { line } = await shownPuzzle(page);
  for (let ply = 0; ply < line.length; ply += 2) {
    await waitTurn(page);
    await makeMove(page, line[ply]!);
    await page.locator(`[data-ply="${Math.min(line.length, ply + 2) + 1}"]`).waitFor();
  }
  await page.getByRole('heading', { name: '解开了' }).waitFor();
};

export const openPuzzleSheet: Act = async (page) => {
  await waitTurn(page);
  await (await inSight(button(page, '更多')))?.click();
};

/** A rush survives the load of the next size. */
export const startRush: Act = async (page) => {
  const start = page.getByRole('button', { name: /^(开始|再冲一次)$/ });
  await start.or(page.locator('[data-testid="board"][data-live="true"]')).first().waitFor();
  if (await start.isVisible()) await start.click();
  await waitTurn(page);
};

/** Makes three mistakes. */
export const endRush: Act = async (page, scene, stage) => {
  await startRush(page, scene, stage);
  for (let mistakes = 1; mistakes <= 3; mistakes++) {
    await waitTurn(page);
    const rushId = (await page.evaluate(() => sessionStorage.getItem('rush'))) ?? '';
    const { task } = (await scene.member?.api.getRush({ params: { rushId } })) ?? {};
    await makeMove(page, wrongMove(puzzleOf(task?.puzzle.id ?? '')));
    if (mistakes < 3)
      await page
        .getByRole('img', { name: new RegExp(`错了 ${mistakes} 次`) })
        .first()
        .waitFor();
  }
  await page.getByText('错满三次').waitFor();
};
