import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DESKTOP, startWorld, storageOf } from '@doushouqi/e2e';
import type { Page } from 'playwright';
import { judge } from './judge.ts';
import { GAMES, SCREENS, type Screen } from './screens.ts';
import { type Scene, Stage } from './stage.ts';

/**
 * `npm run look -- DIR [--screens room-playing,login] [--sizes 844x390] [--modes dark] [--list]`: pictures of every
 * screen at every size in light and dark mode, a contact sheet per screen, and automatic complaints (also in
 * DIR/complaints.txt). The web must be built.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    screens: { type: 'string' },
    sizes: { type: 'string' },
    modes: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/** Scale of the pictures on a contact sheet, by the kind of a size. Phones and tablets have touch and no mouse. */
const SCALES = { phone: 0.8, tablet: 0.4, desktop: 0.3 } as const;
const SIZES = [
  ...sizesOf('phone', '320x568', '390x664', '390x844', '844x390'),
  ...sizesOf('tablet', '768x1024', '1024x768'),
  ...sizesOf('desktop', '1440x900', '1920x1080'),
];
const MODES = ['light', 'dark'] as const;
const LOAD_MS = 20_000;
/** Time to decode pictures and finish transitions. */
const SETTLE_MS = 500;

function sizesOf(kind: keyof typeof SCALES, ...names: string[]) {
  return names.map((name) => {
    const [width, height] = name.split('x').map(Number) as [number, number];
    return { name, width, height, kind };
  });
}

/** Returns the items of `all` whose names begin with one of `names`; all without `names`. */
function chosen<T>(all: readonly T[], names: string | undefined, nameOf: (one: T) => string): T[] {
  const wanted = names?.split(',');
  const found = all.filter((one) => !wanted || wanted.some((name) => nameOf(one).startsWith(name)));
  if (found.length > 0) return found;
  console.error(`there is no ${names}; there are: ${all.map(nameOf).join(' ')}`);
  process.exit(1);
}

const [target] = positionals;
if (values.list || target === undefined) {
  console.log(SCREENS.map(([name]) => name).join('\n'));
  if (!values.list) console.error('usage: npm run look -- DIR [--screens …] [--sizes …] [--modes …]');
  process.exit(values.list ? 0 : 1);
}
const folder = resolve(target);
const screens = chosen(SCREENS, values.screens, ([name]) => name);
const sizes = chosen(SIZES, values.sizes, ({ name }) => name);
const modes = chosen(MODES, values.modes, (mode) => mode);
const complaints: string[] = [];

/** Takes one size: a fresh load, the screen's preparation, then each mode. Returns the pictures as HTML. */
async function takeSize(page: Page, screen: Screen, scene: Scene, size: (typeof SIZES)[number]) {
  const [name, , prepare] = screen;
  const isGame = GAMES.includes(screen);
  const figures: string[] = [];
  const complain = (...lines: string[]) =>
    complaints.push(...lines.map((line) => `${name} ${size.name}: ${line}`));
  await page.context().setOffline(false);
  await page.emulateMedia({ colorScheme: modes[0]!, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await page.goto(scene.path, { waitUntil: 'load', timeout: LOAD_MS });
  // A room keeps its connection open, so the network is never idle.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(SETTLE_MS);
  await prepare?.(page, scene, stage).catch((error: Error) =>
    complain(`not as wished: ${error.message.split('\n')[0]}`),
  );
  for (const mode of modes) {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    await page.waitForTimeout(SETTLE_MS);
    if (mode === modes[0]) complain(...(await judge(page, isGame, size.kind === 'phone')));
    const file = `${name}-${size.name}-${mode}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: !isGame, animations: 'disabled' });
    const width = Math.round(size.width * SCALES[size.kind]);
    figures.push(`<figure>${size.name} ${mode}<br><img src="${file}" width="${width}"></figure>`);
  }
  return figures.join('');
}

/** Takes all pictures of one screen in a touch window and a mouse window, resized from size to size. */
async function photograph(screen: Screen): Promise<string> {
  const [name, sceneOf, , arrange] = screen;
  const scene = await sceneOf(stage);
  let figures = '';
  for (const [isTouch, ofKind] of Map.groupBy(sizes, ({ kind }) => kind !== 'desktop')) {
    const device = isTouch ? { hasTouch: true, isMobile: true } : {};
    const storageState = storageOf(world.site.url, scene.member);
    const player = await world.visitor({ ...device, storageState });
    await arrange?.(player.page);
    for (const size of ofKind) figures += await takeSize(player.page, screen, scene, size);
    complaints.push(...player.errors.map((error) => `${name}: error in the page: ${error}`));
    await player.page.context().close();
  }
  return figures;
}

/** Combines the pictures of one screen into `sheet-SCREEN.png`. */
async function makeSheet(page: Page, name: string, figures: string): Promise<void> {
  const html = join(folder, `sheet-${name}.html`);
  const style = 'display: flex; flex-wrap: wrap; width: 2400px; background: #808080; font: 16px sans-serif';
  await writeFile(html, `<!doctype html><meta charset="utf-8"><body style="${style}">${figures}`);
  await page.goto(pathToFileURL(html).href, { waitUntil: 'load' });
  await page.locator('body').screenshot({ path: join(folder, `sheet-${name}.png`) });
  await rm(html);
}

await mkdir(folder, { recursive: true });
const world = await startWorld();
const stage = new Stage(world);
try {
  const table = await world.visitor(DESKTOP);
  for (const screen of screens) {
    try {
      await makeSheet(table.page, screen[0], await photograph(screen));
    } catch (error) {
      complaints.push(`${screen[0]}: no pictures: ${String(error).split('\n')[0]}`);
    }
    console.error(screen[0]);
  }
} finally {
  stage.close();
  await world.stop();
}
await writeFile(join(folder, 'complaints.txt'), complaints.map((line) => `${line}\n`).join(''));
console.log(complaints.join('\n'));
console.log(`${complaints.length} complaints; pictures and sheets in ${folder}`);
