import { DESKTOP, PHONE, type Player, type World } from '@doushouqi/e2e';
import { formatFen, startPosition } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import type { BrowserContextOptions } from 'playwright';

/** Half-moves of the reviewed game; the maximum of a link. */
const PLIES = 60;
/** Timeout for the engine on a busy machine, ms. */
const PATIENT = 60_000;
/** Duration of the control scene, ms. */
const CONTROL = 30_000;
/** Interval of presses, ms. */
const QUICK = 150;
const HELD = 33;

/** Runs a scene and records the page's trace. */
export type Watch = (player: Player, name: string, work: () => Promise<void>) => Promise<void>;

export interface Extent {
  readonly rounds: number;
  readonly steps: number;
}

type Scene = (world: World, watch: Watch, extent: Extent) => Promise<void>;

const SCREENS = { desktop: DESKTOP, phone: PHONE } as const;
type Screen = keyof typeof SCREENS;

/** A page that only draws every frame, then with a busy worker: its long tasks come from the machine. */
async function control(world: World, watch: Watch): Promise<void> {
  const player = await world.open(DESKTOP);
  const { page } = player;
  await page.setContent('<p>0</p>');
  await page.evaluate(() => {
    const draw = (time: number): void => {
      document.body.textContent = String(time);
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  });
  await watch(player, 'a page that only draws', () => page.waitForTimeout(CONTROL));
  await page.evaluate(() => void new Worker(URL.createObjectURL(new Blob(['for (;;);']))));
  await watch(player, 'the same beside a busy worker', () => page.waitForTimeout(CONTROL));
  await page.context().close();
}

function addressOf(): string {
  const [script = []] = gameScripts(1, PLIES);
  const line = script.map(({ from, to }) => `${from.x}${from.y}${to.x}${to.y}`).join('');
  return `/analysis?${new URLSearchParams({ fen: formatFen(startPosition()), line })}`;
}

async function openGame(world: World, options: BrowserContextOptions, mode: string): Promise<Player> {
  const player = await world.open(options);
  const { page } = player;
  await page.goto(addressOf());
  await page.getByRole('radio', { name: mode }).click();
  await player.board.waitFor();
  await page.waitForTimeout(1_500);
  return player;
}

async function press({ page }: Player, key: string, times: number, pause: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pause);
  }
}

/** Analysis beside the record. */
async function analysis(world: World, watch: Watch, { rounds, steps }: Extent): Promise<void> {
  const player = await openGame(world, DESKTOP, '打谱');
  const { page } = player;
  const toggle = page.getByRole('switch', { name: '智能分析' });
  await watch(player, 'analysis on and off, three times', async () => {
    for (let count = 0; count < 6; count++) {
      await toggle.click();
      await page.waitForTimeout(1_000);
    }
  });
  await toggle.click();
  await page.locator('[data-shape]').first().waitFor({ timeout: PATIENT });
  for (let round = 0; round < rounds; round++) {
    await page.keyboard.press('Home');
    await page.waitForTimeout(500);
    await watch(player, `${steps} steps with the analysis on`, () =>
      press(player, 'ArrowRight', steps, QUICK),
    );
  }
  await page.keyboard.press('Home');
  await watch(player, 'the arrow key held down', () => press(player, 'ArrowRight', steps, HELD));
  await watch(player, 'lines played as branches', () => playLines(player));
  await page.context().close();
}

async function playLines(player: Player): Promise<void> {
  const { page } = player;
  for (let count = 0; count < 4; count++) {
    await press(player, 'ArrowLeft', 5, QUICK);
    // Not the first, which may be the move of the game.
    await page.getByRole('list', { name: '候选着法' }).getByRole('button').nth(1).click({ timeout: PATIENT });
    await page.waitForTimeout(600);
    await page.getByRole('button', { name: '回到主谱' }).click();
    await page.waitForTimeout(300);
  }
}

function review(screen: Screen): Scene {
  return async (world, watch) => {
    const player = await openGame(world, SCREENS[screen], '复盘');
    const { page } = player;
    await watch(player, `${screen}: a review from start to end`, async () => {
      await page.getByRole('button', { name: '开始复盘' }).click();
      await page.getByText('准确率').first().waitFor({ timeout: PATIENT });
    });
    await page.keyboard.press('Home');
    await watch(player, `${screen}: along the reviewed game`, () => press(player, 'ArrowRight', 30, QUICK));
    await watch(player, `${screen}: branches of the review`, async () => {
      for (let count = 0; count < 5; count++) {
        await page.getByRole('button', { name: '下个失误' }).click();
        await page.waitForTimeout(300);
        await page
          .getByRole('button', { name: /^走走看/ })
          .first()
          .click();
        await page.waitForTimeout(500);
        await page.getByRole('button', { name: '回到主谱' }).first().click();
        await page.waitForTimeout(300);
      }
    });
    await page.context().close();
  };
}

function levelFive(screen: Screen): Scene {
  return async (world, watch) => {
    const player = await world.player(`五级${screen}`, SCREENS[screen]);
    const { page } = player;
    await page.goto('/play/ai');
    await page.getByRole('radio').nth(4).click();
    await page.getByRole('button', { name: '开始对局' }).click();
    await player.board.waitFor();
    await page.waitForTimeout(1_500);
    await watch(player, `${screen}: two moves against level 5`, async () => {
      for (let count = 0; count < 2; count++) {
        await player.clickMove({ from: { x: 0, y: 6 - count }, to: { x: 0, y: 5 - count } });
        await player.waitPly(2 * count + 2, PATIENT);
        await page.waitForTimeout(500);
      }
    });
    await page.context().close();
  };
}

export const SCENES: Readonly<Record<string, Scene>> = {
  control,
  analysis,
  'review-desktop': review('desktop'),
  'review-phone': review('phone'),
  'level5-desktop': levelFive('desktop'),
  'level5-phone': levelFive('phone'),
};
