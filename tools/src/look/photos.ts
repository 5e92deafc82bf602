import { join } from 'node:path';
import { type Player, storageOf, type World } from '@doushouqi/e2e';
import type { Page } from 'playwright';
import { judge, judgeShift, watchShifts } from './judge.ts';
import type { Scene } from './scene.ts';
import type { Screen } from './screens.ts';
import { deviceOf, type Mode, type Size } from './sizes.ts';
import type { Stage } from './stage.ts';

/** A stored picture. */
export interface Photo {
  screen: string;
  size: Size;
  mode: Mode;
  file: string;
}

export interface Shoot {
  photos: Photo[];
  /** One line per complaint, with screen and size. */
  complaints: string[];
}

export interface Order {
  folder: string;
  sizes: readonly Size[];
  modes: readonly Mode[];
}

const LOAD_MS = 20_000;
/** Time to decode pictures and finish transitions. */
const SETTLE_MS = 500;

/** Waits until the page shows its first content. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load', timeout: LOAD_MS });
  // A room keeps its connection open, so the network is never idle.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(SETTLE_MS);
}

/** Takes one size: a fresh load, the screen's preparation, then each mode. */
async function takeSize(
  player: Player,
  screen: Screen,
  scene: Scene,
  size: Size,
  order: Order,
): Promise<Shoot> {
  const { page } = player;
  const shoot: Shoot = { photos: [], complaints: [] };
  const complain = (...lines: string[]) =>
    shoot.complaints.push(...lines.map((line) => `${screen.name} ${size.name}: ${line}`));
  await page.context().setOffline(false);
  await page.emulateMedia({ colorScheme: order.modes[0] ?? 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await load(page, scene.path);
  complain(...(await judgeShift(page)));
  await screen
    .prepare?.(page)
    .catch((error: Error) => complain(`not as wished: ${error.message.split('\n')[0]}`));
  for (const [index, mode] of order.modes.entries()) {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    await page.waitForTimeout(SETTLE_MS);
    if (index === 0)
      complain(...new Set(await judge(page, { game: screen.game ?? false, phone: size.phone })));
    const file = `${screen.name}-${size.name}-${mode}.png`;
    await page.screenshot({ path: join(order.folder, file), fullPage: !screen.game, animations: 'disabled' });
    shoot.photos.push({ screen: screen.name, size, mode, file });
  }
  return shoot;
}

/** Takes all pictures of one screen in a touch window and a mouse window, resized from size to size. */
export async function photograph(world: World, stage: Stage, screen: Screen, order: Order): Promise<Shoot> {
  const all: Shoot = { photos: [], complaints: [] };
  const scene = await screen.scene(stage);
  for (const touch of [true, false]) {
    const sizes = order.sizes.filter((size) => size.touch === touch);
    if (sizes.length === 0) continue;
    const storageState = storageOf(world.site.url, scene.member);
    const player = await world.visitor({ ...deviceOf(touch), storageState });
    await player.page.addInitScript(watchShifts);
    await screen.arrange?.(player.page);
    for (const size of sizes) {
      const { photos, complaints } = await takeSize(player, screen, scene, size, order);
      all.photos.push(...photos);
      all.complaints.push(...complaints);
    }
    all.complaints.push(...player.errors.map((error) => `${screen.name}: error in the page: ${error}`));
    await player.page.context().close();
  }
  return all;
}
