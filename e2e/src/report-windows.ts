import { afterEach, beforeEach } from 'vitest';
import { openPlayers } from './world.ts';

/** Characters of a window's content in a report. */
const CONTENT_LIMIT = 1_500;

/** A failed story reports the address and accessible content of each window as a second error. */
async function report(): Promise<never> {
  const windows = await Promise.all(
    [...openPlayers].map(async ({ page, username, errors }) => {
      const content = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String);
      const withoutSquares = content.replace(/^ *- (row|gridcell) .*\n/gm, '').slice(0, CONTENT_LIMIT);
      return [`${username} ${page.url()}`, ...errors, withoutSquares].join('\n');
    }),
  );
  throw new Error(`windows at the failure:\n\n${windows.join('\n\n')}`);
}

/** Number of running stories: some run at the same time. */
let running = 0;
beforeEach(() => {
  running += 1;
});

/** Windows of stories that ended would take a third of the processor from the next ones. */
async function closeWindows(): Promise<void> {
  running -= 1;
  if (running > 0) return;
  await Promise.all([...openPlayers].map(({ page }) => page.context().close()));
  openPlayers.clear();
}

afterEach(async ({ task }) => {
  try {
    if (task.result?.state === 'fail') await report();
  } finally {
    await closeWindows();
  }
});
